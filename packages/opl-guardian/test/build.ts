/** Short builders of Pi messages for the tests of this package. */
export type Fields = Record<string, unknown>;

export const call = (id: unknown, name: unknown, more: Fields = {}) => ({
  type: 'toolCall',
  id,
  name,
  arguments: {},
  ...more,
});
export const text = (words: string, more: Fields = {}) => ({ type: 'text', text: words, ...more });
export const thinking = (words: string, signature?: string) => ({
  type: 'thinking',
  thinking: words,
  ...(signature === undefined ? {} : { thinkingSignature: signature }),
});
export const assistant = (content: unknown, more: Fields = {}) => ({
  role: 'assistant',
  api: 'openai-completions',
  provider: 'fake',
  model: 'fake-model',
  stopReason:
    Array.isArray(content) && content.some((block: Fields) => block?.type === 'toolCall')
      ? 'toolUse'
      : 'stop',
  timestamp: 1_700_000_000_000,
  content,
  ...more,
});
export const user = (words: string) => ({ role: 'user', content: words, timestamp: 1_700_000_000_000 });
export const result = (toolCallId: unknown, toolName: unknown, words = 'done') => ({
  role: 'toolResult',
  toolCallId,
  toolName,
  content: [text(words)],
  isError: false,
  timestamp: 1_700_000_000_001,
});
