import { type JsonObject, stringOf } from '../json.ts';
import type { Emitted } from '../types.ts';
import type { ResponsesReport } from './openai-responses-rules.ts';
import { tooLong } from './openai-string.ts';

const PREFIXES: Record<string, string> = {
  function_call: 'fc',
  custom_tool_call: 'ctc',
  message: 'msg',
  reasoning: 'rs',
};

/** Judges the ids of the input items, and whether reasoning and the item it came with stand together. */
export function checkItemIds(items: readonly JsonObject[], emitted: Emitted, report: ResponsesReport): void {
  const seen = new Set<string>();
  items.forEach((item, at) => {
    const id = stringOf(item.id);
    const where = `input[${at}].id`;
    if (id !== undefined) {
      checkId(id, item.type, where, report);
      const words = `Duplicate item found with id ${id}. Remove duplicate items from your input and try again.`;
      if (seen.has(id)) report('responses/item-id-duplicate', where, words);
      seen.add(id);
    }
    checkReasoning(items, at, emitted, report);
  });
}

function checkId(id: string, type: unknown, where: string, report: ResponsesReport): void {
  const prefix = PREFIXES[String(type)];
  if (prefix !== undefined && !id.startsWith(prefix)) {
    const words = `Invalid '${where}': '${id}'. Expected an ID that begins with '${prefix}'.`;
    report('responses/item-id-prefix', where, words);
  }
  const fault = tooLong(id, where, 64);
  if (fault) report('responses/item-id-length', where, fault.message);
}

/**
 * A reasoning item belongs to the item that was streamed directly behind it; neither may be sent without the
 * other. Items further behind in the same answer are free. An item without an id cannot be traced.
 */
function checkReasoning(
  items: readonly JsonObject[],
  at: number,
  emitted: Emitted,
  report: ResponsesReport,
): void {
  const item = items[at] ?? {};
  const id = stringOf(item.id);
  const wanted = id === undefined ? undefined : emitted.reasoningOfItem.get(id);
  if (wanted !== undefined && items[at - 1]?.id !== wanted) {
    const words = `Item '${id}' of type '${item.type}' was provided without its required 'reasoning' item: '${wanted}'.`;
    report('responses/item-without-reasoning', `input[${at}]`, words);
  }
  if (item.type !== 'reasoning') return;
  const next = items[at + 1];
  const nextId = stringOf(next?.id);
  const untraced = nextId === undefined || id === undefined || !emitted.reasoningOfItem.has(id);
  const follows = untraced ? isOutput(next) : emitted.reasoningOfItem.get(nextId) === id;
  if (!follows) {
    const words = `Item '${id}' of type 'reasoning' was provided without its required following item.`;
    report('responses/reasoning-without-item', `input[${at}]`, words);
  }
}

function isOutput(item: JsonObject | undefined): boolean {
  const { type, role } = item ?? {};
  return role === 'assistant' || (type !== 'message' && String(type) in PREFIXES);
}
