import type { Severity } from '../map/rules.ts';
import { quote } from '../quote.ts';
import type { Occurrences } from './occurrences.ts';

/** What became of a claim: it holds, nobody can tell, or it is stale. */
export type Verdict = 'holds' | 'unknown' | Stale;

export interface Stale {
  /** Where it is milder than the rule's own. */
  severity?: Severity;
  /** What was found, as a sentence. */
  message: string;
  /** What to do, where that is known more closely than the rule knows it. */
  remedy?: string;
}

/** A claim that its own files leave open. */
export interface Open {
  /** Names of which it matters where in the project they occur. */
  readonly names: readonly string[];
  readonly judge: (occurrences: Occurrences) => Verdict;
}

/** At most three names, quoted, and how many there are beside them. */
export function listOf(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN).map((name) => quote(name));
  const left = names.length - shown.length;
  if (left > 0) return `${shown.join(', ')} and ${left} more`;
  const last = shown.pop() ?? '';
  return shown.length === 0 ? last : `${shown.join(', ')} and ${last}`;
}

const SHOWN = 3;
