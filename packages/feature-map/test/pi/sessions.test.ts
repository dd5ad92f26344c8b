import assert from 'node:assert/strict';
import { appendFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { RpcSessionState } from '@earendil-works/pi-coding-agent';
import type { PiRpc, PiSessionEntry } from '@session-guards/testkit';
import featureMap from '../../src/host/pi.ts';
import { ENTRY_TYPE } from '../../src/host/pi-sessions.ts';
import {
  api,
  atOnce,
  CAT,
  type Call,
  denials,
  denialsAmong,
  extensions,
  oneByOne,
  open,
  READ,
  type SetUp,
  setUp,
  TOPIC,
} from './project.ts';

function kept(entries: readonly PiSessionEntry[]): unknown[] {
  return entries.flatMap((entry) =>
    entry.type === 'custom' && entry.customType === ENTRY_TYPE ? [entry.data] : [],
  );
}

test('a session that was asked or has consulted is not asked again in a new process', async (t) => {
  for (const first of [READ, TOPIC]) {
    const { model, sandbox } = await setUp(t);
    model.push(...oneByOne(first), ...oneByOne(READ, CAT));
    await sandbox.run({ api, prompt: 'Go.', extensions });
    const resumed = await sandbox.run({ api, prompt: 'Go on.', extensions, continue: true });
    assert.deepEqual(denialsAmong(resumed.events), [false, false], first[0]);
    assert.deepEqual(
      resumed.requests.map(({ status }) => status),
      [200, 200, 200],
    );
  }
});

test('a session that has done neither is asked when it is resumed', async (t) => {
  const set = await setUp(t);
  const pi = await open(set);
  await pi.say(...oneByOne(['read', { path: 'README.md' }]));
  await pi.close();
  const resumed = await open(set, { continue: true });
  assert.deepEqual(denials(await resumed.say(...oneByOne(READ, READ))), [true, false]);
});

test('the session file keeps what happened under the id of the session, once for each change', async (t) => {
  const pi = await open(await setUp(t));
  const { sessionId } = pi.session;
  await pi.say(...oneByOne(READ, CAT));
  assert.deepEqual(kept(await pi.entries()), [{ sessionId, asked: true, consulted: false }]);

  const said = await pi.say(...oneByOne(TOPIC, TOPIC, READ));

  assert.deepEqual(kept(await pi.entries()), [
    { sessionId, asked: true, consulted: false },
    { sessionId, asked: true, consulted: true },
  ]);
  assert.doesNotMatch(JSON.stringify(said.requests), new RegExp(ENTRY_TYPE));
  assert.deepEqual(
    pi.requests.map(({ status }) => status),
    pi.requests.map(() => 200),
  );
});

test('a project without a map leaves nothing in the session file', async (t) => {
  const pi = await open(await setUp(t, { map: false }));
  await pi.say(...oneByOne(READ, CAT));
  assert.deepEqual(kept(await pi.entries()), []);
});

test('a fork inherits the entries of its parent, and is asked itself', async (t) => {
  const set = await setUp(t);
  const parent = await open(set);
  await parent.say(...oneByOne(READ, TOPIC));

  const fork = await open(set, { fork: parent.sessionFile });

  const inherited = kept(fork.session.sessionManager.getEntries());
  assert.equal(inherited.length, 2);
  assert.deepEqual(denials(await fork.say(...oneByOne(READ, READ))), [true, false]);
  const { sessionId } = fork.session;
  assert.deepEqual(kept(await fork.entries()).slice(2), [{ sessionId, asked: true, consulted: false }]);

  const resumed = await open(set, { session: fork.sessionFile });
  assert.deepEqual(denials(await resumed.say(...oneByOne(READ))), [false]);
});

test('entries that are damaged or of others are passed over', async (t) => {
  const set = await setUp(t);
  const pi = await open(set);
  await pi.say(...oneByOne());
  const { sessionId } = pi.session;
  await pi.close();
  const foreign = { customType: ENTRY_TYPE, data: { sessionId: 'another', asked: true, consulted: true } };
  const damaged = [null, 'asked', 7, [true], {}, { sessionId }, { sessionId, asked: 'yes', consulted: 1 }];
  const records = [
    foreign,
    { customType: 'another-extension', data: { sessionId, asked: true, consulted: true } },
    ...damaged.map((data) => ({ customType: ENTRY_TYPE, data })),
  ].map((record, index) => ({
    type: 'custom',
    id: `damaged${index}`,
    parentId: null,
    timestamp: '',
    ...record,
  }));
  await appendFile(pi.sessionFile, records.map((record) => `${JSON.stringify(record)}\n`).join(''));

  const resumed = await open(set, { session: pi.sessionFile });

  assert.deepEqual(denials(await resumed.say(...oneByOne(READ, READ))), [true, false]);
  assert.deepEqual(resumed.extensionErrors, []);
});

test('what another branch of the session tree did counts: it is the same session', async (t) => {
  const pi = await open(await setUp(t));
  await pi.say(...oneByOne(READ));
  const [prompt] = (await pi.entries()).filter(
    (entry) => entry.type === 'message' && entry.message.role === 'user',
  );
  await pi.session.navigateTree(prompt?.id ?? '');
  assert.deepEqual(denials(await pi.say(...oneByOne(READ))), [false]);
});

test('a reload of the extensions asks nothing again', async (t) => {
  const pi = await open(await setUp(t));
  await pi.say(...oneByOne(READ));
  await pi.session.reload();
  assert.deepEqual(denials(await pi.say(...oneByOne(READ, CAT))), [false, false]);
});

test('a session without a file is asked once', async (t) => {
  const { model, sandbox } = await setUp(t);
  model.push(...atOnce(READ, READ));
  const run = await sandbox.run({ api, prompt: 'Go.', extensions, args: ['--no-session'] });
  assert.deepEqual(denialsAmong(run.events), [true, false]);
  assert.equal(run.stderr, '');
});

test('new, resumed, cloned and forked sessions of one process are told apart', async (t) => {
  const set = await setUp(t);
  const pi = await set.sandbox.rpc({ api, extensions });
  const first = await sessionOf(pi);
  assert.deepEqual(await denialsOf(pi, set, READ, TOPIC), [true, false]);

  await pi.command({ type: 'new_session' });
  assert.notEqual((await sessionOf(pi)).sessionId, first.sessionId);
  assert.deepEqual(await denialsOf(pi, set, READ, READ), [true, false]);

  await pi.command({ type: 'switch_session', sessionPath: first.sessionFile ?? '' });
  assert.equal((await sessionOf(pi)).sessionId, first.sessionId);
  assert.deepEqual(await denialsOf(pi, set, READ), [false]);

  await pi.command({ type: 'clone' });
  assert.notEqual((await sessionOf(pi)).sessionId, first.sessionId);
  assert.deepEqual(await denialsOf(pi, set, READ, READ), [true, false]);

  const entryId = (await pi.command({ type: 'get_fork_messages' })) as { messages: { entryId: string }[] };
  await pi.command({ type: 'fork', entryId: entryId.messages.at(-1)?.entryId ?? '' });
  assert.deepEqual(await denialsOf(pi, set, READ, READ), [true, false]);
});

async function sessionOf(pi: PiRpc): Promise<RpcSessionState> {
  return (await pi.command({ type: 'get_state' })) as RpcSessionState;
}

/** What becomes of the calls that the model makes in the process's session. */
async function denialsOf(pi: PiRpc, { model }: SetUp, ...calls: Call[]): Promise<boolean[]> {
  const before = pi.events.length;
  model.push(...oneByOne(...calls));
  await pi.prompt('Go.');
  return denialsAmong(pi.events.slice(before));
}

test('an entry that cannot be written costs only that a resumed session may be asked once more', async (t) => {
  const set = await setUp(t);
  const failing: typeof featureMap = (pi) =>
    featureMap(
      new Proxy(pi, {
        get: (target, name) =>
          name === 'appendEntry'
            ? () => {
                throw new Error('the disk is full');
              }
            : Reflect.get(target, name),
      }),
    );
  const pi = await open(set, { extensionFactories: [failing] });

  assert.deepEqual(denials(await pi.say(...oneByOne(READ, READ, TOPIC))), [true, false, false]);
  assert.deepEqual(pi.extensionErrors, []);

  await pi.close();
  const resumed = await open(set, { continue: true });
  assert.deepEqual(denials(await resumed.say(...oneByOne(READ, READ))), [true, false]);
});
