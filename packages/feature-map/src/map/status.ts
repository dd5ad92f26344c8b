import { readInline } from './markdown/inline.ts';

/** The label at the head of the paragraph, and the one of the trigger; either in bold or not, or with all behind it. */
const STATUS = /^([*_]{0,3})(?:status|read\s+when)([*_]{0,3})\s*:([*_]{0,3})/i;
const READ_WHEN = /(?<![\p{L}\p{N}])([*_]{0,3})read\s+when([*_]{0,3})\s*:([*_]{0,3})/iu;

/** Whether a paragraph is the status of a page, or the trigger in a paragraph of its own. */
export function isStatus(paragraph: string): boolean {
  return STATUS.test(paragraph);
}

/** Whether a paragraph is one and has a place for the trigger, empty or not. */
export function isTriggerPlace(paragraph: string): boolean {
  return STATUS.test(paragraph) && READ_WHEN.test(paragraph);
}

/**
 * The trigger that a page's status paragraph states: all that follows `Read when:`, with the paragraph's line
 * breaks as single spaces, markup as written.
 *
 * @param paragraph a whole paragraph, e.g. `Status: shipped · Read when: changing\nthe guard`
 * @returns `undefined` where the paragraph is no status or names no trigger that a reader sees
 */
export function readTrigger(paragraph: string): string | undefined {
  const status = STATUS.exec(paragraph);
  const label = status === null ? null : READ_WHEN.exec(paragraph);
  if (status === null || label === null) return undefined;
  const rest = joinLines(paragraph.slice(label.index + label[0].length));
  const open = openMarker(label) || openMarker(status);
  const trigger = open !== '' && rest.endsWith(open) ? rest.slice(0, -open.length).trim() : rest;
  return readInline(trigger).text === '' ? undefined : trigger;
}

/** The emphasis that a label opens and leaves open. */
function openMarker([, opening = '', closing = '', behind = '']: RegExpExecArray): string {
  return closing === '' && behind === '' ? opening : '';
}

/** The lines of a paragraph in one, without the backslash that marks a hard break. */
function joinLines(text: string): string {
  const lines = text.split(/\r\n|[\r\n]/).map((line) => line.trim().replace(/\\$/, '').trimEnd());
  return lines.join(' ').trim();
}
