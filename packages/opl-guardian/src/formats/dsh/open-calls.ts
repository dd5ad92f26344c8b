import { cutCalls, insertNote } from '../../cut.ts';
import type { CoreMessage } from '../../dsh/transcript.ts';
import { withoutItemPart } from '../../history/item-part.ts';
import { turnsOf } from '../../history/turns.ts';
import { blocksOf, isToolCall } from '../../message.ts';
import { unstoredResultNote } from '../../notes.ts';

/**
 * Takes out calls whose error result has no place in the log: a turn that ends with a fault of the host's own
 * scheduler keeps its calls without results (`executeToolCalls` in `dsh-agent-loop`).
 *
 * @param messages a mended history
 * @param homeless error results in it
 */
export function withoutOpenCalls(
  messages: readonly CoreMessage[],
  homeless: ReadonlySet<CoreMessage>,
): CoreMessage[] {
  return [...turnsOf(messages)].flatMap(({ messages: turn }) => {
    const [head] = turn;
    const isWhole = head?.role !== 'assistant' || !turn.some((message) => homeless.has(message));
    return isWhole ? turn : cutTurn(turn, head, homeless);
  });
}

function cutTurn(
  turn: readonly CoreMessage[],
  head: CoreMessage,
  homeless: ReadonlySet<CoreMessage>,
): CoreMessage[] {
  const ids = new Set(turn.filter((message) => homeless.has(message)).map(({ toolCallId }) => toolCallId));
  const open = blocksOf(head).filter((block) => isToolCall(block) && ids.has(block.id));
  const { content, unpairedCalls } = cutCalls(blocksOf(head), new Set(open), head.api);
  const unpaired = new Set(unpairedCalls.map(({ id }) => id));
  const sentId = (id: unknown) => (unpaired.has(id) ? withoutItemPart(String(id)) : id);
  const names = open.map((block) => String((block as { name?: unknown }).name));
  const noted = insertNote(content, unstoredResultNote(names), head.api);
  const rest = turn.slice(1).filter((message) => !homeless.has(message));
  return [
    {
      ...head,
      content: noted.map((block) => (isToolCall(block) ? { ...block, id: sentId(block.id) } : block)),
    },
    ...rest.map((message) => {
      const toolCallId = sentId(message.toolCallId);
      return toolCallId === message.toolCallId ? message : { ...message, toolCallId };
    }),
  ];
}
