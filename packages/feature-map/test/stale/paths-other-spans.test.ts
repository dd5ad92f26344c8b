import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FILES } from './path-files.ts';
import { fakeProject, onMap } from './project.ts';

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
