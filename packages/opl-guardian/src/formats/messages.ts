import type { Finding } from '../history/finding.ts';
import type { HostFacts } from '../history/host-facts.ts';
import { type TargetApi, targetOf } from '../history/target.ts';
import type { MessageLike } from '../message.ts';
import {
  type Branch,
  type RewritePlan,
  type SessionFormat,
  type SessionInput,
  UnreadableSession,
} from './format.ts';
import { rewriteJson } from './json/rewrite.ts';
import { changesOf } from './messages/changes.ts';
import { type ListedMessage, UNIT } from './messages/core.ts';
import { type Dialect, dialectOf } from './messages/dialect.ts';
import { parseListFile } from './messages/file.ts';
import { addedMessage, mendList, readList } from './messages/list.ts';

/** More cannot be one text in this runtime. */
const MAX_BYTES = 512 * 1024 * 1024;

/**
 * A plain list of messages: a JSON array, an object that keeps it under `messages`, `contents` or `input`, or one
 * message a line; in Pi's form or that of an API. The whole file is read into memory.
 */
export const messagesFormat: SessionFormat = {
  id: 'messages',
  title: 'list of messages',
  sniff: (_file, head) => looksLikeList(head),
  async read(input) {
    if (input.size > MAX_BYTES) {
      const megabytes = Math.round(input.size / 1024 / 1024);
      throw new UnreadableSession(
        `a list of messages of ${megabytes} MB is too large to be read at once: split it`,
      );
    }
    return readListSession(input);
  },
};

async function readListSession(input: SessionInput): ReturnType<SessionFormat['read']> {
  const bytes = await input.range(0, input.size);
  const file = parseListFile(bytes, rewriteJson);
  const dialect = dialectOf(file.items, file.around);
  const messages = readList(file.items, dialect);
  const placeOfItem = new Map(file.items.map((item, at) => [item, file.placeOf(at)]));
  const placeOf = ({ [UNIT]: unit }: ListedMessage) => placeOfItem.get(unit.items[0]) ?? 'a new message';
  const branch: Branch = {
    isActive: true,
    leaf: file.items.length === 0 ? 'nothing' : file.placeOf(file.items.length - 1),
    facts: factsOf(dialect),
    lastApi: dialect.target ?? lastApi(messages),
    messages,
    placeOf: (message) => placeOf(message as ListedMessage),
  };
  return {
    format: 'messages',
    branches: [branch],
    remarks: file.oddLines.map((line) => ({
      place: `line ${line}`,
      text: 'it is no message and stays as it is',
    })),
    async plan(heal): Promise<RewritePlan> {
      const { messages: after, findings } = heal(branch);
      const units = mendList(messages, after as readonly ListedMessage[]);
      const isSame = units.every(({ isChanged }) => !isChanged);
      return {
        changes: changesOf(units, findings as readonly Finding<ListedMessage>[], (item) =>
          placeOfItem.get(item),
        ),
        async write(sink) {
          for (const part of isSame ? [bytes] : file.write(units)) await sink(part);
        },
      };
    },
  };
}

/** A list is sent as it is: nothing answers its open calls, and nothing makes its ids or its texts legal. */
function factsOf({ codec }: Dialect): HostFacts<MessageLike> {
  return {
    answersOpenCalls: false,
    makesIdsLegal: false,
    cleansTexts: false,
    sendsEmpty: () => true,
    sendsCallLists: true,
    userLine: (text) => addedMessage(codec.userLine(text), codec),
    errorResult: (call, text) =>
      addedMessage(codec.errorResult(call, text), codec, { toolCallId: call.id, toolName: call.name }),
  };
}

/** What Pi's messages say of the API that made them. */
function lastApi(messages: readonly MessageLike[]): TargetApi | undefined {
  return targetOf(messages.findLast(({ role }) => role === 'assistant')?.api);
}

/**
 * Judges the beginning of a file, which may be cut off in mid-value: a list or an object whose text names a message
 * of some dialect, and no session that begins with a header.
 */
function looksLikeList(head: Uint8Array): boolean {
  const text = new TextDecoder().decode(head).trimStart();
  if (text.startsWith('[')) return MESSAGE.test(text);
  if (!text.startsWith('{') || HEADER.test(text)) return false;
  const isRequest = head.length >= FULL_HEAD && REQUEST.test(text);
  return LIST.test(text) || isRequest || MESSAGE.test(text.split('\n', 1)[0] ?? '');
}

const HEADER = /^\{\s*"type"\s*:\s*"session"/;
const MESSAGE =
  /"role"\s*:\s*"(user|assistant|system|developer|tool|function|model|toolResult)"|"type"\s*:\s*"(reasoning|function_call|function_call_output|custom_tool_call)"/;
const LIST = /"(messages|contents|input)"\s*:\s*\[/;

/** A request whose list lies behind what the head shows of it: long instructions, many tools. */
const REQUEST = /"(model|system|tools|instructions)"\s*:/;
/** In bytes; a shorter head is the whole file. */
const FULL_HEAD = 60 * 1024;
