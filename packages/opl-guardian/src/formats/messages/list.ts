import { nameResults } from '../../history/result-names.ts';
import { type Codec, type ListedMessage, listUnder, UNIT, type Unit, type Written } from './core.ts';
import { codecOfItem, type Dialect } from './dialect.ts';

/** The messages of a list in Pi's form. */
export function readList(items: readonly unknown[], dialect: Dialect): ListedMessage[] {
  const messages: ListedMessage[] = [];
  for (let at = 0; at < items.length; ) {
    const unit = codecOfItem(items[at], dialect).read(items, at);
    for (const message of unit.parts) messages.push(message);
    at += unit.items.length;
  }
  nameResults(messages);
  return messages;
}

/** A message that the list gains. */
export function addedMessage(
  item: unknown,
  codec: Codec,
  fields: Partial<ListedMessage> = {},
): ListedMessage {
  const parts: ListedMessage[] = [];
  const unit: Unit = { items: [item], parts, codec, isNew: true };
  const [read] = codec.read([item], 0).parts;
  const message: ListedMessage = { ...read, ...fields, [UNIT]: unit };
  parts.push(message);
  return message;
}

/** One unit of a list that was mended. */
export interface MendedUnit {
  unit: Unit;
  /** In the order of the list; the very items where nothing changed, and nothing where the unit was left out. */
  written: readonly Written[];
  isChanged: boolean;
}

/**
 * What becomes of a list, unit by unit, in the order of the mended list; units that were left out come where they
 * stood.
 *
 * @param before what {@link readList} gave
 * @param after what is left of it, changed and added to
 */
export function mendList(before: readonly ListedMessage[], after: readonly ListedMessage[]): MendedUnit[] {
  const groups = grouped(after);
  const present = new Set(groups.map(({ unit }) => unit));
  const leftOutBehind = new Map<Unit | undefined, MendedUnit[]>();
  let last: Unit | undefined;
  for (const { unit } of grouped(before)) {
    if (present.has(unit)) last = unit;
    else listUnder(leftOutBehind, last).push({ unit, written: [], isChanged: true });
  }
  const moved = movedUnits(before, groups);
  const mended = groups.flatMap((group) => {
    const own = written(group);
    const isChanged = own.isChanged || moved.has(group.unit);
    return [{ ...own, isChanged }, ...(leftOutBehind.get(group.unit) ?? [])];
  });
  return [...(leftOutBehind.get(undefined) ?? []), ...mended];
}

/** Units that stand in front of one that they stood behind: results that were put to their calls. */
function movedUnits(before: readonly ListedMessage[], groups: readonly Group[]): Set<Unit> {
  const places = new Map(before.map((message, at) => [message[UNIT], at]));
  const moved = new Set<Unit>();
  let first = before.length;
  for (const { unit } of groups.toReversed()) {
    const place = places.get(unit) ?? first;
    if (place > first) moved.add(unit);
    else first = place;
  }
  return moved;
}

interface Group {
  unit: Unit;
  parts: ListedMessage[];
}

function written({ unit, parts }: Group): MendedUnit {
  const isSame = parts.length === unit.parts.length && parts.every((part, at) => part === unit.parts[at]);
  if (!isSame) return { unit, written: unit.codec.write(unit, parts), isChanged: true };
  const items = unit.items.map((item) => (unit.isNew ? { item } : { item, from: item }));
  return { unit, written: items, isChanged: unit.isNew === true };
}

/**
 * Messages by unit. Each unit comes once: what is left of it stands where its first part does, and results that
 * were added go into the message beside them where the dialect wants it.
 */
function grouped(messages: readonly ListedMessage[]): Group[] {
  const groups = new Map<Unit, Group>();
  const ordered: Group[] = [];
  let waiting: Group[] = [];
  for (const message of messages) {
    const unit = message[UNIT];
    const last = ordered.at(-1);
    const known = groups.get(unit);
    if (known !== undefined) {
      known.parts.push(message);
      continue;
    }
    const group: Group = { unit, parts: [message] };
    if (unit.isNew && message.role === 'toolResult' && unit.codec.joinsResults !== undefined) {
      if (waiting.length === 0 && last?.parts.some(isResult)) last.parts.push(message);
      else waiting.push(group);
      continue;
    }
    groups.set(unit, group);
    const takes =
      unit.codec.joinsResults === 'user' ? message.role === 'user' || isResult(message) : isResult(message);
    if (takes) group.parts.unshift(...waiting.flatMap(({ parts }) => parts));
    else ordered.push(...waiting);
    waiting = [];
    ordered.push(group);
  }
  return [...ordered, ...waiting];
}

function isResult({ role }: ListedMessage): boolean {
  return role === 'toolResult';
}
