/**
 * Words that say nearly the same in what is written about software, as general English has them: groups of words that
 * may stand for each other, a word in as many groups as it has senses. What counts: a developer asks with one and a
 * page is written with the other. What does not: opposites, a whole and its parts, words that merely occur together,
 * and a project's own vocabulary, which belongs into its pages' triggers.
 */
import { stem } from '../words.ts';
import { ACTIONS } from './actions.ts';
import { CODE } from './code.ts';
import { QUALITIES } from './qualities.ts';
import { TRADE } from './trade.ts';

const synonyms = relate([ACTIONS, QUALITIES, CODE, TRADE].flatMap((area) => area.split(';')));

/**
 * For the key of each word the keys of all words that share a group with it.
 * @param groups words with white space between them.
 */
export function relate(groups: readonly string[]): Map<string, Set<string>> {
  const related = new Map<string, Set<string>>();
  for (const keys of groups.map((group) => group.trim().split(/\s+/).map(stem))) {
    for (const key of keys) {
      const others = related.get(key) ?? new Set();
      for (const other of keys) if (other !== key) others.add(other);
      related.set(key, others);
    }
  }
  return related;
}

/** Keys of this word's synonyms. */
export function synonymsOf(key: string): Iterable<string> {
  return synonyms.get(key) ?? [];
}
