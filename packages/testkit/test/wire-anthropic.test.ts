import { callKey } from '../src/model/emitted.ts';
import { validatorContract } from './wire-contract.ts';

const use = (id: string, name: string) => ({ type: 'tool_use', id, name, input: {} });
const result = (id: string) => ({ type: 'tool_result', tool_use_id: id, content: '', is_error: true });
const text = (words: string) => ({ type: 'text', text: words });

validatorContract({
  api: 'anthropic',
  emitted: {
    thinkingOfSignature: new Map([['sig', 'hm']]),
    signatureOfCall: new Map([
      [callKey('anthropic', 'read', {}), 'sig'],
      [callKey('anthropic', 'ls', {}), undefined],
    ]),
  },
  legal: {
    thinking: { type: 'enabled', budget_tokens: 1024 },
    messages: [
      { role: 'user', content: 'go' },
      { role: 'user', content: [text('on')] },
      { role: 'assistant', content: [text('first'), use('t0', 'read')] },
      { role: 'user', content: [result('t0')] },
      { role: 'assistant', content: [text('so')] },
      { role: 'user', content: 'more' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'hm', signature: 'sig' },
          text('and'),
          use('t1', 'read'),
          use('t2', 'x'),
        ],
      },
      { role: 'user', content: [result('t1')] },
      { role: 'user', content: [result('t2'), text('quick')] },
      { role: 'assistant', content: [use('t3', 'ls')] },
      { role: 'user', content: [result('t3')] },
      { role: 'assistant', content: [] },
    ],
  },
  broken: {
    'anthropic/messages-empty': [['messages', []]],
    'anthropic/role': [
      ['messages[11].role', 'tool'],
      ['messages[11].content', 'x'],
    ],
    'anthropic/content-empty': [['messages[1].content', '']],
    'anthropic/text-blank': [['messages[1].content[0].text', ' \n']],
    'anthropic/tool-use-id-type': [
      ['messages[9].content[0].id', undefined],
      ['messages[10].content[0]', text('x')],
    ],
    'anthropic/tool-use-id-pattern': [
      ['messages[9].content[0].id', ''],
      ['messages[10].content[0]', text('x')],
    ],
    'anthropic/tool-use-id-duplicate': [
      ['messages[9].content[0].id', 't2'],
      ['messages[10].content[0].tool_use_id', 't2'],
    ],
    'anthropic/tool-use-name-type': [['messages[6].content[3].name', null]],
    'anthropic/tool-use-name-pattern': [['messages[6].content[3].name', 'x'.repeat(129)]],
    'anthropic/tool-use-input': [['messages[6].content[3].input', '{"file":"a"}']],
    'anthropic/tool-use-unanswered': [['messages[10].content[0]', text('x')]],
    'anthropic/text-behind-tool-use': [['messages[9].content[1]', text('behind')]],
    'anthropic/tool-result-id': [['messages[10].content[1]', result('a b')]],
    'anthropic/tool-result-not-first': [['messages[8].content', [text('quick'), result('t2')]]],
    'anthropic/tool-result-without-use': [['messages[10].content[1]', result('t9')]],
    'anthropic/tool-result-twice': [['messages[10].content[1]', result('t3')]],
    'anthropic/error-result-content': [['messages[10].content[0].content', [{ type: 'image', source: {} }]]],
    'anthropic/thinking-signature': [['messages[6].content[0].signature', '']],
    'anthropic/thinking-changed': [['messages[6].content[0].thinking', 'hm.']],
    'anthropic/thinking-last': [['messages[4].content[1]', { type: 'redacted_thinking', data: 'd' }]],
    'anthropic/thinking-first': [['messages[6].content[0]', text('note')]],
  },
});
