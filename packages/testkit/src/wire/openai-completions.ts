import { elements, isObject, type JsonObject, member, shown } from '../json.ts';
import type { WireValidator } from '../types.ts';
import type { CompletionsReport as Report } from './openai-completions-rules.ts';
import { badName, missing, tooLong } from './openai-string.ts';
import { type Pairs, trackPairs } from './pairs.ts';
import { collect } from './rule.ts';

export { rules } from './openai-completions-rules.ts';

const ROLES = ['system', 'developer', 'user', 'assistant', 'tool', 'function'];

/** Judges a chat completions request body. Nothing in it depends on what was streamed. */
export const validate: WireValidator = (body) =>
  collect((report: Report) => {
    const messages = elements(member(body, 'messages'));
    if (messages.length === 0) {
      const words = "Invalid 'messages': expected an array with minimum length 1.";
      report('completions/messages-empty', 'messages', words);
    }
    const pairs = pairsOf(report);
    messages.forEach((message, at) => {
      checkMessage(isObject(message) ? message : {}, `messages[${at}]`, pairs, report);
    });
    pairs.close();
  });

function checkMessage(message: JsonObject, path: string, pairs: Pairs, report: Report): void {
  const { role } = message;
  if (role !== 'tool') pairs.close();
  if (typeof role !== 'string' || !ROLES.includes(role)) {
    const supported = ROLES.map((name) => `'${name}'`).join(', ');
    report(
      'completions/role',
      `${path}.role`,
      `Invalid value: '${shown(role)}'. Supported values are: ${supported}.`,
    );
    return;
  }
  checkContent(message, path, report);
  if (role === 'tool') checkResult(message.tool_call_id, path, pairs, report);
  if (role === 'assistant') checkAssistant(message, path, pairs, report);
}

function checkContent({ role, content }: JsonObject, path: string, report: Report): void {
  if (typeof content === 'string' || (Array.isArray(content) && content.length > 0)) return;
  const optional = role === 'assistant' || role === 'function';
  if (optional && (content === undefined || content === null)) return;
  const words = `Invalid '${path}.content': expected a string or an array with minimum length 1.`;
  report('completions/content', `${path}.content`, words);
}

function checkResult(id: unknown, path: string, pairs: Pairs, report: Report): void {
  const where = `${path}.tool_call_id`;
  const fault = missing(id, where);
  if (fault) report(`completions/tool-result-id-${fault.kind}`, where, fault.message);
  else pairs.result(shown(id), where);
}

function checkAssistant(message: JsonObject, path: string, pairs: Pairs, report: Report): void {
  const { content, tool_calls: calls } = message;
  if (calls === undefined || calls === null) {
    const said = [content, message.refusal, message.audio, message.function_call].some(Boolean);
    const words = 'Invalid assistant message: content or tool_calls must be set';
    if (!said) report('completions/assistant-empty', path, words);
    return;
  }
  if (elements(calls).length === 0) {
    const words = `Invalid '${path}.tool_calls': empty array. Expected an array with minimum length 1.`;
    report('completions/tool-calls-empty', `${path}.tool_calls`, words);
  }
  elements(calls).forEach((call, at) => {
    checkCall(isObject(call) ? call : {}, `${path}.tool_calls[${at}]`, pairs, report);
  });
}

function checkCall(call: JsonObject, path: string, pairs: Pairs, report: Report): void {
  const { id, type } = call;
  if (type !== 'function' && type !== 'custom') {
    const words = `Invalid value: '${shown(type)}'. Supported values are: 'function' and 'custom'.`;
    report('completions/tool-call-type', `${path}.type`, words);
  }
  const idFault = missing(id, `${path}.id`);
  if (idFault) report(`completions/tool-call-id-${idFault.kind}`, `${path}.id`, idFault.message);
  else pairs.call(shown(id), `${path}.id`);
  const [kind, text] =
    type === 'custom' ? (['custom', 'input'] as const) : (['function', 'arguments'] as const);
  const namePath = `${path}.${kind}.name`;
  const name = member(call[kind], 'name');
  const nameFault = missing(name, namePath) ?? tooLong(name, namePath, 64) ?? badName(name, namePath);
  if (nameFault) report(`completions/tool-name-${nameFault.kind}`, namePath, nameFault.message);
  const textPath = `${path}.${kind}.${text}`;
  const textFault = missing(member(call[kind], text), textPath);
  if (textFault?.kind === 'type') report('completions/tool-arguments-type', textPath, textFault.message);
}

function pairsOf(report: Report): Pairs {
  return trackPairs({
    duplicate: (id, path) => {
      report('completions/tool-call-id-duplicate', path, `Duplicate value for '${path}': '${id}'.`);
    },
    twice: (id, path) => {
      report('completions/tool-result-twice', path, `Duplicate tool result in request: '${id}'.`);
    },
    orphan: (_id, path) => {
      const words = "messages with role 'tool' must be a response to a preceding message with 'tool_calls'.";
      report('completions/tool-result-without-call', path, `Invalid parameter: ${words}`);
    },
    unanswered: (calls) => {
      const [path = ''] = calls.values();
      const words = `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${[...calls.keys()].join(', ')}`;
      report('completions/tool-call-unanswered', path, words);
    },
  });
}
