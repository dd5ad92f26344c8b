import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { messagesFormat } from '../../src/formats/messages.ts';
import { assistant, call, result, text, user } from '../build.ts';
import { FAKE, fakeSession } from './fake-format.ts';
import { scan, scanJson } from './run-scan.ts';
import { oldFile, scratch } from './scratch.ts';

const google = { api: 'google-generative-ai' };

/** A result that is refused for two reasons: it stands away from its call, and under another name. */
const TWICE_WRONG = [
  user('go'),
  assistant([call('c1', 'read')], google),
  user('wait'),
  result('c1', 'bash'),
  assistant([text('done')], google),
];

const STOPPED = [user('go'), assistant([text('I look.')], { stopReason: 'toolUse' }), user('well?')];

async function judged(t: TestContext, content: string, args: string[] = [], format = FAKE) {
  const cwd = scratch(t);
  oldFile(cwd, 'a.jsonl', content);
  const { sessions } = await scanJson(cwd, ['a.jsonl', ...args], {}, [format]);
  const { stdout } = await scan(cwd, ['-v', 'a.jsonl', ...args], {}, [format]);
  return { ...sessions[0], stdout };
}

describe('a judgement', () => {
  it('names two faults of one message that one rule finds, each with the APIs that refuse it', async (t) => {
    const { findings, stdout } = await judged(t, fakeSession(TWICE_WRONG), ['--target', 'any']);
    const everywhere = ['openai-completions', 'openai-responses', 'anthropic', 'google'];
    assert.deepEqual(
      findings.map(({ place, remedy, apis }: Record<string, unknown>) => [place, remedy, apis]),
      [
        ['line 5', 'it stands directly behind its turn', everywhere],
        ['line 5', 'it has the name of its call', ['google']],
      ],
    );
    assert.match(stdout, /result-without-call \[every API\]: .*\n.*result-without-call \[google\]: /);
  });

  it('does not call a session blocked for a stop reason, which is no part of a request', async (t) => {
    const { status, findings, stdout } = await judged(t, fakeSession(STOPPED));
    assert.deepEqual([status, findings.length, findings[0].active], ['repairable', 1, false]);
    assert.match(stdout, /stop-without-call: .* \(not in the way of the next request\)\n/);
  });

  it('calls a list blocked that holds an empty list of calls', async (t) => {
    const list = [
      { role: 'user', content: 'go' },
      { role: 'assistant', content: 'I look.', tool_calls: [] },
      { role: 'user', content: 'well?' },
    ];
    const { status, rules } = await judged(t, JSON.stringify(list), [], messagesFormat);
    assert.deepEqual([status, rules], ['blocked', { 'stop-without-call': 1 }]);
  });
});
