import { isJsonObject, type JsonObject } from '../json-object.ts';
import type { SessionFormat } from './format.ts';
import { loadPiFile } from './pi/load.ts';
import { PiSession } from './pi/session.ts';

/** Entry types of Pi that no other format has. */
const ENTRY_TYPES = new Set<unknown>([
  'message',
  'model_change',
  'thinking_level_change',
  'compaction',
  'branch_summary',
  'custom',
  'custom_message',
  'context_edit',
  'label',
  'session_info',
  'usage',
]);

/** Sessions of Pi: JSON Lines, a header and then entries that form a tree (`docs/session-format.md` of Pi 1.6.0). */
export const piFormat: SessionFormat = {
  id: 'pi',
  title: 'Pi session',
  sniff: (_file, head) => {
    const first = firstObject(head);
    if (first === undefined) return looksLikeLongHeader(head);
    return isHeader(first) || (ENTRY_TYPES.has(first.type) && 'id' in first && 'parentId' in first);
  },
  read: async (input) => new PiSession(input, await loadPiFile(input)),
};

function isHeader({ type, id }: JsonObject): boolean {
  return type === 'session' && typeof id === 'string';
}

/** The first line that Pi takes in; lines that are no JSON it leaves out. */
function firstObject(head: Uint8Array): JsonObject | undefined {
  for (const line of textOf(head).split('\n')) {
    try {
      const value: unknown = JSON.parse(line);
      if (value) return isJsonObject(value) ? value : {};
    } catch {}
  }
  return undefined;
}

/** A header can be longer than what is seen of the file. */
function looksLikeLongHeader(head: Uint8Array): boolean {
  return /^\s*\{\s*"type"\s*:\s*"session"\s*,/.test(textOf(head));
}

function textOf({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString();
}
