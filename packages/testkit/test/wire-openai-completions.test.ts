import { validatorContract } from './wire-contract.ts';

const user = { role: 'user', content: 'and' };
const call = (id: string, name: string) => ({ id, type: 'function', function: { name, arguments: '{}' } });
const result = (id: string) => ({ role: 'tool', tool_call_id: id, content: '' });

validatorContract({
  api: 'openai-completions',
  legal: {
    messages: [
      { role: 'developer', content: 'be brief' },
      { role: 'user', content: [{ type: 'text', text: 'go' }] },
      { role: 'assistant', content: null, tool_calls: [call('c1', 'read'), call('c2', 'ls')] },
      result('c1'),
      result('c2'),
      { role: 'assistant', content: 'done' },
      {
        role: 'assistant',
        content: '',
        tool_calls: [{ id: 'c1', type: 'custom', custom: { name: 'x', input: '' } }],
      },
      result('c1'),
    ],
  },
  broken: {
    'completions/messages-empty': [['messages', []]],
    'completions/role': [['messages[5].role', 'robot']],
    'completions/content': [['messages[1].content', []]],
    'completions/assistant-empty': [['messages[5].content', '']],
    'completions/tool-calls-empty': [['messages[5].tool_calls', []]],
    'completions/tool-call-type': [['messages[2].tool_calls[0].type', undefined]],
    'completions/tool-call-id-type': [
      ['messages[2].tool_calls[1].id', 7],
      ['messages[4]', user],
    ],
    'completions/tool-call-id-empty': [
      ['messages[2].tool_calls[1].id', ''],
      ['messages[4]', user],
    ],
    'completions/tool-call-id-duplicate': [
      ['messages[2].tool_calls[1].id', 'c1'],
      ['messages[4]', user],
    ],
    'completions/tool-name-type': [['messages[2].tool_calls[0].function.name', null]],
    'completions/tool-name-empty': [['messages[2].tool_calls[0].function.name', '']],
    'completions/tool-name-length': [['messages[2].tool_calls[0].function.name', 'x'.repeat(65)]],
    'completions/tool-name-pattern': [['messages[2].tool_calls[0].function.name', 'multi.tool']],
    'completions/tool-arguments-type': [['messages[2].tool_calls[0].function.arguments', {}]],
    'completions/tool-call-unanswered': [['messages[4]', user]],
    'completions/tool-result-id-type': [['messages[5]', { role: 'tool', content: 'x' }]],
    'completions/tool-result-id-empty': [['messages[5]', result('')]],
    'completions/tool-result-without-call': [['messages[5]', result('c9')]],
    'completions/tool-result-twice': [['messages[5]', result('c2')]],
  },
});
