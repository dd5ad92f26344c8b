import { shortHash } from '../../short-hash.ts';
import { ALL_APIS, type Rule } from '../rule.ts';
import type { TargetApi } from '../target.ts';
import { limitsOf } from '../wire-limits.ts';

export const rule = {
  id: 'illegal-name',
  apis: ALL_APIS,
  title: 'a tool name with characters that the API refuses',
  remedy: 'the name becomes a legal one; the result stays',
} as const satisfies Rule;

/** Whether a name that is not blank has characters that the API refuses. */
export function isIllegalName(name: string, target: TargetApi | undefined): boolean {
  return target !== undefined && !limitsOf(target).name.test(name);
}

/** Short enough for every API. */
const SAFE_NAME_LENGTH = 64;

/**
 * A name that every API takes, made of one that some refuse: without control tokens (`read<|channel|>commentary`
 * was meant as `read`, github.com/earendil-works/pi/issues/4439) and without padding; other characters become `_`,
 * and of a long name the beginning stays, with a mark that keeps it apart from others.
 *
 * @param name a name that is not blank
 */
export function legalName(name: string): string {
  const plain = (/^(.*?\S)\s*<\|/s.exec(name)?.[1] ?? name).trim().replace(/[^\w-]/gu, '_');
  const safe = /^[a-zA-Z_]/.test(plain) ? plain : `_${plain}`;
  if (safe.length <= SAFE_NAME_LENGTH) return safe;
  const mark = `_${shortHash(name)}`;
  return safe.slice(0, SAFE_NAME_LENGTH - mark.length) + mark;
}
