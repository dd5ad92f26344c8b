import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Context } from '@deepseek-ai/cordis';
import { installPackedPlugin } from '@session-guards/testkit/dsh';
import * as guardian from '../../src/dsh.ts';
import { faultWarning } from '../../src/notes.ts';
import { evidenceOf, guardedHost, mixed, sandbox, say } from './set-up.ts';

describe('the plugin', () => {
  it('has the named exports of a plugin, and no default one', () => {
    assert.deepEqual(Object.keys(guardian).sort(), ['apply', 'inject', 'name']);
    assert.equal(guardian.name, 'opl-guardian');
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

describe('the packed plugin', () => {
  it('is found in a profile by its bundle row, imports no package, and guards a turn', async (t) => {
    const packed = await installPackedPlugin('opl-guardian');
    t.after(() => packed.dispose());
    assert.deepEqual(packed.row, { id: 'opl-guardian', name: 'opl-guardian/dsh' });
    assert.deepEqual(packed.imports, []);

    const { host } = await sandbox(t);
    await host.load(packed.plugin);
    const agent = await host.createAgent();
    const said = await agent.say('Go.', mixed, say('Done.'));
    assert.deepEqual(
      said.toolResults.map(({ callId }) => callId),
      ['call_2'],
    );
    assert.equal(evidenceOf(host)[0]?.action, 'dropped_some');
  });
});
