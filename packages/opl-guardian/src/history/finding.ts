import type { RuleId } from './rules.ts';

/** One place of a history that its target refuses, and what becomes of it. */
export interface Finding<M> {
  rule: RuleId;
  /** The message as it came in. */
  message: M;
  /** Its place in the list that came in. */
  at: number;
  /** The block of its content that is meant; missing where the whole message is. */
  contentIndex?: number;
  /** What is wrong, as one sentence without the place. */
  what: string;
  /** What became of it, as one sentence. */
  remedy: string;
}
