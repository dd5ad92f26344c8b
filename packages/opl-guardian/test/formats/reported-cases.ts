import { readFileSync } from 'node:fs';
import { WIRE_APIS, type WireApi } from '@session-guards/testkit';
import { madeBy } from './pi-request.ts';

/** A publicly reported message that blocked a session, in the form of the host that made it. */
export interface ReportedCase {
  /** `owner/repository#issue` */
  report: string;
  host: string;
  shape: string;
  error?: string;
  message: Fields;
}

/** The smallest history in which a case can stand, in its own dialect. */
export interface CaseHistory {
  dialect: 'pi' | WireApi;
  api: WireApi;
  items: Fields[];
}

type Fields = Record<string, unknown>;

const file = new URL('../fixtures/reported-cases.jsonl', import.meta.url);

export const reportedCases: readonly ReportedCase[] = readFileSync(file, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as ReportedCase);

/** How the host of a case had answered its calls, where it was not one result a call behind the message. */
type Answers =
  | 'none'
  | 'first'
  | 'twice'
  | 'of no call'
  | 'behind a prompt'
  | 'under another id'
  | 'without id';

const ANSWERS: Readonly<Record<string, Answers>> = {
  'earendil-works/pi#5468': 'of no call',
  'gjczone/pi-shazam#780': 'behind a prompt',
  'openclaw/openclaw#112029': 'none',
  'anomalyco/opencode#8377': 'none',
  'anthropics/claude-code#5705': 'none',
  'openai/codex#29773': 'none',
  'google-gemini/gemini-cli#13292': 'first',
  'google-gemini/gemini-cli#28004': 'twice',
  'MoonshotAI/kimi-code#705': 'none',
  'RooCodeInc/Roo-Code#11131': 'under another id',
  'aaif-goose/goose#7914': 'none',
  'langchain-ai/langchain#40530': 'none',
  'langchain-ai/langchain#25716': 'none',
  'langchain-ai/open-swe#1604': 'none',
  'mastra-ai/mastra#16201': 'of no call',
  'BerriAI/litellm#19061': 'of no call',
  'decolua/9router#3369': 'without id',
  'NousResearch/hermes-agent#56980': 'first',
  'V1ki/dsh-plugin-subscriptions#45': 'none',
  'sandbaseai/deepseek-harness-handbook#16': 'none',
};

/** Cases whose ids an earlier turn has as well. */
const REPEATS = new Set([
  'openclaw/openclaw#109443',
  'anthropics/claude-code#28515',
  'github/copilot-cli#3560',
  'QwenLM/qwen-code#5107',
  'QwenLM/qwen-code#8382',
]);

/** The API that Pi sent a case to, where it was not chat completions. */
const PI_API: Readonly<Record<string, WireApi>> = {
  'earendil-works/pi#812': 'openai-responses',
  'earendil-works/pi#5468': 'anthropic',
  'can1357/oh-my-pi#472': 'openai-responses',
  'openclaw/openclaw#25169': 'openai-responses',
  'openclaw/openclaw#50005': 'anthropic',
  'openclaw/openclaw#128642': 'anthropic',
  'openclaw/openclaw#9958': 'anthropic',
  'openclaw/openclaw#112029': 'anthropic',
};

/** The case as a session: a prompt, the reported message, what the host answered, and the next prompts. */
export function historyOf(reported: ReportedCase): CaseHistory {
  const { report, message } = reported;
  const dialect = dialectOf(reported);
  const api = WIRE_APIS.find((one) => one === dialect) ?? PI_API[report] ?? 'openai-completions';
  const made = dialect === 'pi' ? madeBy(api) : {};
  const write = writers[dialect];
  const said = { ...write.said('Done.'), ...made };
  const turn = dialect === 'pi' ? { ...made, timestamp: 2, ...message } : message;
  const calls = callsOf(turn);
  const [first, next, last] = ['Have a look at the project.', 'Go on.', 'And now?'].map(write.user);
  const results = resultsOf(report, calls, write.result);
  const earlier = REPEATS.has(report) ? [turn, ...calls.map(write.result), next] : [];
  const before = turn.role === 'user' || turn.type === 'function_call_output' ? [said] : [];
  const inner = ANSWERS[report] === 'behind a prompt' ? [turn, next, ...results] : [turn, ...results, next];
  return { dialect, api, items: [first, ...earlier, ...before, ...inner, said, last] as Fields[] };
}

function resultsOf(report: string, calls: readonly Call[], result: Writer['result']): Fields[] {
  switch (ANSWERS[report]) {
    case 'none':
      return [];
    case 'first':
      return calls.slice(0, 1).map(result);
    case 'twice':
      return calls.flatMap((call) => [result(call), result(call)]);
    case 'of no call':
      return [result({ id: 'call_gone', name: 'read' })];
    case 'under another id':
      return calls.map((call) => result({ ...call, id: 'functions.read_file:0' }));
    case 'without id':
      return calls.map((call) => result({ ...call, id: undefined }));
    default:
      return calls.map(result);
  }
}

function dialectOf({ host, message }: ReportedCase): CaseHistory['dialect'] {
  if ('parts' in message) return 'google';
  if ('type' in message) return 'openai-responses';
  if ('tool_calls' in message) return 'openai-completions';
  const blocks = blocksOf(message);
  return host.startsWith('Pi') || blocks.some(({ type }) => type === 'toolCall') ? 'pi' : 'anthropic';
}

interface Call {
  id: unknown;
  name: unknown;
  /** The type of the item that answers it, where it is not that of a function. */
  resultType?: string;
}

function callsOf(message: Fields): Call[] {
  const { type, call_id: id, name } = message;
  if (type === 'function_call') return [{ id, name }];
  if (type === 'tool_search_call') return [{ id, name, resultType: 'tool_search_output' }];
  if (Array.isArray(message.tool_calls)) {
    return (message.tool_calls as Fields[]).map((call) => ({
      id: call.id,
      name: (call.function as Fields).name,
    }));
  }
  const calls = blocksOf(message).filter((block) => block.type === 'toolCall' || block.type === 'tool_use');
  const parts = Array.isArray(message.parts) ? (message.parts as Fields[]) : [];
  const ofGoogle = parts.map(({ functionCall }) => functionCall as Fields);
  return [...calls, ...ofGoogle].map((call) => ({ id: call.id, name: call.name }));
}

function blocksOf({ content }: Fields): Fields[] {
  return Array.isArray(content) ? (content as Fields[]) : [];
}

interface Writer {
  user(text: string): Fields;
  said(text: string): Fields;
  result(call: Call): Fields;
}

const OUTPUT = 'what the tool said';

const writers: Record<CaseHistory['dialect'], Writer> = {
  pi: {
    user: (text) => ({ role: 'user', content: [{ type: 'text', text }], timestamp: 1 }),
    said: (text) => ({
      role: 'assistant',
      content: [{ type: 'text', text }],
      stopReason: 'stop',
      timestamp: 4,
    }),
    result: ({ id, name }) => ({
      role: 'toolResult',
      toolCallId: id,
      toolName: name,
      content: [{ type: 'text', text: OUTPUT }],
      isError: false,
      timestamp: 3,
    }),
  },
  'openai-completions': {
    user: (content) => ({ role: 'user', content }),
    said: (content) => ({ role: 'assistant', content }),
    result: ({ id }) => ({ role: 'tool', tool_call_id: id, content: OUTPUT }),
  },
  'openai-responses': {
    user: (text) => ({ role: 'user', content: [{ type: 'input_text', text }] }),
    said: (text) => ({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] }),
    result: ({ id, resultType = 'function_call_output' }) => ({
      type: resultType,
      call_id: id,
      output: OUTPUT,
    }),
  },
  anthropic: {
    user: (content) => ({ role: 'user', content }),
    said: (text) => ({ role: 'assistant', content: [{ type: 'text', text }] }),
    result: ({ id }) => ({
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: id, content: OUTPUT }],
    }),
  },
  google: {
    user: (text) => ({ role: 'user', parts: [{ text }] }),
    said: (text) => ({ role: 'model', parts: [{ text }] }),
    result: ({ id, name }) => ({
      role: 'user',
      parts: [
        { functionResponse: { ...(id === undefined ? {} : { id }), name, response: { output: OUTPUT } } },
      ],
    }),
  },
};
