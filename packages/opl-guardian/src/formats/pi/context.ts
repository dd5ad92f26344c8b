import { isJsonObject, isObjectOrList, type JsonObject } from '../../json-object.ts';
import type { MessageLike } from '../../message.ts';

/** What one entry of a Pi session gives to the history that Pi sends. */
export interface PiContribution {
  /** Its message, or the summary that it stands for. */
  message?: MessageLike | undefined;
  /** Of a compaction: the system message in front of the summary. */
  checkpoint?: MessageLike;
  /** Of a context edit: the content that its target gets, or `null` when that is left out. */
  replacement?: { content: unknown } | null;
}

/** Message roles whose content a context edit may replace. */
const EDITABLE = new Set<unknown>(['user', 'assistant', 'toolResult', 'custom']);
/** Message roles in which missing content stands for no blocks. */
const BLOCK_ROLES = new Set<unknown>(['user', 'assistant', 'toolResult']);

/**
 * Reads an entry as `sessionEntryToContextMessages` of Pi 1.6.0 does (`session-manager.js`); version 2 and older
 * call custom messages `hookMessage`.
 *
 * @param entry a parsed line
 * @param isLegacy whether the session's version is below 3
 */
export function contributionOf(entry: JsonObject, isLegacy: boolean): PiContribution {
  switch (entry.type) {
    case 'message':
      return isJsonObject(entry.message) ? { message: storedMessage(entry.message, isLegacy) } : {};
    case 'custom_message':
      return { message: customMessage(entry) };
    case 'branch_summary': {
      const { summary, fromId, timestamp } = entry;
      return summary ? { message: dated({ role: 'branchSummary', summary, fromId }, timestamp) } : {};
    }
    case 'compaction':
      return compaction(entry);
    case 'context_edit': {
      const { replacement } = entry;
      if (replacement === null) return { replacement };
      return isJsonObject(replacement) ? { replacement: { content: replacement.content } } : {};
    }
    default:
      return {};
  }
}

/** Whether a context edit can replace the content of a message. */
export function isEditable({ role }: MessageLike): boolean {
  return EDITABLE.has(role);
}

/** A message as a context edit leaves it; `undefined` when it is left out (`projectContextEntry`). */
export function editedMessage(
  message: MessageLike,
  replacement: { content: unknown } | null | undefined,
): MessageLike | undefined {
  if (replacement === null) return undefined;
  if (replacement === undefined || !isEditable(message)) return message;
  const { content } = replacement;
  const needsBlocks = message.role === 'assistant' || message.role === 'toolResult';
  return {
    ...message,
    content: needsBlocks && typeof content === 'string' ? [{ type: 'text', text: content }] : content,
  };
}

function storedMessage(message: MessageLike & JsonObject, isLegacy: boolean): MessageLike {
  if (isLegacy && message.role === 'hookMessage') return { ...message, role: 'custom' };
  if (message.content !== undefined && message.content !== null) return message;
  if (message.role === 'system') return { ...message, content: '' };
  return BLOCK_ROLES.has(message.role) ? { ...message, content: [] } : message;
}

function customMessage({ customType, content, display, details, timestamp }: JsonObject): MessageLike {
  return dated({ role: 'custom', customType, content: content ?? [], display, details }, timestamp);
}

function compaction(entry: JsonObject): PiContribution {
  const { summary, tokensBefore, timestamp, systemMessage } = entry;
  const message = dated({ role: 'compactionSummary', summary, tokensBefore }, timestamp);
  return isJsonObject(systemMessage) ? { message, checkpoint: systemMessage } : { message };
}

/** Objects are no time; some of them could not even be asked. */
function dated(message: MessageLike & JsonObject, timestamp: unknown): MessageLike {
  const time = isObjectOrList(timestamp) ? Number.NaN : new Date(timestamp as string).getTime();
  return { ...message, timestamp: time };
}
