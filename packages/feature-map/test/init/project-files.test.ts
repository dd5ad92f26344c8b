import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { projectFiles } from '../../src/init/project-files.ts';
import { link, scratch } from '../guard/scratch.ts';

describe('what stands at a path of a project', () => {
  it('is the text of a file, also by a link inside the project', (t) => {
    const project = projectFiles(scratch(t, { 'a/b.md': 'text\n', 'c.md': link('a/b.md'), d: link('a') }));
    for (const file of ['a/b.md', 'c.md', 'd/b.md'])
      assert.deepEqual(project.at(file), { kind: 'text', text: 'text\n' });
  });

  it('is nothing where neither file nor link is there', (t) => {
    const project = projectFiles(scratch(t, { 'docs/x.md': '', d: link('docs') }));
    for (const file of ['a.md', 'a/b/c.md', 'docs/a.md', 'd/a.md']) {
      assert.deepEqual(project.at(file), { kind: 'absent' }, file);
    }
  });

  it('is something else where a link leads out of the project or to nothing', (t) => {
    const outside = scratch(t, { 'secret.md': 'secret' });
    const project = projectFiles(
      scratch(t, {
        'out.md': link(join(outside, 'secret.md')),
        out: link(outside),
        'gone.md': link('nowhere.md'),
        gone: link(join(outside, 'nowhere')),
        'loop.md': link('loop.md'),
      }),
    );
    for (const file of ['out.md', 'out/secret.md', 'out/new.md', 'gone.md', 'gone/a.md', 'loop.md']) {
      const place = project.at(file);
      assert.equal(place.kind, 'other', file);
      assert.doesNotMatch(JSON.stringify(place), /"text"/);
    }
  });

  it('is something else where it is no text file', (t) => {
    const root = scratch(t, { 'binary.md': 'a\0b', 'big.md': 'x'.repeat(1024 * 1024 + 1), file: '' });
    mkdirSync(join(root, 'folder.md'));
    const project = projectFiles(root);
    for (const [file, reason] of [
      ['binary.md', /binary/],
      ['big.md', /more than/],
      ['folder.md', /not a regular file/],
      ['file/a.md', /below a file/],
    ] as const) {
      const place = project.at(file);
      assert.ok(place.kind === 'other');
      assert.match(place.reason, reason);
    }
  });
});
