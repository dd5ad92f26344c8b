import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { UnreadableSession } from '../../src/formats/format.ts';
import { messagesFormat } from '../../src/formats/messages.ts';
import { readList, repairList } from './read-list.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const sniff = (text: string) => messagesFormat.sniff('some.json', bytes(text));

const prompt = { role: 'user', content: 'Have a look.' };
const call = (id: string, name: string, args = '{}') => ({
  id,
  type: 'function',
  function: { name, arguments: args },
});
const turn = (...calls: object[]) => ({ role: 'assistant', content: null, tool_calls: calls });
const result = (id: string) => ({ role: 'tool', tool_call_id: id, content: 'what it said' });

describe('recognising a list of messages', () => {
  it('takes a list, an object that holds one, and messages line by line', () => {
    for (const list of [[prompt], { model: 'm', messages: [prompt] }, { contents: [] }, { input: [] }]) {
      assert.equal(sniff(JSON.stringify(list)), true, JSON.stringify(list));
      assert.equal(sniff(JSON.stringify(list, null, 2)), true, 'indented');
    }
    assert.equal(sniff(JSON.stringify(prompt)), true);
    assert.equal(sniff(`${JSON.stringify(prompt)}\n${JSON.stringify(turn())}\n`), true);
    assert.equal(sniff(`\uFEFF${JSON.stringify([prompt])}`), true, 'behind a byte order mark');
  });

  it('takes a list of which the head shows only the beginning', () => {
    const long = JSON.stringify({ model: 'm', system: 'x'.repeat(100_000), messages: [prompt] });
    assert.equal(sniff(long.slice(0, 64 * 1024)), true);
    assert.equal(
      sniff(JSON.stringify([{ ...prompt, content: 'x'.repeat(100_000) }]).slice(0, 64 * 1024)),
      true,
    );
    const wide = bytes(JSON.stringify({ model: 'm', instructions: '漢'.repeat(40_000), input: [prompt] }));
    assert.equal(messagesFormat.sniff('some.json', wide.subarray(0, 64 * 1024)), true, 'few wide letters');
  });

  it('leaves other files alone', () => {
    const header = '{"type":"session","version":3,"id":"s","cwd":"/p"}\n';
    const entry = '{"type":"message","id":"a","parentId":null,"message":{"role":"user","content":"hi"}}\n';
    for (const text of [
      '',
      '[]',
      '{}',
      '"user"',
      'role: user',
      '{"name":"p","version":"1"}',
      header + entry,
    ]) {
      assert.equal(sniff(text), false, text);
    }
    assert.equal(messagesFormat.sniff('x', Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0, 0)), false);
  });
});

describe('a list of messages that is odd or hostile', () => {
  const poisoned = [prompt, turn(call('', 'read')), result(''), prompt];

  it('keeps its byte order mark when it is mended', async () => {
    for (const list of [JSON.stringify(poisoned), poisoned.map((item) => JSON.stringify(item)).join('\n')]) {
      const { text, rules } = await repairList(`\uFEFF${list}`);
      assert.deepEqual(rules, ['blank-id']);
      const mended = await repairList(list);
      assert.equal(text, `\uFEFF${mended.text}`);
    }
  });

  it('is read where a field is an object that cannot be turned into text', async () => {
    const odd = { toString: 1, valueOf: 1 };
    const list = [prompt, { role: 'assistant', type: odd, content: 'Hello.' }, { role: odd, type: odd }];
    const [branch] = (await readList(JSON.stringify(list))).branches;
    assert.deepEqual(
      branch?.messages.map(({ role }) => role),
      ['user', 'assistant', 'system'],
    );
  });

  it('keeps the bytes around each of many changes in one document', async () => {
    const turns = Array.from({ length: 400 }, (_, at) => [
      { role: 'user', content: `Go ${at}.` },
      { ...turn(call('', 'read', '{ "a" : 1.0 }')), weight: 'WEIGHT' },
      { ...result(''), name: 'read', size: 'WEIGHT' },
    ]);
    const list = JSON.stringify(turns.flat(), null, 1).replaceAll('"WEIGHT"', '1.50e0');
    const { text, plan } = await repairList(list);
    assert.equal(plan.changes.length, 800);
    assert.equal(text.replace(/opl_\w+/g, ''), list);
  });
});

describe('reading a list of messages', () => {
  const dialects: [string, string | undefined, unknown][] = [
    ['chat completions', 'openai-completions', [prompt, turn(call('c', 'read')), result('c')]],
    ['plain texts', 'openai-completions', [prompt, { role: 'assistant', content: 'Hello.' }]],
    [
      'the Responses API',
      'openai-responses',
      { input: [{ type: 'function_call', call_id: 'c', name: 'n', arguments: '{}' }] },
    ],
    ['texts under "input"', 'openai-responses', { input: [prompt] }],
    [
      'Anthropic',
      'anthropic',
      [prompt, { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'n', input: {} }] }],
    ],
    ['Anthropic texts', 'anthropic', { system: 'You help.', messages: [prompt] }],
    ['Gemini', 'google', { contents: [{ role: 'user', parts: [{ text: 'Have a look.' }] }] }],
    [
      'Pi, made on Anthropic',
      'anthropic',
      [prompt, { role: 'assistant', content: [], api: 'anthropic-messages', stopReason: 'stop' }],
    ],
    [
      'Pi, made somewhere',
      undefined,
      [prompt, { role: 'assistant', content: [], api: 'other', stopReason: 'stop' }],
    ],
  ];
  for (const [name, api, list] of dialects) {
    it(`knows the API of ${name}`, async () => {
      const session = await readList(JSON.stringify(list));
      assert.equal(session.branches.length, 1);
      assert.equal(session.branches[0]?.lastApi, api);
    });
  }

  it('names places by message in a document and by line in JSON Lines', async () => {
    const list = [prompt, turn(call('', ''))];
    const [document] = (await readList(JSON.stringify(list))).branches;
    const [lines] = (await readList(list.map((item) => `${JSON.stringify(item)}\n\n`).join(''))).branches;
    assert.ok(document && lines);
    assert.deepEqual(document.messages.map(document.placeOf), ['message 1', 'message 2']);
    assert.deepEqual(lines.messages.map(lines.placeOf), ['line 1', 'line 3']);
  });

  it('says what is wrong with a file that holds no list', async () => {
    for (const [text, why] of [
      ['{"messages": "none"}', /no list of messages: expected a JSON array/],
      ['{"messages": [', /no JSON: /],
      ['', /no JSON: /],
      ['7', /no list of messages/],
    ] as const) {
      await assert.rejects(
        readList(text),
        (error) => error instanceof UnreadableSession && why.test(error.message),
      );
    }
  });

  it('refuses a file that is too large to be one text, without reading it', async () => {
    const range = () => assert.fail('it was read');
    const chunks = () => assert.fail('it was read');
    await assert.rejects(
      messagesFormat.read({ file: 'x', size: 600 * 1024 * 1024, range, chunks }),
      /600 MB is too large/,
    );
  });

  it('mentions lines that are no message, a torn last one too, and keeps them in their place', async () => {
    const lines = [
      JSON.stringify(prompt),
      '# a remark',
      JSON.stringify(turn(call('c', 'a b'))),
      JSON.stringify(result('c')),
      '{"role":"us',
    ];
    const session = await readList(lines.join('\n'));
    assert.deepEqual(
      session.remarks.map(({ place }) => place),
      ['line 2', 'line 5'],
    );
    const { text } = await repairList(lines.join('\n'));
    assert.equal(text, lines.join('\n').replace('a b', 'a_b'));
  });
});

describe('mending a list of messages', () => {
  it('keeps every byte of a healthy file', async () => {
    const oddly =
      '\uFEFF[ {"role":"user", "content":"\\u0041", "n":1.0, "n":2, "__proto__":{"x":1e400}},\n\n]'.replace(
        ',\n\n]',
        '\n\n]',
      );
    for (const text of [oddly, `${JSON.stringify(prompt)}\r\n\n{"role":"assistant","content":"x"}`]) {
      const { bytes: after, plan } = await repairList(text);
      assert.deepEqual(plan.changes, []);
      assert.deepEqual(Buffer.from(after), Buffer.from(bytes(text)));
    }
  });

  it('says for each change what stands there before and after, and why', async () => {
    const list = [prompt, turn(call('', 'read')), result(''), prompt, turn(call('c', 'read')), prompt];
    const { plan } = await repairList(JSON.stringify(list));
    assert.deepEqual(
      plan.changes.map(({ place, findings }) => [place, findings.map(({ rule }) => rule)]),
      [
        ['message 2', ['blank-id']],
        ['message 3', ['blank-id']],
        ['behind message 5', ['call-without-result']],
      ],
    );
    assert.deepEqual(plan.changes[0]?.before, list[1]);
    assert.equal(plan.changes[2]?.before, undefined);
    assert.equal(Reflect.get(Object(plan.changes[2]?.after), 'role'), 'tool');
  });

  it('says why a line of the user stands where results in front of the first turn are left out', async () => {
    for (const list of [
      [result('c'), turn(call('d', 'read')), result('d')],
      [{ role: 'system', content: 's' }, result('c'), result('e'), turn(call('d', 'read')), result('d')],
    ]) {
      const { plan, text } = await repairList(JSON.stringify(list));
      assert.match(text, /left out here/);
      for (const { findings, place } of plan.changes) {
        assert.deepEqual([...new Set(findings.map(({ rule }) => rule))], ['result-without-call'], place);
      }
    }
  });

  it('shows a message that is left out', async () => {
    const { plan, text } = await repairList(
      JSON.stringify([prompt, turn(call('c', 'read')), result('c'), result('c'), prompt]),
    );
    assert.deepEqual(
      plan.changes.map(({ place, after }) => [place, after]),
      [['message 4', undefined]],
    );
    assert.equal(JSON.parse(text).length, 4);
  });

  it('shows a result that is put to its call, and changes nothing else', async () => {
    const list = [
      prompt,
      turn(call('c', 'read')),
      prompt,
      result('c'),
      { role: 'assistant', content: 'So.' },
    ];
    const { plan, text } = await repairList(JSON.stringify(list));
    assert.deepEqual(
      plan.changes.map(({ place }) => place),
      ['message 4'],
    );
    assert.deepEqual(JSON.parse(text), [list[0], list[1], list[3], list[2], list[4]]);
  });

  it('keeps what stands around the list', async () => {
    const body = { model: 'm', messages: [prompt, turn(call('c', 'a b')), result('c')], temperature: 0.5 };
    const { text } = await repairList(JSON.stringify(body));
    assert.equal(text, JSON.stringify(body).replace('a b', 'a_b'));
  });

  it('keeps every byte of what does not change, whatever it is', async () => {
    const before = '[ {"role":"user","content":"\\u0041 \xff","__proto__":{"x":1.50},"role":"user"} ,\n';
    const broken =
      '  {"role":"assistant","content":null,"tool_calls":[{"type":"function","function":{"name":"a b","arguments":"{}"},"id":"c"}],"n":1e400}';
    const after = ',\n{"role":"tool","tool_call_id":"c","content":"\xfe\x00"}\n]\n'.replace(
      '\x00',
      '\\u0000',
    );
    const { bytes: mended } = await repairList(Buffer.from(before + broken + after, 'latin1'));
    assert.equal(Buffer.from(mended).toString('latin1'), before + broken.replace('a b', 'a_b') + after);
  });

  it('reads each message of a mixed history in its own dialect', async () => {
    const mixed = [
      prompt,
      { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'read', input: {} }] },
      { role: 'tool', tool_call_id: 't1', content: 'what it said' },
      turn(call('c1', 'read'), call('c2', 'read')),
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'c1', content: 'x' },
          { type: 'tool_result', tool_use_id: 'c2', content: 'y' },
        ],
      },
    ];
    assert.deepEqual((await repairList(JSON.stringify(mixed))).rules, []);
  });
});
