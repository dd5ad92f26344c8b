import { byteLength } from '../map/budget.ts';
import type { Part, Section } from '../map/types.ts';

/** A section, or a part of one, that is bigger than it should be and has nothing at which it could be divided. */
export interface Oversize {
  readonly part: Part | undefined;
  /** UTF-8; of a part, together with the section's lead. */
  readonly bytes: number;
}

/** What of a section is too big to be handed out: all of it, or those of its parts that do not fit with its lead. */
export function oversizeOf(text: string, section: Section, limit: number): Oversize[] {
  const bytes = byteLength(text.slice(section.start, section.end));
  if (bytes <= limit) return [];
  if (section.parts.length === 0) return [{ part: undefined, bytes }];
  const lead = byteLength(text.slice(section.start, section.leadEnd));
  return section.parts
    .map((part) => ({ part, bytes: lead + byteLength(text.slice(part.start, part.end)) }))
    .filter((measured) => measured.bytes > limit);
}
