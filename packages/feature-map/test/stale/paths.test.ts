import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fakeProject, historyOf, onMap, onTests, staleOf } from './project.ts';

const FILES = {
  'src/guard.ts': '',
  'src/map/check.ts': '',
  'web/chart.js': '',
  'docs/features/page.md': '',
  'docs/features/edge/deep.md': '',
  'docs/features/near.md': '',
};

describe('a path in the map', () => {
  it('holds from the root, from the page, as an end of one path, as a folder, and with a place behind it', () => {
    const items = [
      'src/guard.ts',
      './near.md',
      'near.md',
      '../../src/guard.ts',
      'map/check.ts',
      'guard.ts',
      'src/map/',
      'src/map',
      'map/',
      'src/guard.ts:12',
      'src/guard.ts:12-20',
      'src/guard.ts#L3',
      'src/map/check',
    ];
    assert.deepEqual(onMap(items.map((item) => `- \`${item}\` — x`).join('\n'), fakeProject(FILES)), []);
  });

  it('holds for a submodule and for another repository within the project', () => {
    const project = fakeProject({ 'vendor/lib': '', 'nested/': '' });
    const items = ['vendor/lib', 'vendor/lib/', 'nested/', 'vendor/lib/deep/x.ts'];
    assert.deepEqual(onMap(items.map((item) => `- \`${item}\` — x`).join('\n'), project), []);
  });

  it('is a folder without a slash when it opens an item and its own folder is there', () => {
    const section = '- `src/map/old` — x\n- `session/start` — y\n\nand `src/map/tools`';
    assert.deepEqual(onMap(section, fakeProject(FILES)), ['"src/map/old" is not in the project.']);
  });

  it('is gone where it opens an item or stands before a dash', () => {
    const section =
      '- `lib/gone.py` is old\n- see `lib/lost.py` — old\n- [`lib/link.py`](../../lib/link.py), too';
    assert.deepEqual(onMap(section, fakeProject(FILES)), [
      '"lib/gone.py" is not in the project.',
      '"lib/lost.py" is not in the project.',
      '"lib/link.py" is not in the project.',
    ]);
  });

  it('is gone in a sentence only when the history knows it', () => {
    const section = 'The rest is in `src/gone.ts`, `lib/gone.ts` and `src/lost.ts`, and under `src/old/`.';
    assert.deepEqual(onMap(section, fakeProject(FILES)), []);
    const history = historyOf({ 'src/gone.ts': undefined, 'src/old/a.ts': 'src/map/check.ts' });
    assert.deepEqual(onMap(section, fakeProject(FILES, { history })), [
      '"src/gone.ts" was deleted.',
      '"src/old/" was deleted.',
    ]);
  });

  it('is judged under Tests as well, and nowhere else', () => {
    const gone = '- `src/gone.test.ts` — `a test`';
    assert.deepEqual(onTests(gone, fakeProject(FILES)), ['"src/gone.test.ts" is not in the project.']);
    const elsewhere = `# Page\n\n## How & why\n\n${gone}\n\n## Related\n\n${gone}\n`;
    assert.deepEqual(staleOf({ 'page.md': elsewhere }, fakeProject(FILES)), []);
  });

  it('is not judged in code, in comments, in quotes and in parentheses behind a link to another site', () => {
    const gone = '- `src/gone.ts` — x';
    const section = [
      `\`\`\`md\n${gone}\n\`\`\``,
      `<!--\n${gone}\n-->`,
      `> ${gone}`,
      `    ${gone}`,
      '[`src/gone.ts`](https://example.com/src/gone.ts) — x',
    ];
    assert.deepEqual(onMap(section.join('\n\n'), fakeProject(FILES)), []);
  });

  it('is not judged as what another file writes', () => {
    const section = '- `src/guard.ts` — `lib/report.txt`, `src/sum.txt`: what it leaves behind.';
    assert.deepEqual(onMap(section, fakeProject(FILES)), []);
  });

  it('is judged in the cells of a table', () => {
    const section = '| Part | File |\n| --- | --- |\n| a | `src/gone.ts` |\n| b | `src/guard.ts` |';
    const [finding] = staleOf({ 'page.md': `# P\n\n## Map\n\n${section}\n` }, fakeProject(FILES));
    assert.equal(finding?.line, 7);
  });

  it('has the line on which it stands, also in a wrapped item with CRLF', () => {
    const page = '# P\r\n\r\n## Map\r\n\r\n- `src/guard.ts`\r\n  and\r\n  `src/gone.ts` — x\r\n';
    assert.deepEqual(
      staleOf({ 'page.md': page }, fakeProject(FILES)).map(({ rule, severity, page, section, line }) => [
        rule,
        severity,
        page,
        section,
        line,
      ]),
      [['stale/path', 'drift', 'page.md', 'Map', 7]],
    );
  });

  it('differs in case from the file that is meant', () => {
    const [finding] = staleOf({ 'page.md': '## Map\n\n- `src/Guard.ts` — x\n' }, fakeProject(FILES));
    assert.equal(finding?.message, '"src/Guard.ts" is not in the project.');
    assert.equal(finding?.remedy, 'Write "src/guard.ts": only the case differs.');
  });
});

describe('a span that is no path of the project', () => {
  const project = fakeProject({ ...FILES, 'session/x.ts': '', 'vendor/lib': '', 'nested/': '' });
  const silent = (...spans: string[]) => {
    assert.deepEqual(onMap(spans.map((span) => `- \`${span}\` — x`).join('\n'), project), []);
  };

  it('is a package with a scope, a version or the name of one', () => {
    silent('@scope/name', '@scope/name/file.ts', 'actions/checkout@v4', 'lodash/fp.js', 'diff/lib/index.mjs');
  });

  it('begins at the root of the machine, in a home folder, with a variable or a scheme', () => {
    silent(
      '/etc/x.conf',
      '~/x.ts',
      '$HOME/x.ts',
      'file:///x.ts',
      'https://a.example/x.ts',
      'C:\\x\\y.ts',
      'node:fs',
    );
  });

  it('is a glob or has a placeholder', () => {
    silent('src/**/*.ts', 'src/{a,b}.ts', 'src/<name>.ts', 'src/[id].ts', 'path/to/file.ts', 'file.ts:42');
    silent('src/your-plugin.ts', 'src/…/x.ts', 'src/NNN-title.ts', 'src/%s.ts');
  });

  it('is a member of something', () => {
    silent('ctx.fs', 'response.json', 'Node.js', 'event.ts.x', 'args.d');
  });

  it('is an event, a MIME type, a fraction, a route, a command or a branch', () => {
    silent(
      'session/start',
      'application/json',
      'text/x.py',
      '9/10',
      'and/or',
      'npm run x',
      'feature/x',
      '-c x.ts',
    );
  });

  it('is a name of files that the project cannot know', () => {
    silent('AGENTS.md', 'settings.json', '.pnp.cjs', '.env.local', 'example.com/index.py', 'file.ts');
  });

  it('leads out of the project, below a submodule, or below another repository', () => {
    silent('../../../other/x.ts', 'vendor/lib/x.ts', 'nested/x.ts');
  });

  it('is ignored by git', () => {
    const ignoring = fakeProject(FILES, { ignored: ['src/generated.ts'] });
    assert.deepEqual(onMap('- `src/generated.ts` — x', ignoring), []);
  });
});

describe('a path of which the page says that it is not there', () => {
  const history = historyOf({
    'src/old.ts': undefined,
    'src/was.ts': 'src/guard.ts',
    'src/made/x.ts': undefined,
  });
  const silent = (...sections: string[]) => {
    for (const section of sections) {
      assert.deepEqual(onMap(section, fakeProject(FILES, { history })), [], section);
    }
  };

  it('was removed or moved, as its item says behind it, in front of it, or in parentheses', () => {
    silent(
      '- `src/old.ts` — removed in 2.0, `src/guard.ts` does its work.',
      '- `src/old.ts` was deleted when the guard came.',
      '- `src/old.ts` (removed) — `poll()`',
      '- `src/old.ts` — `poll()`; gone since 1.8.',
      '- `src/old.ts` — no longer there: the guard polls.',
      '- `src/old.ts` — deprecated, removed by the next release.',
      '- `src/old.ts` — the poller of the first version. It was dropped with FTP.',
      '- `src/was.ts` — renamed to `src/guard.ts`.',
      '- `src/was.ts` — folded into `src/guard.ts`.',
      '- `src/was.ts` — merged into `src/guard.ts` in March.',
      '- `src/was.ts` — now split into `src/guard.ts` and `src/map/check.ts`.',
      '- `src/was.ts` moved to `src/guard.ts`.',
      '- `src/was.ts` → `src/guard.ts`: moved, nothing else changed.',
      '- `src/guard.ts` (formerly `src/was.ts`) — the guard.',
      '- `src/guard.ts` — replaces `src/was.ts` — and more.',
      '- Removed `src/old.ts` — nobody used it.',
      '- ~~`src/old.ts`~~ — the poller.',
      '- **Removed:** `src/old.ts` — the poller.',
    );
  });

  it('is made by a build, optional, planned, or somebody else’s', () => {
    silent(
      '- `src/made/x.ts` — generated from the schema.',
      '- `src/made/x.ts` (generated) — types.',
      '- `src/made/x.ts` — auto-generated types, not checked in.',
      '- `src/made/x.ts` — created on the first run.',
      '- `src/made/x.ts` — written by `npm run build`.',
      '- `src/made/x.ts` — build output.',
      '- `src/made/x.ts` — optional; overrides the settings of the team.',
      '- `src/local.ts` — read if it exists.',
      '- `src/local.ts` — if present, wins over `src/guard.ts`.',
      '- `src/local.ts` — need not exist.',
      '- `src/local.ts` — does not exist in a fresh checkout.',
      '- `src/next.ts` — planned: the second guard.',
      '- `src/next.ts` — not written yet.',
      '- `src/next.ts` — will be split out of `src/guard.ts`.',
      '- `src/main.ts` in the `site` repository — calls the guard.',
      '- `src/main.ts` — upstream, vendored by hand.',
      '- `src/main.ts` — of the user’s project; the guard reads it.',
    );
  });

  it('stands in a list that is introduced so, below such an item, or in such a part', () => {
    silent(
      'Removed in 2.0:\n\n- `src/old.ts` — the poller\n- `src/was.ts` — the guard',
      'Written by `npm run build`:\n\n- `src/made/x.ts` — types',
      'These are generated, and git does not know them:\n\n- `src/made/x.ts` — types',
      '- Gone since 2.0\n  - `src/old.ts` — the poller',
      '### Removed\n\n- `src/old.ts` — the poller',
      '### Generated files\n\n- `src/made/x.ts` — types',
    );
    const later = 'Removed in 2.0:\n\n- `src/old.ts` — the poller\n\nAnd:\n\n- `src/was.ts` — the guard';
    assert.equal(onMap(later, fakeProject(FILES, { history })).length, 1);
    const behind = 'Removed in 2.0:\n\n- `src/old.ts` — x\n\n### Kept\n\n- `src/was.ts` — the guard';
    assert.equal(onMap(behind, fakeProject(FILES, { history })).length, 1);
    const nextPart = '### Removed\n\n- `src/old.ts` — x\n\n### Kept\n\n- `src/was.ts` — the guard';
    assert.equal(onMap(nextPart, fakeProject(FILES, { history })).length, 1);
  });

  it('is beside what it became, in release notes, migration notes and tables of old and new', () => {
    silent(
      '- Renamed `src/was.ts` to `src/guard.ts`.',
      '- From `src/was.ts` to `src/guard.ts`: one export less.',
      '- If you import `src/was.ts`, import `src/guard.ts`.',
      '- ❌ `src/was.ts` — ✅ `src/guard.ts`',
      '- Nothing imports `src/old.ts` any more.',
      '- Historical: `src/old.ts` — the poller.',
      '- `src/old.ts` — 2.x only.',
      '- `src/old.ts` @ v2.9 — the last version with FTP.',
      '- Add a file `src/zones/cet.ts` — one per zone.',
      'Moved in 3.0:\n\n| Now | Then |\n| --- | --- |\n| `src/guard.ts` | `src/old.ts` |',
      '| Old | Now |\n| --- | --- |\n| `src/old.ts` | — |',
    );
  });

  it('is no file of the project as a bare name, or what a program leaves behind', () => {
    silent(
      '- `guard.config.ts` — the file that a user writes.',
      '- `compose.override.yml` — per developer.',
      '- `settings.toml` — of the machine.',
      '- `src/run/guard.log` — on the server.',
    );
  });

  it('is spoken of in a sentence about the past, or about what is made', () => {
    silent(
      'The poller was in `src/old.ts`.',
      'Until the guard came, `src/old.ts` did that.',
      'Once there was `src/old.ts`.',
      'What `src/old.ts` did, `src/guard.ts` does. It was deleted.',
      '`src/was.ts` became `src/guard.ts`.',
      'There is no `src/old.ts` any more.',
      'Use `src/guard.ts` instead of `src/old.ts`.',
      'The build writes `src/made/x.ts`.',
      'See the history of `src/old.ts`, which is gone.',
    );
  });

  it('stands in a row of a table that says so', () => {
    silent(
      '| File | What |\n| --- | --- |\n| `src/old.ts` | removed in 2.0 |\n| `src/made/x.ts` | generated |',
    );
  });

  it('is still judged where such a word is said of something else', () => {
    for (const item of [
      '- `src/old.ts` — `prune()`: takes out rows that users deleted long ago',
      '- `src/old.ts` — `sweep()`, for removed stations and generated names',
      '- `src/old.ts` — writes the optional header of an export',
      '- `src/old.ts` — the moving average; creates its window once a day',
      '- `src/old.ts` is old',
    ]) {
      assert.deepEqual(onMap(item, fakeProject(FILES, { history })), ['"src/old.ts" was deleted.'], item);
    }
  });
});

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
