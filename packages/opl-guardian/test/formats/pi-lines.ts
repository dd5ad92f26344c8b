import { header } from './pi-trees.ts';

/** The first line of a session. */
export const HEADER = JSON.stringify(header);
/** A line with a message of the user. */
export const userLine = (id: string, parentId: string | null, content = 'Go.') =>
  JSON.stringify({
    type: 'message',
    id,
    parentId,
    timestamp: 't',
    message: { role: 'user', content, timestamp: 1 },
  });
/** A turn with a call that has no id, and its result, which repair mends. */
export const poisoned = (parentId: string | null, more = '') => [
  `{"type":"message","id":"bad1","parentId":${JSON.stringify(parentId)},"timestamp":"t","message":{"role":"assistant","content":[{"type":"toolCall","id":"","name":"read","arguments":{}}],"api":"openai-completions","stopReason":"toolUse","timestamp":2${more}}}`,
  '{"type":"message","id":"bad2","parentId":"bad1","timestamp":"t","message":{"role":"toolResult","toolCallId":"","toolName":"read","content":[],"isError":false,"timestamp":3}}',
];

/** A file of these lines, each with its line feed. */
export const lines = (...parts: string[]) => parts.map((part) => `${part}\n`).join('');
