import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { toJsonWithin } from '../src/bounded-json.ts';
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

  it('any object fits into any size from 1 KiB, as valid JSON', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.integer({ min: 1024, max: 4096 }),
        (value, size) => {
          const json = toJsonWithin(value as never, size);
          JSON.parse(json);
          assert.ok(Buffer.byteLength(json) <= size);
        },
      ),
    );
  });
});
