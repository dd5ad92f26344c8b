import { blocksOf, isToolCall, type MessageLike } from '../../message.ts';
import { ALL_APIS, type Rule } from '../rule.ts';

export const rule = {
  id: 'stop-without-call',
  apis: ALL_APIS,
  title: 'a turn that stopped for a tool call and holds none',
  remedy: 'the stop reason becomes an ordinary stop',
} as const satisfies Rule;

/** Whether a turn says that it stopped for a tool call, and holds none. */
export function stopsWithoutCall(turn: MessageLike): boolean {
  return turn.stopReason === 'toolUse' && !blocksOf(turn).some(isToolCall);
}
