import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startScriptedModel, WIRE_APIS, type WireApi } from '../src/index.ts';
import { BODIES, eventsOf, PATHS, post } from './model-http.ts';

const turn = { parts: [{ type: 'text', text: 'hello' }] } as const;

/** A body that its endpoint refuses, and the error body that it refuses it with. */
const refused: Record<WireApi, { body: object; error: object }> = {
  'openai-completions': {
    body: { messages: [{ role: 'assistant', content: 'x', tool_calls: [] }] },
    error: {
      error: {
        message: "Invalid 'messages[0].tool_calls': empty array. Expected an array with minimum length 1.",
        type: 'invalid_request_error',
        param: 'messages[0].tool_calls',
        code: 'completions/tool-calls-empty',
      },
    },
  },
  'openai-responses': {
    body: { input: [{ type: 'function_call_output', call_id: 'c1', output: '' }] },
    error: {
      error: {
        message: 'No tool call found for function call output with call_id c1.',
        type: 'invalid_request_error',
        param: 'input[0].call_id',
        code: 'responses/output-without-call',
      },
    },
  },
  anthropic: {
    body: { messages: [{ role: 'user', content: [{ type: 'text', text: '' }] }] },
    error: {
      type: 'error',
      error: {
        type: 'invalid_request_error',
        message: 'messages.0.content.0: text content blocks must be non-empty',
      },
    },
  },
  google: {
    body: { contents: [{ role: 'robot', parts: [{ text: 'x' }] }] },
    error: {
      error: { code: 400, message: 'Please use a valid role: user, model.', status: 'INVALID_ARGUMENT' },
    },
  },
};

for (const api of WIRE_APIS) {
  it(`a refused ${api} request gets the provider's error body, is recorded and uses no turn`, async () => {
    await using server = await startScriptedModel({ turns: [turn] });
    const refusal = await post(server, api, refused[api].body);
    assert.deepEqual([refusal.status, await refusal.json()], [400, refused[api].error]);
    const accepted = await post(server, api);
    assert.equal(accepted.status, 200);
    const [first, second] = server.requests;
    assert.deepEqual(first?.body, refused[api].body);
    assert.equal(first?.violations.length, 1);
    assert.deepEqual([first?.status, second?.status, second?.violations], [400, 200, []]);
    assert.deepEqual([second?.api, second?.method, second?.path], [api, 'POST', PATHS[api]]);
  });

  it(`a ${api} request past the end of the script is recorded and told so with 500`, async () => {
    await using server = await startScriptedModel({ turns: [turn] });
    await eventsOf(await post(server, api));
    const over = await post(server, api);
    assert.equal(over.status, 500);
    assert.match(await over.text(), /script is over: all 1 of its turns are used/);
    assert.deepEqual(
      server.requests.map(({ status }) => status),
      [200, 500],
    );
    server.push(turn);
    assert.equal((await post(server, api)).status, 200);
  });

  it(`a scripted HTTP error uses its turn and has the shape of ${api}`, async () => {
    await using server = await startScriptedModel({
      turns: [{ httpError: { status: 429, message: 'later' } }, turn],
    });
    const error = await post(server, api);
    assert.deepEqual([error.status, error.headers.get('content-type')], [429, 'application/json']);
    assert.match(await error.text(), /"message":"later"/);
    assert.equal((await post(server, api)).status, 200);
  });
}

it('a lenient server answers illegal histories and still records what is wrong with them', async () => {
  await using server = await startScriptedModel({ turns: [turn], strict: false });
  assert.equal((await post(server, 'anthropic', refused.anthropic.body)).status, 200);
  assert.deepEqual(
    server.requests.map(({ status, violations }) => [status, violations.map(({ rule }) => rule)]),
    [[200, ['anthropic/text-blank']]],
  );
});

it('a body that is not JSON is refused and recorded as text, even by a lenient server', async () => {
  await using server = await startScriptedModel({ turns: [turn], strict: false });
  const response = await post(server, 'openai-completions', '{"half');
  assert.equal(response.status, 400);
  assert.deepEqual([server.requests[0]?.body, server.requests[0]?.status], ['{"half', 400]);
});

it('a history of several megabytes is taken', async () => {
  await using server = await startScriptedModel({ turns: [turn] });
  const messages = Array.from({ length: 9 }, () => ({ role: 'user', content: 'x'.repeat(1_000_000) }));
  assert.equal((await post(server, 'openai-completions', { messages })).status, 200);
});

it('a path of no API is told so', async () => {
  await using server = await startScriptedModel({ turns: [turn] });
  const response = await fetch(`${server.url}/v1/models`);
  assert.equal(response.status, 404);
  assert.match(await response.text(), /serves no GET \/v1\/models/);
  assert.deepEqual(server.requests, []);
});

it('an API is found under any prefix that a base URL may have', async () => {
  await using server = await startScriptedModel({ turns: [turn] });
  const body = JSON.stringify(BODIES['openai-completions']);
  const response = await fetch(`${server.url}/chat/completions`, { method: 'POST', body });
  assert.equal(response.status, 200);
});

/** What only the end of a stream holds. */
const ENDS: Record<WireApi, string> = {
  'openai-completions': '"finish_reason":"',
  'openai-responses': 'response.completed',
  anthropic: 'message_delta',
  google: 'finishReason',
};

for (const api of WIRE_APIS) {
  it(`a ${api} turn that hangs sends its parts and no end; close ends the stream and frees the port`, async () => {
    const call = { type: 'call', id: 'c1', name: 'read', arguments: '{"path":"' } as const;
    const server = await startScriptedModel({ turns: [{ parts: [...turn.parts, call], hang: true }] });
    const response = await post(server, api);
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    const { value: sent = '' } = (await reader?.read()) ?? {};
    await server.close();
    assert.match(sent, /read/);
    assert.ok(!sent.includes(ENDS[api]));
    await assert.rejects(async () => reader?.read());
    await assert.rejects(fetch(server.url));
    await server.close();
  });
}

it('only this machine can reach the server', async () => {
  await using server = await startScriptedModel({ turns: [] });
  assert.match(server.url, /^http:\/\/127\.0\.0\.1:\d+$/);
});

it('a lone surrogate in a request is taken as it is', async () => {
  await using server = await startScriptedModel({ turns: [turn] });
  const body = '{"messages":[{"role":"user","content":"\\ud83d"}]}';
  assert.equal((await post(server, 'openai-completions', body)).status, 200);
});
