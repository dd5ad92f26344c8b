import { ALL_APIS, type Rule } from '../rule.ts';
import type { TargetApi } from '../target.ts';
import { limitsOf } from '../wire-limits.ts';

export const rule = {
  id: 'long-name',
  apis: ALL_APIS,
  title: 'a tool name that is longer than the API allows',
  remedy: 'the name is shortened; the result stays',
} as const satisfies Rule;

/** Whether the API refuses a name for its length. */
export function isLongName(name: string, target: TargetApi | undefined): boolean {
  return target !== undefined && name.length > limitsOf(target).nameLength;
}
