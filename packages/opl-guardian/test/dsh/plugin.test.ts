import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Context } from '@deepseek-ai/cordis';
import * as guardian from '../../src/dsh.ts';
import { faultWarning } from '../../src/notes.ts';
import { evidenceOf, guardedHost, mixed, sandbox, say } from './set-up.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

describe('the plugin', () => {
  it('has the named exports of a plugin, and no default one', () => {
    assert.deepEqual(Object.keys(guardian).sort(), ['apply', 'inject', 'name']);
    assert.equal(guardian.name, 'opl-guardian');
  });

  it('imports its own files and Node, and nothing else, when it is built', () => {
    assert.deepEqual([...foreignImports(join(root, 'dist', 'dsh.js'))], []);
  });

  it('is named by the row of the bundle', () => {
    const patch = readFileSync(join(root, 'cordis.patch.yml'), 'utf8');
    assert.match(patch, /^- insert:\n {4}- id: opl-guardian\n {6}name: opl-guardian\/dsh\n$/m);
  });

  it('waits for the services that it needs', async (t) => {
    const applied: string[] = [];
    const probe = (host: string) => ({ ...guardian, apply: () => void applied.push(host) });
    const bare = new Context();
    t.after(() => bare.fiber.dispose());
    bare.plugin(probe('a host without services'));
    await (await sandbox(t)).host.load(probe('a whole host'));
    assert.deepEqual(applied, ['a whole host']);
  });

  it('lets a request pass as it is when the guard itself fails, and says so', async (t) => {
    const { host, warnings } = await guardedHost(t, { invariants: false });
    const agent = await host.createAgent();
    Object.assign(host.ctx.sessions, {
      get: () => {
        throw new Error('no sessions today');
      },
    });
    const said = await agent.say('Go.', mixed, say('Done.'));
    assert.equal(said.ended.kind, 'completed');
    assert.deepEqual(
      said.toolResults.map(({ callId }) => callId),
      ['', 'call_2'],
    );
    assert.deepEqual(new Set(warnings), new Set([faultWarning(new Error('no sessions today'))]));
    assert.deepEqual(evidenceOf(host), []);
  });
});

/** Bare specifiers, without Node's own, that a module and the files it imports ask for. */
function foreignImports(entry: string): Set<string> {
  const seen = new Set<string>();
  const foreign = new Set<string>();
  const queue = [pathToFileURL(entry).href];
  for (let url = queue.pop(); url !== undefined; url = queue.pop()) {
    if (seen.has(url)) continue;
    seen.add(url);
    const code = readFileSync(fileURLToPath(url), 'utf8');
    for (const [, specifier = ''] of code.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"]+)['"]/g)) {
      if (specifier.startsWith('.')) queue.push(new URL(specifier, url).href);
      else if (!specifier.startsWith('node:')) foreign.add(specifier);
    }
  }
  return foreign;
}
