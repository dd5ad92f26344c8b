import type { Rule } from '../rule.ts';
import type { TargetApi } from '../target.ts';
import { limitsOf } from '../wire-limits.ts';

export const rule = {
  id: 'illegal-id',
  apis: ['openai-responses', 'anthropic'],
  title: 'a tool call id that the API refuses',
  remedy: 'call and result get one new id',
} as const satisfies Rule;

/** Whether the API refuses an id that is not blank. */
export function isIllegalId(id: string, target: TargetApi | undefined): boolean {
  return target !== undefined && !limitsOf(target).id.test(id);
}
