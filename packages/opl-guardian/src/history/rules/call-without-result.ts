import { ALL_APIS, type Rule } from '../rule.ts';

export const rule = {
  id: 'call-without-result',
  apis: ALL_APIS,
  title: 'a tool call without a result',
  remedy: 'it gets an error result: outcome unknown, verify before retrying',
} as const satisfies Rule;
