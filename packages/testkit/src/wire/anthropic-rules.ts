import type { Report, WireRule } from './rule.ts';

const REFERENCE = 'Anthropic API reference, Create a Message';

/** What a strict Messages endpoint refuses in `messages`. */
export const rules = [
  { id: 'anthropic/messages-empty', source: REFERENCE, what: 'messages is a list that is not empty' },
  { id: 'anthropic/role', source: REFERENCE, what: 'a message is of the user, the assistant or the system' },
  {
    id: 'anthropic/content-empty',
    source: REFERENCE,
    what: 'every message but a final one of the assistant has content',
  },
  {
    id: 'anthropic/text-blank',
    source: 'anthropics/claude-code/issues/62396, anomalyco/opencode/issues/31259',
    what: 'a text block holds more than white space',
  },
  {
    id: 'anthropic/tool-use-id-type',
    source: 'openclaw/openclaw/issues/50005',
    what: 'the id of a tool_use is a string',
  },
  {
    id: 'anthropic/tool-use-id-pattern',
    source: 'RooCodeInc/Roo-Code/issues/11131',
    what: 'the id of a tool_use consists of letters, digits, _ and -',
  },
  {
    id: 'anthropic/tool-use-id-duplicate',
    source: 'anthropics/claude-code/issues/28515',
    what: 'the ids of all tool_use blocks of a request differ',
  },
  { id: 'anthropic/tool-use-name-type', source: REFERENCE, what: 'the name of a tool_use is a string' },
  {
    id: 'anthropic/tool-use-name-pattern',
    source: 'anthropics/claude-code/issues/7370',
    what: 'the name of a tool_use has 1 to 128 letters, digits, _ and -',
  },
  {
    id: 'anthropic/tool-use-input',
    source: 'anthropics/claude-code/issues/6697, openclaw/openclaw/issues/5857',
    what: 'the input of a tool_use is an object',
  },
  {
    id: 'anthropic/tool-use-unanswered',
    source: 'anthropics/claude-code/issues/5705',
    what: 'the very next user message answers every tool_use',
  },
  {
    id: 'anthropic/text-behind-tool-use',
    source: 'anthropics/claude-code/issues/473',
    what: 'no text stands behind a tool_use in its message',
  },
  {
    id: 'anthropic/tool-result-id',
    source: 'decolua/9router/issues/3369',
    what: 'the tool_use_id of a tool_result is a string of letters, digits, _ and -',
  },
  {
    id: 'anthropic/tool-result-not-first',
    source: 'Anthropic documentation, Handle tool calls',
    what: 'tool_result blocks stand in front of everything else in their message',
  },
  {
    id: 'anthropic/tool-result-without-use',
    source: 'anthropics/claude-code/issues/13619',
    what: 'a tool_result answers a tool_use of the message before it',
  },
  {
    id: 'anthropic/tool-result-twice',
    source: 'vectorize-io/hindsight/issues/4250',
    what: 'a tool_use is answered once',
  },
  {
    id: 'anthropic/error-result-content',
    source: 'earendil-works/pi/issues/10794',
    what: 'the tool_result of a failed call holds text alone',
  },
  {
    id: 'anthropic/thinking-signature',
    source: REFERENCE,
    what: 'a thinking block carries its signature',
  },
  {
    id: 'anthropic/thinking-changed',
    source: 'anthropics/claude-code/issues/63335',
    what: 'a thinking block holds the text that was streamed with its signature',
  },
  {
    id: 'anthropic/thinking-last',
    source: 'Anthropic Messages API, error "The final block in an assistant message cannot be `thinking`"',
    what: 'an assistant message does not end with thinking',
  },
  {
    id: 'anthropic/thinking-first',
    source: 'pydantic/pydantic-ai/issues/2075',
    what: 'with thinking enabled, a message of the running turn begins with the thinking its calls came behind',
  },
] as const satisfies readonly WireRule[];

/** Reports a broken rule of this table. */
export type AnthropicReport = Report<(typeof rules)[number]['id']>;
