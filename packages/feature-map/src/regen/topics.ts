import type { Unit } from './units.ts';

/** Units that belong under one name, that of a paragraph's or list item's lead-in; or under none. */
export interface Topic {
  readonly name: string | undefined;
  readonly units: readonly Unit[];
}

/** Below this share of the limit, on average, topics are too small to be parts of their own. */
const SMALLEST_SHARE = 1 / 16;

/**
 * Divides units by their lead-ins. A paragraph's lead-in names all up to the next one. An item's names the item, where
 * every item has one and no paragraph names them all. Topics that are small on average are not told apart.
 *
 * @param limit bytes of a part
 */
export function topicsOf(units: readonly Unit[], limit: number): Topic[] {
  const paragraph = units.findIndex(isNamedParagraph);
  const before = paragraph === -1 ? units : units.slice(0, paragraph);
  const topics = [...itemTopics(before), ...paragraphTopics(units.slice(before.length))];
  const named = topics.filter(({ name }) => name !== undefined);
  const bytes = named.flatMap((topic) => topic.units).reduce((sum, unit) => sum + unit.bytes, 0);
  return bytes < named.length * limit * SMALLEST_SHARE ? [{ name: undefined, units }] : topics;
}

function isNamedParagraph({ isItem, leadIn }: Unit): boolean {
  return !isItem && leadIn !== undefined;
}

function itemTopics(units: readonly Unit[]): Topic[] {
  const items = units.filter(({ isItem }) => isItem);
  const areNamed = items.length > 1 && items.every(({ leadIn }) => leadIn !== undefined);
  return group(units, (unit, above) => (areNamed ? unit.isItem || above?.isItem === true : false));
}

function paragraphTopics(units: readonly Unit[]): Topic[] {
  return group(units, isNamedParagraph);
}

function group(
  units: readonly Unit[],
  begins: (unit: Unit, above: Unit | undefined) => boolean,
): { name: string | undefined; units: Unit[] }[] {
  const groups: { name: string | undefined; units: Unit[] }[] = [];
  for (const [index, unit] of units.entries()) {
    const current = groups.at(-1);
    const isNew = begins(unit, units[index - 1]);
    if (current === undefined || isNew) groups.push({ name: isNew ? unit.leadIn : undefined, units: [unit] });
    else current.units.push(unit);
  }
  return groups;
}
