import type { Report, WireRule } from './rule.ts';

const REFERENCE = 'OpenAI API reference, Create a model response';

/** What a strict Responses endpoint refuses in `input`. */
export const rules = [
  { id: 'responses/input-empty', source: REFERENCE, what: 'input is a text or a list that is not empty' },
  { id: 'responses/role', source: REFERENCE, what: 'a message has one of the known roles' },
  {
    id: 'responses/content-part',
    source: REFERENCE,
    what: 'assistant messages hold output parts only, all others input parts only',
  },
  { id: 'responses/content-text', source: REFERENCE, what: 'the text of a content part is a string' },
  {
    id: 'responses/call-id-type',
    source: REFERENCE,
    what: 'the call_id of a call or an output is a string',
  },
  {
    id: 'responses/call-id-empty',
    source: 'openclaw/openclaw/issues/25169',
    what: 'the call_id of a call or an output is not empty',
  },
  {
    id: 'responses/call-id-length',
    source: 'OpenAI API reference, FunctionCallOutputItemParam.call_id',
    what: 'a call_id has at most 64 characters',
  },
  {
    id: 'responses/call-id-duplicate',
    source: REFERENCE,
    what: 'calls that wait for an output at the same time have different call_ids',
  },
  { id: 'responses/name-type', source: REFERENCE, what: 'the name of a call is a string' },
  {
    id: 'responses/name-empty',
    source: 'openai/codex/issues/17620',
    what: 'the name of a call is not empty',
  },
  {
    id: 'responses/name-length',
    source: 'OpenAI API reference, FunctionToolParam.name',
    what: 'the name of a call has at most 128 characters',
  },
  {
    id: 'responses/name-pattern',
    source: 'openai/codex/issues/24369',
    what: 'the name of a call consists of letters, digits, _ and -',
  },
  { id: 'responses/arguments-type', source: REFERENCE, what: 'the arguments of a call are a string' },
  {
    id: 'responses/output-type',
    source: REFERENCE,
    what: 'the output of a call is a string or a list of parts',
  },
  {
    id: 'responses/call-without-output',
    source: 'V1ki/dsh-plugin-subscriptions/issues/45',
    what: 'an output follows every call',
  },
  {
    id: 'responses/output-without-call',
    source: 'openai/codex/issues/17630',
    what: 'a call stands in front of every output',
  },
  {
    id: 'responses/output-twice',
    source: 'QwenLM/qwen-code/issues/5107',
    what: 'a call has one output',
  },
  {
    id: 'responses/item-id-prefix',
    source: REFERENCE,
    what: 'the id of an item begins as its type demands: fc, ctc, msg, rs',
  },
  { id: 'responses/item-id-length', source: REFERENCE, what: 'the id of an item has at most 64 characters' },
  {
    id: 'responses/item-id-duplicate',
    source: 'github/copilot-cli/issues/3560',
    what: 'every item has an id of its own',
  },
  { id: 'responses/reasoning-summary', source: REFERENCE, what: 'a reasoning item has a list of summaries' },
  {
    id: 'responses/reasoning-without-item',
    source: 'vercel/ai/issues/7099, openai/openai-node/issues/1567',
    what: 'the item that a reasoning item came with follows it directly',
  },
  {
    id: 'responses/item-without-reasoning',
    source: 'continuedev/continue/issues/11994, 0xPlaygrounds/rig/issues/751',
    what: 'the reasoning that an item came with stands in front of it',
  },
] as const satisfies readonly WireRule[];

/** Reports a broken rule of this table. */
export type ResponsesReport = Report<(typeof rules)[number]['id']>;
