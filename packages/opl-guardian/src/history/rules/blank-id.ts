import { ALL_APIS, type Rule } from '../rule.ts';

export const rule = {
  id: 'blank-id',
  apis: ALL_APIS,
  title: 'a tool call without a usable id',
  remedy: 'call and result get one new id; where its result cannot be told, both are left out',
} as const satisfies Rule;
