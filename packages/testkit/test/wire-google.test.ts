import { callKey } from '../src/model/emitted.ts';
import { validatorContract } from './wire-contract.ts';

const call = (name: string, id?: string) => ({ functionCall: { name, args: {}, ...(id && { id }) } });
const response = (name: string, id?: string) => ({
  functionResponse: { name, response: { output: '' }, ...(id && { id }) },
});
const said = (role: string, text: string) => ({ role, parts: [{ text }] });

validatorContract({
  api: 'google',
  emitted: {
    thoughtSignatures: new Set(['c2ln']),
    signatureOfCall: new Map([[callKey('google', 'mcp:fs.read', {}), 'c2ln']]),
  },
  legal: {
    contents: [
      said('user', 'go'),
      { role: 'model', parts: [{ text: 'hm', thought: true }, call('mcp:fs.read')] },
      { role: 'user', parts: [response('mcp:fs.read')] },
      { role: 'model', parts: [{ text: '', thoughtSignature: 'YWJj' }] },
      said('user', 'more'),
      {
        role: 'model',
        parts: [
          { ...call('mcp:fs.read', 'c1'), thoughtSignature: 'c2ln' },
          call('ls', 'c2'),
          call('ls', 'c3'),
        ],
      },
      { role: 'user', parts: [response('ls', 'c3'), response('mcp:fs.read', 'c1')] },
      { role: 'user', parts: [response('ls', 'c2')] },
    ],
  },
  broken: {
    'google/contents-empty': [['contents', []]],
    'google/role': [['contents[4].role', 'assistant']],
    'google/parts-empty': [['contents[3].parts', []]],
    'google/part-empty': [['contents[3].parts[1]', {}]],
    'google/text-empty': [['contents[4].parts[0].text', '']],
    'google/function-name': [
      ['contents[1].parts[1].functionCall.name', ''],
      ['contents[2].parts[0].functionResponse.name', ''],
    ],
    'google/function-args': [['contents[1].parts[1].functionCall.args', '{}']],
    'google/call-id-type': [
      ['contents[1].parts[1].functionCall.id', 7],
      ['contents[2].parts[0].functionResponse.id', 7],
    ],
    'google/call-id-duplicate': [
      ['contents[5].parts[2].functionCall.id', 'c2'],
      ['contents[6].parts[0].functionResponse.id', 'c2'],
    ],
    'google/call-turn-position': [['contents[0].role', 'model']],
    'google/response-count': [['contents[7].parts[0]', { text: 'no' }]],
    'google/response-without-call': [['contents[4].parts[1]', response('ls')]],
    'google/response-match': [['contents[7].parts[0].functionResponse.id', 'c9']],
    'google/response-object': [['contents[7].parts[0].functionResponse.response', 'done']],
    'google/thought-signature-bytes': [['contents[3].parts[0].thoughtSignature', 'no base64!']],
    'google/thought-signature-missing': [['contents[5].parts[0].thoughtSignature', undefined]],
  },
});
