import { isJsonObject, isObjectOrList, type JsonObject } from '../../json-object.ts';
import { type Block, blocksOf, isToolCall, type MessageLike } from '../../message.ts';
import { DIAGNOSTIC_TYPE } from '../../stored-diagnostic.ts';
import { BLANK_STAND_IN, STAND_IN } from '../json/reducer.ts';

const NO_ARGUMENTS: JsonObject = {};
const NO_LIST: readonly unknown[] = [];

/**
 * A message with no more of it than judging takes, in little memory: texts only say whether they are blank, and
 * arguments whether they are an object. It is judged as the message that came in, as long as that holds no half
 * surrogate pair and no two calls of one id.
 */
export function shortened(message: MessageLike): MessageLike {
  const fields = message as JsonObject;
  const { role } = message;
  const content = shortContent(message.content);
  switch (role) {
    case 'assistant': {
      const short = { role, content, api: fields.api, stopReason: fields.stopReason };
      const diagnostics = ownDiagnostics(fields.diagnostics);
      return diagnostics === undefined ? short : withFields(short, { diagnostics });
    }
    case 'toolResult': {
      const { toolCallId, toolName, isError } = fields;
      return withFields({ role, content }, { toolCallId, toolName, isError });
    }
    case 'bashExecution': {
      const { excludeFromContext } = fields;
      return excludeFromContext === undefined ? { role } : withFields({ role }, { excludeFromContext });
    }
    case 'branchSummary':
    case 'compactionSummary':
      return { role };
    default:
      return { role, content };
  }
}

function withFields(message: MessageLike, fields: JsonObject): MessageLike {
  return { ...message, ...fields };
}

/** Whether two calls of a message have one id, so that their arguments may decide which is which. */
export function hasRepeatedId(message: MessageLike): boolean {
  const calls = blocksOf(message).filter(isToolCall);
  return calls.length > 1 && new Set(calls.map(({ id }) => id)).size < calls.length;
}

function shortContent(content: unknown): unknown {
  if (typeof content === 'string') return shortText(content);
  if (Array.isArray(content)) return content.map(shortBlock);
  return isJsonObject(content) ? {} : content;
}

const SHORT_TEXTS = ['', BLANK_STAND_IN, STAND_IN];
/** Blocks that stand for all of their kind. */
const TEXTS = new Map(SHORT_TEXTS.map((text) => [text, { type: 'text', text }]));
const THINKING = new Map(SHORT_TEXTS.map((thinking) => [thinking, { type: 'thinking', thinking }]));
const SIGNED_THINKING = new Map(
  SHORT_TEXTS.map((thinking) => [thinking, { type: 'thinking', thinking, thinkingSignature: STAND_IN }]),
);
const REDACTED_THINKING = { type: 'thinking', thinking: '', redacted: true };
/** Any block that is neither text nor thinking nor a call: no rule asks what it holds. */
const OTHER = { type: 'image' };

function shortBlock(block: unknown): unknown {
  if (typeof block === 'string') return STAND_IN;
  if (!isObjectOrList(block)) return block;
  const { type, text, thinking } = block;
  switch (type) {
    case 'toolCall':
      return shortCall(block);
    case 'text':
      if (block.textSignature) return { type, text: shortText(text), textSignature: STAND_IN };
      return TEXTS.get(shortText(text));
    case 'thinking':
      if (block.redacted) return REDACTED_THINKING;
      return (block.thinkingSignature ? SIGNED_THINKING : THINKING).get(shortText(thinking));
    default:
      return OTHER;
  }
}

function shortCall(call: JsonObject): Block {
  const { id, name, thoughtSignature } = call;
  const block = { type: 'toolCall', id, name, arguments: shortArguments(call.arguments) };
  return thoughtSignature ? { ...block, thoughtSignature: STAND_IN } : block;
}

/** Text is kept: what it holds as JSON is judged. */
function shortArguments(args: unknown): unknown {
  if (isJsonObject(args)) return NO_ARGUMENTS;
  return Array.isArray(args) ? NO_LIST : args;
}

/** What is no text says as little as an empty one. */
function shortText(text: unknown): string {
  if (typeof text !== 'string' || text === '') return '';
  const first = text.charCodeAt(0);
  const saysSomething = (first > 0x20 && first < 0x7f) || text.trim() !== '';
  return saysSomething ? STAND_IN : BLANK_STAND_IN;
}

/** What the guard itself wrote; nothing else of them is read again. */
function ownDiagnostics(diagnostics: unknown): unknown[] | undefined {
  if (!Array.isArray(diagnostics)) return undefined;
  const own = diagnostics.filter(
    (diagnostic) => isJsonObject(diagnostic) && diagnostic.type === DIAGNOSTIC_TYPE,
  );
  return own.length > 0 ? own : undefined;
}
