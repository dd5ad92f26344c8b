import { validatorContract } from './wire-contract.ts';

const said = (id: string) => ({
  type: 'message',
  role: 'assistant',
  id,
  content: [{ type: 'output_text', text: '', annotations: [] }],
});
const user = { role: 'user', content: [{ type: 'input_text', text: 'go' }] };
const call = (callId: string, id: string) => ({
  type: 'function_call',
  id,
  call_id: callId,
  name: 'ls',
  arguments: '{}',
});
const output = (callId: string) => ({ type: 'function_call_output', call_id: callId, output: '' });

validatorContract({
  api: 'openai-responses',
  emitted: {
    reasoningOfItem: new Map([
      ['rs_1', undefined],
      ['fc_1', 'rs_1'],
      ['fc_2', 'rs_1'],
      ['rs_2', undefined],
      ['msg_2', 'rs_2'],
    ]),
  },
  legal: {
    input: [
      { role: 'developer', content: 'be brief' },
      user,
      { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'e' },
      { ...call('c1', 'fc_1'), name: 'read' },
      call('c2', 'fc_2'),
      output('c1'),
      output('c2'),
      { type: 'reasoning', id: 'rs_2', summary: [], encrypted_content: 'e' },
      said('msg_2'),
      said('msg_3'),
      { type: 'custom_tool_call', id: 'ctc_1', call_id: 'c1', name: 'apply', input: '' },
      { type: 'custom_tool_call_output', call_id: 'c1', output: [] },
      user,
    ],
  },
  broken: {
    'responses/input-empty': [['input', []]],
    'responses/role': [['input[9].role', 'tool']],
    'responses/content-part': [['input[9].content[0].type', 'input_text']],
    'responses/content-text': [['input[9].content[0].text', undefined]],
    'responses/call-id-type': [
      ['input[4].call_id', undefined],
      ['input[6]', user],
    ],
    'responses/call-id-empty': [
      ['input[4].call_id', ''],
      ['input[6]', user],
    ],
    'responses/call-id-length': [
      ['input[4].call_id', 'c'.repeat(65)],
      ['input[6]', user],
    ],
    'responses/call-id-duplicate': [
      ['input[4].call_id', 'c1'],
      ['input[6]', user],
    ],
    'responses/name-type': [['input[3].name', 7]],
    'responses/name-empty': [['input[3].name', '']],
    'responses/name-length': [['input[3].name', 'x'.repeat(129)]],
    'responses/name-pattern': [['input[3].name', 'read file']],
    'responses/arguments-type': [['input[3].arguments', {}]],
    'responses/output-type': [['input[5].output', undefined]],
    'responses/call-without-output': [['input[6]', user]],
    'responses/output-without-call': [['input[12]', output('c9')]],
    'responses/output-twice': [['input[12]', output('c1')]],
    'responses/item-id-prefix': [['input[4].id', 'call_2']],
    'responses/item-id-length': [['input[4].id', `fc_${'x'.repeat(62)}`]],
    'responses/item-id-duplicate': [
      ['input[9]', call('c8', 'fc_2')],
      ['input[12]', output('c8')],
    ],
    'responses/reasoning-summary': [['input[2].summary', undefined]],
    'responses/reasoning-without-item': [['input[8]', user]],
    'responses/item-without-reasoning': [['input[7]', user]],
  },
});
