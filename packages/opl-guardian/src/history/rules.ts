import type { TargetApi } from './target.ts';

export interface Rule {
  /** The APIs that refuse the shape, or hosts that stop at it. */
  apis: readonly TargetApi[];
  /** What the shape is, in a few words. */
  title: string;
  /** What becomes of it, in a few words. */
  remedy: string;
}

const ALL: readonly TargetApi[] = ['openai-completions', 'openai-responses', 'anthropic', 'google'];

/** Shapes of a history because of which a provider refuses a request. Each has a page in `docs/rules`. */
export const RULES = {
  'blank-id': {
    apis: ALL,
    title: 'a tool call without a usable id',
    remedy: 'call and result get one new id; where its result cannot be told, both are left out',
  },
  'blank-name': {
    apis: ALL,
    title: 'a tool call without a usable name',
    remedy: 'call and result are left out',
  },
  'illegal-name': {
    apis: ALL,
    title: 'a tool name with characters that the API refuses',
    remedy: 'the name becomes a legal one; the result stays',
  },
  'long-name': {
    apis: ALL,
    title: 'a tool name that is longer than the API allows',
    remedy: 'the name is shortened; the result stays',
  },
  'illegal-id': {
    apis: ['anthropic'],
    title: 'a tool call id with characters that the API refuses',
    remedy: 'call and result get one new id',
  },
  'duplicate-id': {
    apis: ALL,
    title: 'two tool calls under one id',
    remedy:
      'the later call and its result get a new id; where the results cannot be told apart, they are left out',
  },
  'arguments-not-object': {
    apis: ALL,
    title: 'arguments that are not a JSON object',
    remedy: 'an object that was encoded twice is decoded, anything else becomes an empty object',
  },
  'call-without-result': {
    apis: ALL,
    title: 'a tool call without a result',
    remedy: 'it gets an error result: outcome unknown, verify before retrying',
  },
  'result-without-call': {
    apis: ALL,
    title: 'a tool result without its call',
    remedy: 'the result is left out',
  },
  'result-twice': {
    apis: ALL,
    title: 'two results of one tool call',
    remedy: 'the one that tells more stays',
  },
  'empty-content': {
    apis: ALL,
    title: 'a message that says nothing',
    remedy: 'a line stands in its place',
  },
  'stop-without-call': {
    apis: ALL,
    title: 'a turn that stopped for a tool call and holds none',
    remedy: 'the stop reason becomes an ordinary stop',
  },
  'lone-surrogate': {
    apis: ALL,
    title: 'half of a surrogate pair in a text',
    remedy: 'the half becomes the replacement character',
  },
} as const satisfies Record<string, Rule>;

export type RuleId = keyof typeof RULES;
