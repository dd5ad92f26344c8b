import type { Rule } from '../rule.ts';
import type { TargetApi } from '../target.ts';
import { limitsOf } from '../wire-limits.ts';

export const rule = {
  id: 'illegal-id',
  apis: ['openai-responses', 'anthropic'],
  title: 'a tool call id that the API refuses',
  remedy: 'call and result get one new id, or lose the part of it that names an item whose reasoning is gone',
} as const satisfies Rule;

/**
 * Whether the API refuses an id that is not blank.
 *
 * @param isMadeLegal whether the host makes ids legal for the API; it can leave nothing of one
 */
export function isIllegalId(id: string, target: TargetApi | undefined, isMadeLegal: boolean): boolean {
  if (target === undefined) return false;
  if (isMadeLegal) return target === 'openai-responses' && !/^[^|]*[a-zA-Z0-9-]/.test(id);
  return !limitsOf(target).id.test(id);
}

/** An id as Pi sends it to an API when another model made it (`normalizeToolCallId` of each converter in pi-ai). */
export function madeLegal(id: unknown, target: TargetApi | undefined): unknown {
  if (typeof id !== 'string' || target === undefined || target === 'openai-completions') return id;
  const legal = id.replace(/[^\w-]/g, '_').slice(0, 64);
  return target === 'openai-responses' ? legal.replace(/_+$/, '') : legal;
}
