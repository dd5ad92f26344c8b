import { ALL_APIS, type Rule } from '../rule.ts';

export const rule = {
  id: 'result-without-call',
  apis: ALL_APIS,
  title: 'a tool result without its call',
  remedy: 'the result is left out, or moved up behind its call',
} as const satisfies Rule;
