import type { ContentBlock } from '@deepseek-ai/dsh-llm';
import { isObjectOrList, type JsonObject } from '../json-object.ts';
import type { Block } from '../message.ts';

/**
 * DSH keeps what a provider signed apart from what it said: a message's blocks are neutral, and the adapter's own
 * signatures lie beside them, one entry a block, in a replay envelope. The core judges blocks that carry their
 * signatures, as Pi stores them. Here the one becomes the other, and back.
 */

/** A block as DSH keeps it. */
export interface HostBlock {
  block: ContentBlock;
  /** The adapter's entry for the block in the replay envelope; `undefined` where there is no envelope. */
  entry: unknown;
}

interface Origin extends HostBlock {
  /** What the text of a tool call's arguments says; the text itself where it is no JSON. */
  arguments?: unknown;
}

/** A block in the core's form that remembers where it comes from; copies that the core makes remember it too. */
export type CoreBlock = Block & { [ORIGIN]?: Origin };

const ORIGIN = Symbol('block of the host');

/** Signatures in the entries of `dsh-llm-pi-ai`, under the same names as in the core's blocks. */
const SIGNATURES = ['textSignature', 'thinkingSignature', 'thoughtSignature'] as const;

/** What an envelope has to hold for a text block without a signature (`readReplayState` in `dsh-llm-pi-ai`). */
const UNSIGNED_TEXT = { type: 'text' };

export function toCoreBlock(block: ContentBlock, entry: unknown): CoreBlock {
  const signatures = signaturesOf(entry);
  const origin = { ...signatures, [ORIGIN]: { block, entry } };
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text, ...origin };
    case 'reasoning':
      return { type: 'thinking', thinking: block.text, ...origin };
    case 'tool-call': {
      const { id, name } = block;
      const said = { arguments: parsed(block.arguments) };
      return { type: 'toolCall', id, name, ...said, ...signatures, [ORIGIN]: { block, entry, ...said } };
    }
    default:
      return { type: block.type, ...origin };
  }
}

/** No text at all is how models write that there are no arguments. */
function parsed(text: string): unknown {
  try {
    if (text.trim() === '') return {};
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A block of the core as DSH keeps it: the very block that it was made of where nothing changed. */
export function toHostBlock(core: CoreBlock): HostBlock {
  const origin = core[ORIGIN];
  if (origin === undefined) return noteBlock(String(core.text));
  return { block: blockOf(core, origin), entry: withSignatures(origin.entry, core) };
}

function blockOf(core: CoreBlock, origin: Origin): ContentBlock {
  const { block } = origin;
  switch (block.type) {
    case 'text':
      return core.text === block.text ? block : { ...block, text: String(core.text) };
    case 'reasoning':
      return core.thinking === block.text ? block : { ...block, text: String(core.thinking) };
    case 'tool-call': {
      const { id, name } = core;
      const isSaid = core.arguments === origin.arguments;
      if (id === block.id && name === block.name && isSaid) return block;
      const said = isSaid ? block.arguments : JSON.stringify(core.arguments);
      return { ...block, id, name, arguments: said } as ContentBlock;
    }
    default:
      return block;
  }
}

/** A text block that the guard adds, with a place in the envelope so that the other entries keep theirs. */
export function noteBlock(text: string): HostBlock {
  return { block: { type: 'text', text }, entry: UNSIGNED_TEXT };
}

/** The block that one in the core's form was made of; `undefined` for one that was added. */
export function hostBlockOf(core: CoreBlock): ContentBlock | undefined {
  return core[ORIGIN]?.block;
}

/** The block as it was received, for evidence. */
export function receivedBlock(core: CoreBlock): Block {
  return (core[ORIGIN]?.block ?? core) as Block;
}

/** An entry with exactly the signatures of a block in the core's form; the very entry where they are its own. */
export function withSignatures(entry: unknown, core: Block): unknown {
  if (!isObjectOrList(entry) || SIGNATURES.every((key) => entry[key] === core[key])) return entry;
  const next = { ...entry };
  for (const key of SIGNATURES) {
    if (core[key] === undefined) delete next[key];
    else next[key] = core[key];
  }
  return next;
}

/** Pi's name of the wire API behind a message, where the adapter says it (`dsh-llm-pi-ai` does). */
export function apiOf(replayState: unknown): unknown {
  return responseOf(replayState).api;
}

/** The provider's id of the response, where the adapter says it. */
export function responseIdOf(replayState: unknown): unknown {
  return responseOf(replayState).responseId;
}

/** The entries of an envelope when there is one for each of `count` blocks, as the host demands it. */
export function entriesOf(replayState: unknown, count: number): readonly unknown[] | undefined {
  const blocks = isObjectOrList(replayState) ? replayState.blocks : undefined;
  return Array.isArray(blocks) && blocks.length === count ? blocks : undefined;
}

function responseOf(replayState: unknown): JsonObject {
  return isObjectOrList(replayState) && isObjectOrList(replayState.response) ? replayState.response : {};
}

function signaturesOf(entry: unknown): JsonObject {
  if (!isObjectOrList(entry)) return {};
  return Object.fromEntries(
    SIGNATURES.filter((key) => entry[key] !== undefined).map((key) => [key, entry[key]]),
  );
}
