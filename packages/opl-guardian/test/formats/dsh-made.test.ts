import assert from 'node:assert/strict';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { createUserMessage } from '@deepseek-ai/dsh-llm';
import { LEFT_OUT } from '../../src/formats/dsh/event-edits.ts';
import { dshSessionFolders, isDshSessionName } from '../../src/formats/dsh/places.ts';
import { dshFormat } from '../../src/formats/dsh.ts';
import { eventsOf, type MadeTurn, storeEvents } from './dsh-made-logs.ts';
import { dshHost, eventsIn, healFor, readSession, repair } from './dsh-set-up.ts';

const call = { id: '', name: 'glob' };
const turn = (more: Partial<MadeTurn['steps'][0]> = {}, isCompacted = false): MadeTurn => ({
  prompt: 'Go.',
  isCompacted,
  steps: [{ text: 'I look.', calls: [call], answered: 1, isPruned: false, ...more }],
});

const quiet = (t: TestContext) => dshHost(t, { fsTools: false });

describe('a DSH log whose messages gave way to others', () => {
  it('is opened again after a call without an id was summed up: only the ids change', async (t) => {
    const host = await quiet(t);
    const { id, file } = await storeEvents(
      host,
      eventsOf([turn({ isPruned: true }, true), turn({ calls: [] })]),
    );
    await assert.rejects(host.resume(id), /must have tool source/);
    const findings = (await readSession(file)).branches.map((branch) => healFor()(branch).findings);
    assert.deepEqual(
      findings.map((each) => each.map(({ rule }) => rule)),
      [[], ['blank-id']],
    );
    const old = await eventsIn(file);
    await repair(file);
    const events = await eventsIn(file);
    const [newId] = /opl_\w+/.exec(JSON.stringify(events)) ?? [];
    assert.deepEqual(JSON.parse(JSON.stringify(events).replaceAll(String(newId), '')), old);
    assert.deepEqual(await repair(file), []);
    const agent = await host.resume(id);
    assert.equal(agent.session.deriveMessages().length, 3);
  });

  it('gets one id for a call, its result, and the shorter result that took its place', async (t) => {
    const host = await quiet(t);
    const { id, file } = await storeEvents(host, eventsOf([turn({ isPruned: true })]));
    await repair(file);
    const agent = await host.resume(id);
    const ids = agent.session.events.flatMap((event) =>
      event.type === 'tool/result' ? [event.data.message.source.callId] : [],
    );
    assert.equal(ids.length, 2);
    assert.equal(new Set(ids).size, 1);
    assert.match(String(ids[0]), /^opl_/);
  });

  it('loses both results of a call without a name, and the host opens it', async (t) => {
    const host = await quiet(t);
    const calls = [{ id: 'a', name: '' }];
    const { id, file } = await storeEvents(
      host,
      eventsOf([turn({ calls, isPruned: true }), turn({ calls: [] })]),
    );
    await repair(file);
    const agent = await host.resume(id);
    assert.equal(agent.session.events.filter(({ type }) => type === 'tool/result').length, 0);
    const left = agent.session.events.filter(({ type }) => String(type) === LEFT_OUT);
    assert.deepEqual(
      left.map(({ data }) => (data as { type?: unknown }).type),
      ['tool/result', 'tool/result'],
    );
  });
});

describe('a DSH log in which a message of the user stands between a call and its result', () => {
  it('says the same with the result in front', async (t) => {
    const host = await quiet(t);
    const events = eventsOf([turn({ calls: [{ id: 'a', name: 'glob' }] })]);
    const at = events.findIndex(({ type }) => type === 'tool/result');
    const said = createUserMessage({ content: [{ type: 'text', text: 'Wait.' }], source: { kind: 'user' } });
    const between = { type: 'user/message', seq: at, time: 1, data: said, surfaceOp: 'append' } as const;
    const shifted = events.slice(at).map((event) => ({ ...event, seq: event.seq + 1 }));
    const { id, file } = await storeEvents(host, [...events.slice(0, at), between, ...shifted]);
    await repair(file);
    const agent = await host.resume(id);
    const kinds = agent.session.deriveMessages().map(({ role, content }) => [role, content[0]?.type]);
    assert.deepEqual(kinds, [
      ['user', 'text'],
      ['assistant', 'text'],
      ['user', 'tool-result'],
      ['user', 'text'],
    ]);
  });
});

describe('places of DSH sessions', () => {
  it('are in the folder that DSH_HOME names, else in the one of the user', () => {
    assert.deepEqual(dshSessionFolders({}, '/home/u'), [join('/home/u', '.dsh', 'sessions')]);
    assert.deepEqual(dshSessionFolders({ DSH_HOME: ' ' }, '/home/u'), [join('/home/u', '.dsh', 'sessions')]);
    assert.deepEqual(dshSessionFolders({ DSH_HOME: '~/d' }, '/home/u'), [join('/home/u', 'd', 'sessions')]);
    assert.deepEqual(dshSessionFolders({ DSH_HOME: '/d' }, '/home/u'), [join('/d', 'sessions')]);
  });

  it('may hold copies beside a log under any other name: the host lists one session', async (t) => {
    const host = await quiet(t);
    const { id, file } = await storeEvents(host, eventsOf([turn()]));
    const copy = join(dirname(file), 'session.jsonl.zstd.before-repair');
    await cp(file, copy);
    await writeFile(join(dirname(file), 'session.jsonl.zstd.123.tmp'), 'half');
    assert.deepEqual(
      (await host.ctx.sessionPersistence.list()).map((header) => header.id),
      [id],
    );
    assert.deepEqual(
      ['session.jsonl.zstd', 'session.jsonl', 'session.jsonl.zstd.before-repair'].map(isDshSessionName),
      [true, true, false],
    );
    const head = (await readFile(copy)).subarray(0, 64 * 1024);
    assert.ok(dshFormat.sniff(copy, head), 'a copy is recognised by what it holds');
    assert.ok(!dshFormat.sniff('session.jsonl', Buffer.from('{"type":"session","version":3,"id":"x"}\n')));
  });

  it('stay consistent: the host takes the changed file for a new revision and reads it again', async (t) => {
    const host = await quiet(t);
    const { id, file } = await storeEvents(host, eventsOf([turn()]));
    await assert.rejects(host.ctx.sessionPersistence.inspect(id), /must have tool source/);
    await repair(file);
    assert.ok((await host.ctx.sessionPersistence.inspect(id)).events.length > 0);
  });
});
