import { ALL_APIS, type Rule } from '../rule.ts';

export const rule = {
  id: 'result-twice',
  apis: ALL_APIS,
  title: 'two results of one tool call',
  remedy: 'the first one that is no error stays',
} as const satisfies Rule;
