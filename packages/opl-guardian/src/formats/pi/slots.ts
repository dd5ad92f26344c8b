import { UnreadableSession } from '../format.ts';

/** A line of a turn that can hold one message. */
export interface Slot {
  /** Whether it may hold another message than its own. */
  isOpen: boolean;
  /** Whether it may hold a new message. */
  takesNew: boolean;
}

/** A message that a turn is to hold: from one of its slots, or new. */
export interface Placed {
  slot: number | undefined;
}

/** Eight bytes each: 80 MB. A turn has some ten messages, and one of 3,000 still fits. */
const MOST_WAYS = 10_000_000;

const MOVED = 4;
const NEW = 1;
/** A message that is not new has to stand somewhere. */
const LOST = 1_000_000;
const LEFT_OUT = 1000;

/**
 * Finds a slot for each message of a turn so that they stand in the wanted order. As many as can be stay where they
 * are; new ones stand in slots whose own message is gone.
 *
 * @returns for each message the index of its slot; `undefined` for one that finds none
 * @throws {UnreadableSession} for a turn whose ways of placing would not fit into memory
 */
export function placeInSlots(slots: readonly Slot[], placed: readonly Placed[]): (number | undefined)[] {
  const isInOrder = placed.every(
    ({ slot }, index) => slot !== undefined && slot > (placed[index - 1]?.slot ?? -1),
  );
  if (isInOrder) return placed.map(({ slot }) => slot);

  if (slots.length * placed.length > MOST_WAYS) {
    throw new UnreadableSession(
      `a turn of ${slots.length} messages, some of which stand in the wrong order, is too large to be mended`,
    );
  }
  const width = slots.length + 1;
  /** The least cost of placing the messages from `message` on in the slots from `slot` on. */
  const costs = new Float64Array((placed.length + 1) * width);
  const costAt = (message: number, slot: number) => costs[message * width + slot] as number;
  for (let message = placed.length - 1; message >= 0; message--) {
    for (let slot = slots.length; slot >= 0; slot--) {
      costs[message * width + slot] = Math.min(
        costAt(message + 1, slot) + costOutside(placed[message] as Placed),
        slot < slots.length ? costAt(message, slot + 1) : Number.POSITIVE_INFINITY,
        slot < slots.length
          ? costAt(message + 1, slot + 1) + costInside(placed[message] as Placed, slot, slots[slot] as Slot)
          : Number.POSITIVE_INFINITY,
      );
    }
  }

  let slot = 0;
  return placed.map((each, message) => {
    for (; slot < slots.length; slot++) {
      const inside = costAt(message + 1, slot + 1) + costInside(each, slot, slots[slot] as Slot);
      if (inside === costAt(message, slot)) return slot++;
      if (costAt(message, slot + 1) !== costAt(message, slot)) return undefined;
    }
    return undefined;
  });
}

function costInside(placed: Placed, slot: number, { isOpen, takesNew }: Slot): number {
  if (placed.slot === slot) return 0;
  if (placed.slot === undefined) return takesNew ? NEW : Number.POSITIVE_INFINITY;
  return isOpen ? MOVED : Number.POSITIVE_INFINITY;
}

function costOutside({ slot }: Placed): number {
  return slot === undefined ? LEFT_OUT : LOST;
}
