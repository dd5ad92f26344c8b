import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { buildIncidentRecord, guardAssistantMessage } from '../src/guardian.ts';
import { incidentLine, MAX_RECORD_BYTES } from '../src/incident-record.ts';
import { assistant, call, text, thinking } from './build.ts';

const session = { sessionId: 'session-1', cwd: '/project' };

function recordOf(message: ReturnType<typeof assistant>) {
  const guarded = guardAssistantMessage(message);
  assert.ok(guarded);
  return buildIncidentRecord(message, session, guarded.removedToolCalls);
}

describe('an incident record', () => {
  it('says when, where, by which model, what was done and what was taken out', () => {
    const bad = call('', 'read', { arguments: { path: 'a.txt' } });
    const message = assistant([text('secret words'), thinking('secret thought'), bad, call('a', 'bash')], {
      responseId: 'resp_1',
    });
    const record = JSON.parse(incidentLine(recordOf(message)));
    assert.deepEqual(record, {
      timestamp: '2023-11-14T22:13:20.000Z',
      kind: 'malformed_tool_call',
      sessionId: 'session-1',
      cwd: '/project',
      provider: 'fake',
      model: 'fake-model',
      api: 'openai-completions',
      responseId: 'resp_1',
      action: 'dropped_some',
      removedToolCalls: [{ contentIndex: 2, reason: 'blank-id', toolCall: bad }],
    });
  });

  it('never holds text, thinking or calls that were kept', () => {
    const message = assistant([text('secret'), thinking('secret'), call('', 'x'), call('a', 'secret')]);
    assert.doesNotMatch(incidentLine(recordOf(message)), /secret/);
  });

  it('says dropped_all when no call is left', () => {
    assert.equal(recordOf(assistant([call('', 'x'), call('a', '')])).action, 'dropped_all');
  });

  it('leaves responseId out where there is none', () => {
    assert.equal('responseId' in recordOf(assistant([call('', 'x')])), false);
  });

  for (const timestamp of [undefined, null, 'today', Number.NaN, 1e300, {}]) {
    it(`takes the present where the message says ${JSON.stringify(timestamp)} as its time`, () => {
      const before = Date.now();
      const { timestamp: iso } = recordOf(assistant([call('', 'x')], { timestamp }));
      const time = Date.parse(iso);
      assert.ok(time >= before && time <= Date.now());
    });
  }
});

describe('a record that is too large', () => {
  it('of 5 MB is written with what is long cut and marked', () => {
    const content = 'x'.repeat(5_000_000);
    const message = assistant([call('', 'write', { arguments: { path: 'a.txt', content } })]);
    const line = incidentLine(recordOf(message));
    assert.ok(Buffer.byteLength(line) <= MAX_RECORD_BYTES);
    const record = JSON.parse(line);
    assert.equal(record.truncated, true);
    assert.equal(record.sessionId, 'session-1');
    const { arguments: kept } = record.removedToolCalls[0].toolCall;
    assert.equal(kept.path, 'a.txt');
    assert.match(kept.content, /^x+\[cut: \d+ more characters\]$/);
  });

  it('with many long lists, keys and levels still fits', () => {
    let deep: unknown = 'x';
    for (let level = 0; level < 500; level++)
      deep = { [`key${level}`.repeat(100)]: deep, other: 'y'.repeat(2000) };
    const list = Array.from({ length: 300_000 }, (_, index) => ({ index }));
    const message = assistant(Array.from({ length: 50 }, () => call('', 'x', { arguments: { deep, list } })));
    const line = incidentLine(recordOf(message));
    assert.ok(Buffer.byteLength(line) <= MAX_RECORD_BYTES);
    assert.equal(JSON.parse(line).truncated, true);
  });

  it('with a cycle is written with the cycle cut', () => {
    const loop: Record<string, unknown> = {};
    loop.self = loop;
    assert.equal(
      JSON.parse(incidentLine(recordOf(assistant([call('', 'x', { arguments: loop })])))).truncated,
      true,
    );
  });

  it('keeps every field of the record and of its calls, however wide the arguments are', () => {
    const wide = (depth: number): unknown =>
      depth === 0
        ? 'x'.repeat(12)
        : Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`k${at}`, wide(depth - 1)]));
    const record = recordOf(assistant([call('', 'write', { arguments: wide(4) })]));
    const written = JSON.parse(incidentLine(record));
    assert.deepEqual(Object.keys(written), [...Object.keys(record), 'truncated']);
    const [{ toolCall, ...removed }] = written.removedToolCalls;
    assert.deepEqual(removed, { contentIndex: 0, reason: 'blank-id' });
    assert.equal(toolCall.name, 'write');
  });

  it('says how many calls were left out where there are too many', () => {
    const line = incidentLine(recordOf(assistant(Array.from({ length: 40_000 }, () => call('', 'x')))));
    assert.ok(Buffer.byteLength(line) <= MAX_RECORD_BYTES);
    const { removedToolCalls, omittedToolCalls } = JSON.parse(line);
    assert.equal(removedToolCalls.length + omittedToolCalls, 40_000);
  });

  it('any arguments give a line of valid JSON within the size', () => {
    fc.assert(
      fc.property(fc.anything({ maxDepth: 4 }), fc.integer({ min: 1, max: 300 }), (value, copies) => {
        const filler = 'y'.repeat(5000);
        const calls = Array.from({ length: copies }, () => call('', 'x', { arguments: { value, filler } }));
        const line = incidentLine(recordOf(assistant(calls)));
        assert.ok(Buffer.byteLength(line) <= MAX_RECORD_BYTES);
        assert.equal(JSON.parse(line).kind, 'malformed_tool_call');
      }),
      { numRuns: 60 },
    );
  });
});
