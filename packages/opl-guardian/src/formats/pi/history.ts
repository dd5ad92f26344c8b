import type { MessageLike } from '../../message.ts';
import type { PiProjection } from './projection.ts';

/** Histories with no more messages than this are made at once: some megabytes. */
const MOST_MADE_AT_ONCE = 20_000;

/** The messages of a history, in little memory however long it is. */
export function messagesOf(history: PiProjection): readonly MessageLike[] {
  if (history.length > MOST_MADE_AT_ONCE) return lazyMessages(history);
  return Array.from(history.entries, (_, index) => history.messageAt(index));
}

/** A number as it stands in `list[7]`. */
const INDEX = /^(0|[1-9]\d*)$/;

/**
 * The messages of a history as a list that makes each one when it is asked for by its index, and keeps none of them:
 * a look through a long history needs no memory for it. As soon as anything else is asked of the list all messages
 * are there, and each stays the same object. A proxy, so that what judges histories need not know of it; its target is
 * the very array that holds the messages once they are made, so all that arrays promise holds.
 */
export function lazyMessages(history: PiProjection): readonly MessageLike[] {
  const { length } = history;
  const messages: MessageLike[] = [];
  let isMade = length === 0;
  const made = (): MessageLike[] => {
    if (!isMade) for (let index = 0; index < length; index++) messages.push(history.messageAt(index));
    isMade = true;
    return messages;
  };
  return new Proxy(messages, {
    get(_, key) {
      if (isMade || typeof key === 'symbol') return Reflect.get(made(), key);
      if (key === 'length') return length;
      const index = Number(key);
      return index < length && INDEX.test(key) ? history.messageAt(index) : Reflect.get(made(), key);
    },
    has: (_, key) => Reflect.has(made(), key),
    ownKeys: () => Reflect.ownKeys(made()),
    getOwnPropertyDescriptor: (_, key) => Reflect.getOwnPropertyDescriptor(made(), key),
  });
}
