import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it, type TestContext } from 'node:test';
import type { SessionEvent } from '@deepseek-ai/dsh-session';
import type { Turn } from '@session-guards/testkit';
import { leftOutNote, unknownOutcomeText, unstoredResultNote } from '../../src/notes.ts';
import {
  dshHost,
  eventsIn,
  goesOn,
  healFor,
  logOf,
  readSession,
  repair,
  type WireMessage,
  writeLog,
} from './dsh-set-up.ts';

const call = (id: string | undefined, name: string, args: unknown = { pattern: '*' }) =>
  ({ type: 'call', ...(id === undefined ? {} : { id }), name, arguments: args }) as const;
const text = (words: string) => ({ type: 'text', text: words }) as const;
const say = (words: string): Turn => ({ parts: [text(words)] });

/** Place of the poisoned answer in the requests: system, two messages of another turn, and the prompt come first. */
const TURN = 4;

/** A session of the real host without the guard, with a turn of `turn` between two others. */
async function poisoned(t: TestContext, turn: Turn) {
  const host = await dshHost(t, { strict: false, invariants: false });
  const agent = await host.createAgent();
  await agent.say('Hello.', say('Hi.'));
  await agent.say('Go.', turn, ...(turn.stop === undefined ? [say('Done.')] : []));
  const { requests } = await agent.say('And?', say('That was it.'));
  await agent.dispose();
  const before = requests[0]?.messages as WireMessage[];
  return { host, id: agent.id, before, file: await logOf(host, agent.id) };
}

/** The same, after its stored events were changed. */
async function altered(t: TestContext, turn: Turn, alter: (event: SessionEvent) => unknown) {
  const session = await poisoned(t, turn);
  const events = (await eventsIn(session.file)).map(alter);
  await writeLog(session.host, session.id, events);
  return session;
}

/** Repairs such a session and opens it in a host with its checks on, and a model that refuses what is illegal. */
async function repaired(t: TestContext, turn: Turn, alter?: (event: SessionEvent) => unknown) {
  const { host, id, before, file } = await (alter ? altered(t, turn, alter) : poisoned(t, turn));
  const old = await eventsIn(file);
  const changes = await repair(file);
  assert.notDeepEqual(changes, []);
  const bytes = await readFile(file);
  assert.deepEqual(await repair(file), [], 'a second repair changes nothing');
  assert.deepEqual(await readFile(file), bytes);
  const events = await eventsIn(file);
  assert.deepEqual(
    events.map((event) => numbersOf(event)),
    old.map((event) => numbersOf(event)),
  );

  const strict = await dshHost(t, { persistence: String(host.sessionsRoot), invariants: true });
  const sent = await goesOn(strict, id);
  assert.deepEqual(sent.slice(-2), [
    { role: 'assistant', content: 'That was it.' },
    { role: 'user', content: 'Go on.' },
  ]);
  return { before, after: sent.slice(0, -2), changes, events };
}

const numbersOf = (event: object) => {
  const { seq, seq0, time, time0 } = event as Record<string, unknown>;
  return [seq ?? seq0, time ?? time0];
};

/** Asserts that two histories say the same but for the messages from `TURN` to `end`, and gives these. */
function differIn(before: readonly WireMessage[], after: readonly WireMessage[], end: number) {
  const behind = before.slice(end);
  assert.deepEqual(after.slice(1, TURN), before.slice(1, TURN));
  assert.deepEqual(after.slice(after.length - behind.length), behind);
  return after.slice(TURN, after.length - behind.length);
}

describe('a session that the strict model refuses, or that DSH itself refuses to open, goes on', () => {
  for (const [what, id] of [
    ['an empty', ''],
    ['a missing', undefined],
  ] as const) {
    it(`with a call of ${what} id: call and result get one`, async (t) => {
      const { before, after } = await repaired(t, { parts: [text('I look.'), call(id, 'glob')] });
      const [answer, result, ...rest] = differIn(before, after, TURN + 2);
      const minted = answer?.tool_calls?.[0]?.id;
      assert.match(String(minted), /^opl_/);
      const [oldAnswer, oldResult] = before.slice(TURN);
      assert.deepEqual(answer, { ...oldAnswer, tool_calls: [{ ...oldAnswer?.tool_calls?.[0], id: minted }] });
      assert.deepEqual([result, rest], [{ ...oldResult, tool_call_id: minted }, []]);
    });
  }

  it('with several calls of empty ids among others: each gets its own, wherever the log names it', async (t) => {
    const { before, after, events } = await repaired(t, {
      parts: [call('', 'glob'), call('a', 'glob'), call('', 'grep'), call('', 'read', { file_path: 'x' })],
    });
    const [answer, ...results] = differIn(before, after, TURN + 5);
    const ids = answer?.tool_calls?.map(({ id }) => id) ?? [];
    assert.equal(new Set(ids).size, 4);
    assert.equal(ids[1], 'a');
    assert.deepEqual(
      results.map((result) => result.tool_call_id),
      ids,
    );
    assert.deepEqual(
      events.flatMap((event) => (event.type === 'tool/call' ? [event.data.callId] : [])),
      ids,
    );
    assert.ok(!JSON.stringify(events).includes('"id":""'), 'chunks included');
  });

  it('with a call of an empty name: call and result leave, and what had run is told', async (t) => {
    const { before, after, events } = await repaired(t, { parts: [text('I look.'), call('a', '')] });
    const [answer, ...rest] = differIn(before, after, TURN + 2);
    assert.equal(answer?.tool_calls, undefined);
    assert.match(String(answer?.content), /^I look\.\n\n\[opl-guardian\]/);
    assert.deepEqual(
      rest.map(({ role }) => role),
      ['user'],
      'no two answers meet',
    );
    assert.equal(events.filter(({ type }) => type === 'tool/result').length, 0);
  });

  it('with nothing but a call of an empty name: the answer leaves too', async (t) => {
    const { before, after } = await repaired(t, { parts: [call('a', '')] });
    assert.deepEqual(differIn(before, after, TURN + 2), []);
  });

  it('with a call of an empty name beside another: the other one stays with its result', async (t) => {
    const { before, after } = await repaired(t, { parts: [call('a', ''), call('b', 'glob')] });
    const [answer, ...results] = differIn(before, after, TURN + 3);
    assert.deepEqual([answer?.content, answer?.tool_calls?.map(({ id }) => id)], [leftOutNote(1), ['b']]);
    assert.deepEqual(results, [before[TURN + 2]]);
  });

  for (const [what, name, legal] of [
    ['an illegal', 'functions.glob', 'functions_glob'],
    ['an over-long', 'x'.repeat(200), undefined],
    ['a name with a control token as', 'glob<|channel|>commentary', 'glob'],
  ] as const) {
    it(`with ${what} name: it becomes a legal one, the result stays`, async (t) => {
      const { before, after, events } = await repaired(t, { parts: [call('a', name)] });
      const [answer, result, ...rest] = differIn(before, after, TURN + 2);
      const given = answer?.tool_calls?.[0]?.function.name ?? '';
      assert.match(given, /^[\w-]{1,64}$/);
      if (legal !== undefined) assert.equal(given, legal);
      assert.deepEqual([result, rest], [before[TURN + 1], []]);
      const named = JSON.stringify(events.filter(({ type }) => type !== 'tool/result'));
      assert.ok(!named.includes(JSON.stringify(name)));
    });
  }

  it('with one id for two calls: the later one gets another', async (t) => {
    const { before, after } = await repaired(t, { parts: [call('a', 'glob'), call('a', 'grep')] });
    const [answer, ...results] = differIn(before, after, TURN + 3);
    const ids = answer?.tool_calls?.map(({ id }) => id) ?? [];
    assert.equal(ids[0], 'a');
    assert.match(String(ids[1]), /^opl_/);
    assert.deepEqual(
      results.map((result) => [result.tool_call_id, result.content]),
      [
        ['a', before[TURN + 1]?.content],
        [ids[1], before[TURN + 2]?.content],
      ],
    );
  });

  const two: Turn = { parts: [text('I look.'), call('a', 'glob'), call('b', 'grep')] };
  const isResultOf = (event: SessionEvent, id: string) =>
    event.type === 'tool/result' && String(event.data.message.source.callId) === id;

  it('with a result of an unknown call: it leaves, and an error result stands in its place', async (t) => {
    const { before, after } = await repaired(t, two, (event) =>
      isResultOf(event, 'a') ? JSON.parse(JSON.stringify(event).replaceAll('"a"', '"z"')) : event,
    );
    const [answer, ...results] = differIn(before, after, TURN + 3);
    assert.deepEqual(answer, before[TURN]);
    assert.deepEqual(
      results.toSorted((one, other) => String(one.tool_call_id).localeCompare(String(other.tool_call_id))),
      [{ role: 'tool', tool_call_id: 'a', content: unknownOutcomeText() }, before[TURN + 2]],
    );
  });

  it('with a call that nobody answered: it leaves with a note, since the log has no room for a result', async (t) => {
    const withoutResult = (event: SessionEvent) => {
      const { seq, time } = event;
      return isResultOf(event, 'a') ? { type: 'test/other', seq, time, data: {}, ignorable: true } : event;
    };
    const { changes } = await (await readSession((await altered(t, two, withoutResult)).file)).plan(
      healFor(),
    );
    assert.deepEqual(
      [...new Set(changes.flatMap(({ findings }) => findings.map(({ remedy }) => remedy)))],
      ['it is left out, and a note says that its outcome is unknown'],
    );
    const { before, after } = await repaired(t, two, withoutResult);
    const [answer, ...results] = differIn(before, after, TURN + 3);
    assert.equal(answer?.content, `I look.\n\n${unstoredResultNote(['glob'])}`);
    assert.deepEqual([answer.tool_calls?.map(({ id }) => id), results], [['b'], [before[TURN + 2]]]);
  });

  it('with two results of one call: the second one leaves', async (t) => {
    const { before, after } = await repaired(t, two, (event) =>
      isResultOf(event, 'b') ? JSON.parse(JSON.stringify(event).replaceAll('"b"', '"a"')) : event,
    );
    const [answer, ...results] = differIn(before, after, TURN + 3);
    assert.deepEqual(answer, before[TURN]);
    assert.deepEqual(
      results.map((result) => [result.tool_call_id, result.content]),
      [
        ['a', before[TURN + 1]?.content],
        ['b', unknownOutcomeText()],
      ],
    );
  });

  it('with half a surrogate pair in a text: U+FFFD stands in its place', async (t) => {
    const { before, after } = await repaired(t, { parts: [call('a', 'glob')] }, (event) =>
      JSON.parse(JSON.stringify(event).replaceAll('No files found', 'No \\ud800 files')),
    );
    const [answer, result] = differIn(before, after, TURN + 2);
    assert.deepEqual([answer, result?.content], [before[TURN], 'No \ufffd files']);
  });

  it('with arguments that are no object: an empty one stands in their place', async (t) => {
    const { before, after } = await repaired(t, { parts: [call('a', 'glob', '"*"')] });
    const [answer, result] = differIn(before, after, TURN + 2);
    assert.equal(answer?.tool_calls?.[0]?.function.arguments, '{}');
    assert.deepEqual(result, before[TURN + 1]);
  });
});
