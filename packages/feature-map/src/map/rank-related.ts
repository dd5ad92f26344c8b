/** Keys of the words that English derives from a word, and of those that it is derived from. */
import { relate } from './thesaurus/thesaurus.ts';
import { withFinalE } from './words.ts';

/** Endings that make a noun or adjective of a verb, or the reverse; compared on keys without a final `e`. */
const ENDINGS = [
  'er',
  'or',
  'ion',
  'ation',
  'ment',
  'ement',
  'al',
  'abl',
  'ness',
  'li',
  'iti',
  'anc',
  'enc',
  'ing',
  'ed',
  's',
];
/** Shorter words are not extended, and no ending is taken off that leaves less: too many words share such letters. */
const EXTENDED_LENGTH = 3;
const REDUCED_LENGTH = 4;

const IRREGULAR: readonly string[] = [
  'begin began begun',
  'bend bent',
  'bind bound',
  'bite bit bitten',
  'break broke broken',
  'bring brought',
  'build built',
  'buy bought',
  'catch caught',
  'child children',
  'choose chose chosen',
  'deal dealt',
  'draw drew drawn',
  'drive drove driven',
  'fall fell fallen',
  'feed fed',
  'feel felt',
  'fight fought',
  'find found',
  'forbid forbade forbidden',
  'forget forgot forgotten',
  'freeze froze frozen',
  'grow grew grown',
  'hang hung',
  'hear heard',
  'hide hid hidden',
  'hold held',
  'index indices',
  'keep kept',
  'know known',
  'lead led',
  'leave left',
  'lend lent',
  'lose lost',
  'matrix matrices',
  'meet met',
  'mislead misled',
  'override overrode overridden',
  'overrun overran',
  'pay paid',
  'person people',
  'rewrite rewrote rewritten',
  'rise rose risen',
  'run ran',
  'seek sought',
  'sell sold',
  'send sent',
  'show shown',
  'sleep slept',
  'speak spoken',
  'spend spent',
  'spin spun',
  'stand stood',
  'steal stole stolen',
  'stick stuck',
  'strike struck',
  'sweep swept',
  'take taken',
  'tell told',
  'think thought',
  'throw threw thrown',
  'unbind unbound',
  'understand understood',
  'wake woke woken',
  'win won',
  'withdraw withdrew withdrawn',
  'write wrote written',
];

const irregular = relate(IRREGULAR);

/** Keys of words derived from this one and of words it is derived from; most of them occur nowhere. */
export function derivedKeys(key: string): string[] {
  if (key.length < EXTENDED_LENGTH || !/^[a-z]+$/.test(key)) return [];
  const keys = new Set(irregular.get(key));
  const root = key.endsWith('e') ? key.slice(0, -1) : key;
  for (const ending of ENDINGS) {
    keys.add(key + ending);
    keys.add(root + ending);
    if (root === key) keys.add(key + key.at(-1) + ending);
    if (!key.endsWith(ending)) continue;
    const base = key.slice(0, -ending.length);
    if (base.length < REDUCED_LENGTH) continue;
    keys.add(base);
    keys.add(withFinalE(base));
    if (/([^aeiou])\1$/.test(base)) keys.add(base.slice(0, -1));
    for (const other of ENDINGS) keys.add(base + other);
  }
  keys.delete(key);
  return [...keys];
}
