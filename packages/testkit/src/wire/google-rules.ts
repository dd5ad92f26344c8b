import type { Report, WireRule } from './rule.ts';

const REFERENCE = 'Gemini API reference, Content';
const SIGNATURES = 'Gemini API documentation, Thought signatures';

/** What a strict generateContent endpoint refuses in `contents`. */
export const rules = [
  { id: 'google/contents-empty', source: REFERENCE, what: 'contents is a list that is not empty' },
  { id: 'google/role', source: REFERENCE, what: 'a content is of the user or the model' },
  { id: 'google/parts-empty', source: 'aaif-goose/goose/issues/1359', what: 'a content has parts' },
  { id: 'google/part-empty', source: REFERENCE, what: 'a part holds data' },
  { id: 'google/text-empty', source: REFERENCE, what: 'a text part has text, or a signature in its place' },
  {
    id: 'google/function-name',
    source: '@google/genai, FunctionDeclaration.name',
    what: 'a function name starts with a letter or _, and has at most 128 letters, digits, _, ., : and -',
  },
  {
    id: 'google/function-args',
    source: 'Gemini API reference, FunctionCall.args',
    what: 'the args of a call, when present, are an object',
  },
  {
    id: 'google/call-id-type',
    source: 'Gemini API reference, FunctionCall.id',
    what: 'the id of a call, when present, is a string',
  },
  {
    id: 'google/call-id-duplicate',
    source: 'decolua/9router/issues/4273',
    what: 'the calls of one turn have different ids',
  },
  {
    id: 'google/call-turn-position',
    source: 'Gemini API, error "function call turn comes immediately after a user turn"',
    what: 'a turn with calls stands directly behind a user turn',
  },
  {
    id: 'google/response-count',
    source: 'google-gemini/gemini-cli/issues/13292',
    what: 'a turn with calls is followed by as many responses',
  },
  {
    id: 'google/response-without-call',
    source: 'Gemini API, error "function response turn comes immediately after a function call turn"',
    what: 'a turn with calls stands in front of the responses',
  },
  {
    id: 'google/response-match',
    source: '@google/genai, FunctionResponse.name and .id',
    what: 'a response has the name, and the id, of a call of the turn before it',
  },
  {
    id: 'google/response-object',
    source: 'Gemini API reference, FunctionResponse.response',
    what: 'the response of a function is an object',
  },
  { id: 'google/thought-signature-bytes', source: SIGNATURES, what: 'a thought signature is base64' },
  {
    id: 'google/thought-signature-missing',
    source: `vercel/ai/pull/17649; ${SIGNATURES}`,
    what: 'in the running turn, the first call of a signed group carries a signature that was streamed',
  },
] as const satisfies readonly WireRule[];

/** Reports a broken rule of this table. */
export type GoogleReport = Report<(typeof rules)[number]['id']>;
