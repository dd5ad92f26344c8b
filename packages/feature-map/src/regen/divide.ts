import { byteLength } from '../map/budget.ts';
import { parsePage } from '../map/page.ts';
import { enclosedBlocks } from './enclosed.ts';
import { withoutFillIns } from './fill-in.ts';
import { type Insertion, insertBlocks } from './insert.ts';
import { oversizeOf } from './measure.ts';
import { type Block, readBlocks } from './page-blocks.ts';
import { ENDINGS, PartNames } from './part-names.ts';
import { piecesOf } from './pieces.ts';
import { type Topic, topicsOf } from './topics.ts';
import { type Unit, unitsOf } from './units.ts';

export interface Division {
  readonly text: string;
  /** Names of the parts that were made, in order. */
  readonly parts: readonly string[];
}

/** Room for the heading of a part that is yet to be named. */
const HEADING = 100;
/** Up to this share of the limit, a lead comes along with every part. */
const LEAD_SHARE = 1 / 4;

/**
 * Divides a section that is too big by `###` headings, so that each part fits together with the section's lead.
 * Borders are those between its units. What fits stays as it is, and so does a unit that does not.
 *
 * @param section text of the section, from its heading on
 * @param limit bytes
 */
export function divideSection(section: string, limit: number): Division {
  const parsed = parsePage('', section).sections[0];
  if (parsed === undefined || oversizeOf(section, parsed, limit).length === 0) {
    return { text: section, parts: [] };
  }
  const blocks = readBlocks(section);
  const enclosed = enclosedBlocks(section, blocks);
  const shape = shapeOf(section, blocks, enclosed, limit);
  const made: string[] = [];
  const insertions: Insertion[] = [];
  const names = new PartNames(shape.parts.map(([heading]) => heading?.text ?? ''));

  const divide = (topics: readonly Topic[], base: string | undefined) => {
    for (const [index, topic] of topics.entries()) {
      const headed = index === 0 && base !== undefined;
      for (const [order, { units, topic: name }] of piecesOf(topic, shape.room, base, headed).entries()) {
        if (headed && order === 0) continue;
        const part = names.name(units, name, topic.name ?? base);
        made.push(part.name);
        insertions.push({ at: units[0]?.start ?? 0, blocks: [part.heading] });
      }
    }
  };

  divide(shape.topics, undefined);
  for (const part of shape.parts) {
    const units = unitsOf(section, part, enclosed);
    if (bytesOf(section, units) > shape.room) {
      divide(topicsOf(units, limit), withoutFillIns(part[0]?.text ?? ''));
    }
  }
  // One part that is all of the section helps nobody.
  const isAll = insertions.length === 1 && insertions[0]?.at === blocks[1]?.start;
  if (shape.parts.length === 0 && isAll) return { text: section, parts: [] };
  return { text: insertBlocks(section, insertions), parts: made };
}

interface Shape {
  /** What stands before the first part and becomes parts itself. */
  readonly topics: readonly Topic[];
  /** Blocks of the parts that are there, each from its heading on. */
  readonly parts: readonly (readonly Block[])[];
  /** Bytes of a part. */
  readonly room: number;
}

/** Settles what stays the section's lead, and so how big a part may be. */
function shapeOf(
  section: string,
  blocks: readonly Block[],
  enclosed: ReadonlySet<Block>,
  limit: number,
): Shape {
  const borders = blocks.flatMap(({ depth }, index) => (depth === 3 ? [index] : []));
  const parts = borders.map((border, index) => blocks.slice(border, borders[index + 1]));
  const topics = topicsOf(unitsOf(section, blocks.slice(1, borders[0]), enclosed), limit);
  const opening = parts.length > 0 ? topics.length : topics.length > 1 && !topics[0]?.name ? 1 : 0;
  const lead = topics.slice(0, opening).flatMap(({ units }) => units);
  const others = [
    ...topics.slice(opening).flatMap(({ units }) => units),
    ...parts.flatMap((part) => unitsOf(section, part.slice(1), enclosed)),
  ];
  const room = limit - ownBytes(section, blocks.slice(0, 1)) - ENDINGS;
  const taken = ownBytes(section, lead);
  // A lead that keeps a unit from fitting is worth less than the unit.
  const hinders = ({ ownBytes }: Unit) => ownBytes <= room && ownBytes + HEADING > room - taken;
  if (taken === 0 || taken > limit * LEAD_SHARE || others.some(hinders)) return { topics, parts, room };
  return { topics: topics.slice(opening), parts, room: room - taken - ENDINGS };
}

function bytesOf(section: string, stretch: readonly { start: number; end: number }[]): number {
  return byteLength(section.slice(stretch[0]?.start, stretch.at(-1)?.end));
}

function ownBytes(section: string, stretch: readonly { start: number; end: number }[]): number {
  if (stretch.length === 0) return 0;
  return byteLength(section.slice(stretch[0]?.start, stretch.at(-1)?.end).trimEnd());
}
