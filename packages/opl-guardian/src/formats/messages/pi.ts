import { type Codec, fieldsOf, unitOf, type Written } from './core.ts';

/** Pi's own messages, as `AgentSession.messages` and its session files hold them. */
export const piCodec: Codec = {
  read(items, at) {
    const message = fieldsOf(items[at]);
    return unitOf([items[at]], piCodec, [typeof message.role === 'string' ? message : { role: 'system' }]);
  },
  write: (unit, parts) => parts.map((part): Written => ({ item: withoutMemory(part), from: unit.items[0] })),
  userLine: (text) => ({ role: 'user', content: [{ type: 'text', text }] }),
  errorResult: ({ id, name }, text) => ({
    role: 'toolResult',
    toolCallId: id,
    toolName: name,
    content: [{ type: 'text', text }],
    isError: true,
  }),
};

/** A message without the symbol that links it to the list. */
function withoutMemory(message: object): object {
  return Object.fromEntries(Object.entries(message));
}
