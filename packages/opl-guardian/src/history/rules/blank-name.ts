import { ALL_APIS, type Rule } from '../rule.ts';

export const rule = {
  id: 'blank-name',
  apis: ALL_APIS,
  title: 'a tool call without a usable name',
  remedy: 'call and result are left out',
} as const satisfies Rule;
