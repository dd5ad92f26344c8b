import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FILES } from './path-files.ts';
import { fakeProject, historyOf, onMap, staleOf } from './project.ts';

describe('where a path went', () => {
  const remedyOf = (
    span: string,
    files: Record<string, string>,
    gone: Record<string, string | undefined> = {},
  ) =>
    staleOf(
      { 'page.md': `## Map\n\n- \`${span}\` — x\n` },
      fakeProject(files, { history: historyOf(gone) }),
    )[0];

  it('is told by the only file of its name', () => {
    assert.equal(
      remedyOf('src/old/guard.ts', { 'src/new/guard.ts': '' })?.remedy,
      'Write "src/new/guard.ts", if that is the file: it is the only one of that name.',
    );
  });

  it('is told by a rename, and by a rename of that', () => {
    const gone = { 'src/a1.ts': 'src/b1.ts', 'src/b1.ts': 'src/c1.ts' };
    assert.equal(
      remedyOf('src/a1.ts', { 'src/c1.ts': '' }, gone)?.remedy,
      'Write "src/c1.ts": git has it under that name.',
    );
  });

  it('is told for a folder by the files that went with it', () => {
    const gone = { 'src/old/one.ts': 'lib/new/one.ts', 'src/old/two.ts': 'lib/new/two.ts' };
    assert.equal(
      remedyOf('src/old/', { 'src/z.ts': '', 'lib/new/one.ts': '', 'lib/new/two.ts': '' }, gone)?.remedy,
      'Write "lib/new": git has it under that name.',
    );
  });

  it('is nowhere where git saw it deleted, also when a rename leads back', () => {
    const files = { 'src/z.ts': '' };
    assert.equal(
      remedyOf('src/gone.ts', files, { 'src/gone.ts': undefined })?.message,
      '"src/gone.ts" was deleted.',
    );
    const circle = { 'src/a1.ts': 'src/b1.ts', 'src/b1.ts': 'src/a1.ts' };
    assert.equal(remedyOf('src/a1.ts', files, circle)?.message, '"src/a1.ts" was deleted.');
  });

  it('cannot be known in a shallow clone, and the report says so', () => {
    const history = { gone: new Map(), limit: 'the clone is shallow' };
    assert.deepEqual(onMap('- `src/gone.ts` — x', fakeProject(FILES, { history })), [
      '"src/gone.ts" is not in the project. Where it went nobody can know: the clone is shallow.',
    ]);
  });
});

describe('a name that only the history knows', () => {
  it('is a path: without an extension, in a sentence, or as the end of one', () => {
    const history = historyOf({
      Procfile: undefined,
      'lib/old.ts': undefined,
      'lib/deep/worker.ts': undefined,
    });
    const section = '- `Procfile` — x\n- `deep/worker.ts` — y\n\nThe queue is in `lib/old.ts`.';
    assert.deepEqual(onMap(section, fakeProject(FILES, { history })), [
      '"Procfile" was deleted.',
      '"deep/worker.ts" was deleted.',
      '"lib/old.ts" was deleted.',
    ]);
  });

  it('is none where only the end of a path is known, in a sentence or for a name that members have', () => {
    const history = historyOf({ 'lib/settings.json': undefined, 'lib/old.ts': undefined });
    const section = '- `settings.json` — of the user\n- it reads `old.ts` somewhere';
    assert.deepEqual(onMap(section, fakeProject(FILES, { history })), []);
  });
});

describe('the history', () => {
  it('is not asked where every path is found', () => {
    const project = fakeProject(FILES);
    onMap('- `src/guard.ts` — x\n- `ctx` — y', project);
    assert.deepEqual(project.asked, []);
  });

  it('is asked once, and once what is ignored, however many paths are gone', () => {
    const project = fakeProject(FILES);
    onMap('- `src/a1.ts` — x\n- `src/b1.ts` — y\n- `some/thing` — z', project);
    assert.deepEqual(project.asked, ['history', 'ignored 2']);
  });
});
