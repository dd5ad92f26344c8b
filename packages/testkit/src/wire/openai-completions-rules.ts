import type { Report, WireRule } from './rule.ts';

const REFERENCE = 'OpenAI API reference, Create chat completion';

/** What a strict chat completions endpoint refuses in `messages`. */
export const rules = [
  { id: 'completions/messages-empty', source: REFERENCE, what: 'messages is a list that is not empty' },
  { id: 'completions/role', source: REFERENCE, what: 'every message has one of the known roles' },
  {
    id: 'completions/content',
    source: REFERENCE,
    what: 'content is a string or a list of parts that is not empty',
  },
  {
    id: 'completions/assistant-empty',
    source: 'Kilo-Org/kilocode/issues/7773',
    what: 'an assistant message has content or tool calls',
  },
  {
    id: 'completions/tool-calls-empty',
    source: 'NousResearch/hermes-agent/issues/76862',
    what: 'tool_calls, when present, is a list that is not empty',
  },
  { id: 'completions/tool-call-type', source: REFERENCE, what: 'a tool call is of type function or custom' },
  {
    id: 'completions/tool-call-id-type',
    source: 'esengine/DeepSeek-Reasonix/issues/713',
    what: 'the id of a tool call is a string',
  },
  {
    id: 'completions/tool-call-id-empty',
    source: 'earendil-works/pi/issues/4854',
    what: 'the id of a tool call is not empty',
  },
  {
    id: 'completions/tool-call-id-duplicate',
    source: 'decolua/9router/issues/4273',
    what: 'the tool calls of one message have different ids',
  },
  {
    id: 'completions/tool-name-type',
    source: 'anomalyco/opencode/issues/26433',
    what: 'the name of a tool call is a string',
  },
  {
    id: 'completions/tool-name-empty',
    source: 'continuedev/continue/issues/9784',
    what: 'the name of a tool call is not empty',
  },
  {
    id: 'completions/tool-name-length',
    source: 'OpenAI API reference, FunctionDefinition.name',
    what: 'the name of a tool call has at most 64 characters',
  },
  {
    id: 'completions/tool-name-pattern',
    source: 'NousResearch/hermes-agent/issues/51944',
    what: 'the name of a tool call consists of letters, digits, _ and -',
  },
  {
    id: 'completions/tool-arguments-type',
    source: REFERENCE,
    what: 'the arguments of a tool call are a string',
  },
  {
    id: 'completions/tool-call-unanswered',
    source: 'langchain-ai/langchain/issues/25716',
    what: 'tool messages directly behind a message answer each of its tool calls',
  },
  {
    id: 'completions/tool-result-id-type',
    source: 'earendil-works/pi/issues/4854',
    what: 'the tool_call_id of a tool message is a string',
  },
  {
    id: 'completions/tool-result-id-empty',
    source: 'earendil-works/pi/issues/4854',
    what: 'the tool_call_id of a tool message is not empty',
  },
  {
    id: 'completions/tool-result-without-call',
    source: 'gjczone/pi-shazam/issues/780',
    what: 'a tool message answers a tool call of the assistant message before it',
  },
  {
    id: 'completions/tool-result-twice',
    source: 'QwenLM/qwen-code/issues/5107',
    what: 'a tool call is answered once',
  },
] as const satisfies readonly WireRule[];

/** Reports a broken rule of this table. */
export type CompletionsReport = Report<(typeof rules)[number]['id']>;
