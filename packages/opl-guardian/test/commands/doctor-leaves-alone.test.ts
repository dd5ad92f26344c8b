import assert from 'node:assert/strict';
import { chmodSync, existsSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { examine, notesOf, sandboxWithGuard, settings, user } from './doctor-user.ts';
import { writeTree } from './installed-guard.ts';
import { oplHere } from './run.ts';
import { entries } from './scratch.ts';

const { guard } = await sandboxWithGuard();

describe('what doctor does not do', () => {
  it('runs no code of a project that Pi does not trust', async (t) => {
    for (const trust of [undefined, false]) {
      const here = user(t);
      const marker = path.join(here.home, 'it ran');
      const code = `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(marker)}, '');`;
      writeTree(here.project, {
        '.pi/settings.json': { packages: ['../guard'] },
        'guard/package.json': {
          name: 'opl-guardian',
          version: '1.0.0',
          type: 'module',
          pi: { extensions: ['./index.js'] },
        },
        'guard/index.js': code,
        'node_modules/@earendil-works/pi-coding-agent/package.json': {
          name: '@earendil-works/pi-coding-agent',
          version: '9.0.0',
        },
        'node_modules/@earendil-works/pi-ai/package.json': {
          name: '@earendil-works/pi-ai',
          type: 'module',
          main: 'index.js',
        },
        'node_modules/@earendil-works/pi-ai/index.js': `${code} export const appendAssistantMessageDiagnostic = () => {};`,
      });
      if (trust !== undefined) writeTree(here.agent, { 'trust.json': { [here.project]: trust } });
      const { pi, notes, todo } = await examine(here);
      assert.equal(existsSync(marker), false);
      assert.deepEqual(
        pi.guards.map(({ loads, caught }) => [loads, caught]),
        [[false, undefined]],
      );
      assert.match(
        notes.join('\n'),
        trust === false ? /Pi does not trust this project/ : /once Pi trusts this project/,
      );
      assert.deepEqual(todo, ['only this project tells Pi to load the guard']);
    }
  });

  it('starts no host', async (t) => {
    const here = user(t, { hasPi: false });
    const marker = path.join(here.home, 'it ran');
    for (const program of ['pi', 'dsh']) {
      writeTree(here.env.PATH ?? '', { [program]: `#!/bin/sh\ntouch '${marker}'\n` });
      chmodSync(path.join(here.env.PATH ?? '', program), 0o755);
    }
    const { pi, dsh, code } = await examine(here);
    assert.equal(existsSync(marker), false);
    assert.equal(code, 1);
    for (const { checks } of [pi, dsh])
      assert.match(notesOf(checks).join('\n'), /is on the PATH, and its package cannot be told/);
  });

  it('changes nothing', async (t) => {
    const here = user(t);
    settings(here.agent, { packages: [guard] });
    const root = path.dirname(here.home);
    const files = entries(root);
    await examine(here);
    assert.deepEqual(entries(root), files);
  });

  it('lets no name of a file give orders to the terminal', async (t) => {
    const here = user(t);
    settings(here.agent, { packages: ['npm:opl-guardian\u001b]0;x\u0007@1', './a\u001b[2J/opl-guardian'] });
    for (const args of [[], ['--json']]) {
      const { stdout } = await oplHere(['doctor', ...args], { cwd: here.project, env: here.env });
      assert.doesNotMatch(stdout.replaceAll('\n', ''), /[\p{Cc}\p{Cf}]/u);
    }
  });
});
