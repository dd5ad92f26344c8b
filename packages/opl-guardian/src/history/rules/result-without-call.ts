import { ALL_APIS, type Rule } from '../rule.ts';

export const rule = {
  id: 'result-without-call',
  apis: ALL_APIS,
  title: 'a tool result without its call',
  remedy: 'it goes back to its call where it is surely its own, and is left out otherwise',
} as const satisfies Rule;
