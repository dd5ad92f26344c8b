import { elements, isObject, type JsonObject, member, shown } from '../json.ts';
import type { WireValidator } from '../types.ts';
import { checkItemIds } from './openai-responses-items.ts';
import type { ResponsesReport as Report } from './openai-responses-rules.ts';
import { badName, missing, tooLong } from './openai-string.ts';
import { type Pairs, trackPairs } from './pairs.ts';
import { collect } from './rule.ts';

export { rules } from './openai-responses-rules.ts';

const ROLES = ['system', 'developer', 'user', 'assistant'];
const INPUT_PARTS = ['input_text', 'input_image', 'input_file'];
const OUTPUT_PARTS = ['output_text', 'refusal'];

/** Judges a Responses request body; `emitted` says which items came with which reasoning. */
export const validate: WireValidator = (body, emitted) =>
  collect((report: Report) => {
    const input = member(body, 'input');
    if (typeof input === 'string' && input !== '') return;
    const items = elements(input).map((item) => (isObject(item) ? item : {}));
    if (items.length === 0) {
      report(
        'responses/input-empty',
        'input',
        "Invalid 'input': expected a string or an array with minimum length 1.",
      );
    }
    const pairs = pairsOf(report);
    items.forEach((item, at) => {
      checkItem(item, `input[${at}]`, pairs, report);
    });
    pairs.close();
    checkItemIds(items, emitted, report);
  });

function checkItem(item: JsonObject, path: string, pairs: Pairs, report: Report): void {
  const { type } = item;
  if (type === 'message' || (type === undefined && 'role' in item)) checkMessage(item, path, report);
  if (type === 'function_call') checkCall(item, 'arguments', path, pairs, report);
  if (type === 'custom_tool_call') checkCall(item, 'input', path, pairs, report);
  if (type === 'function_call_output' || type === 'custom_tool_call_output') {
    checkOutput(item, path, pairs, report);
  }
  if (type === 'reasoning' && !Array.isArray(item.summary)) {
    report(
      'responses/reasoning-summary',
      `${path}.summary`,
      `Missing required parameter: '${path}.summary'.`,
    );
  }
}

function checkMessage({ role, content }: JsonObject, path: string, report: Report): void {
  if (typeof role !== 'string' || !ROLES.includes(role)) {
    report('responses/role', `${path}.role`, invalidValue(role, ROLES));
    return;
  }
  const supported = role === 'assistant' ? OUTPUT_PARTS : INPUT_PARTS;
  elements(content).forEach((part, at) => {
    const where = `${path}.content[${at}]`;
    const type = member(part, 'type');
    if (typeof type !== 'string' || !supported.includes(type)) {
      report('responses/content-part', `${where}.type`, invalidValue(type, supported));
    } else if (type.endsWith('_text')) {
      const fault = missing(member(part, 'text'), `${where}.text`);
      if (fault?.kind === 'type') report('responses/content-text', `${where}.text`, fault.message);
    }
  });
}

function checkCall(item: JsonObject, text: string, path: string, pairs: Pairs, report: Report): void {
  if (checkCallId(item.call_id, path, report)) pairs.call(item.call_id, `${path}.call_id`);
  const where = `${path}.name`;
  const fault = missing(item.name, where) ?? tooLong(item.name, where, 128) ?? badName(item.name, where);
  if (fault) report(`responses/name-${fault.kind}`, where, fault.message);
  const textFault = missing(item[text], `${path}.${text}`);
  if (textFault?.kind === 'type') report('responses/arguments-type', `${path}.${text}`, textFault.message);
}

function checkOutput(item: JsonObject, path: string, pairs: Pairs, report: Report): void {
  if (checkCallId(item.call_id, path, report)) pairs.result(item.call_id, `${path}.call_id`);
  if (typeof item.output === 'string' || Array.isArray(item.output)) return;
  const words = `Invalid type for '${path}.output': expected a string or an array of content parts.`;
  report('responses/output-type', `${path}.output`, words);
}

function checkCallId(id: unknown, path: string, report: Report): id is string {
  const where = `${path}.call_id`;
  const fault = missing(id, where) ?? tooLong(id, where, 64);
  if (fault) report(`responses/call-id-${fault.kind}`, where, fault.message);
  return fault === undefined;
}

function invalidValue(value: unknown, supported: readonly string[]): string {
  return `Invalid value: '${shown(value)}'. Supported values are: ${supported.map((name) => `'${name}'`).join(', ')}.`;
}

function pairsOf(report: Report): Pairs {
  return trackPairs({
    duplicate: (id, path) => {
      report('responses/call-id-duplicate', path, `Duplicate call_id: '${id}'.`);
    },
    twice: (id, path) => {
      report('responses/output-twice', path, `Duplicate function call output with call_id ${id}.`);
    },
    orphan: (id, path) => {
      const words = `No tool call found for function call output with call_id ${id}.`;
      report('responses/output-without-call', path, words);
    },
    unanswered: (calls) => {
      const [[id, path] = ['', '']] = calls;
      report('responses/call-without-output', path, `No tool output found for function call ${id}.`);
    },
  });
}
