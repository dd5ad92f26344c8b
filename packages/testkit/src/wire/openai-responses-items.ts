import { type JsonObject, shown, stringOf } from '../json.ts';
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
  });
  checkReasoning(items, emitted, report);
}

function checkId(id: string, type: unknown, where: string, report: ResponsesReport): void {
  const prefix = PREFIXES[shown(type)];
  if (prefix !== undefined && !id.startsWith(prefix)) {
    const words = `Invalid '${where}': '${id}'. Expected an ID that begins with '${prefix}'.`;
    report('responses/item-id-prefix', where, words);
  }
  const fault = tooLong(id, where, 64);
  if (fault) report('responses/item-id-length', where, fault.message);
}

/**
 * What was streamed behind a reasoning item in one answer needs that reasoning in front of it; the reasoning
 * needs the first of those items directly behind it. An item without an id cannot be traced.
 */
function checkReasoning(items: readonly JsonObject[], emitted: Emitted, report: ResponsesReport): void {
  const followers = firstFollowers(emitted);
  const present = new Set<unknown>();
  items.forEach((item, at) => {
    const id = stringOf(item.id);
    const needed = id === undefined ? undefined : emitted.reasoningOfItem.get(id);
    if (needed !== undefined && !present.has(needed)) {
      const words = `Item '${id}' of type '${shown(item.type)}' was provided without its required 'reasoning' item: '${needed}'.`;
      report('responses/item-without-reasoning', `input[${at}]`, words);
    }
    if (item.type !== 'reasoning') return;
    present.add(id);
    const next = items[at + 1];
    const traced = id !== undefined && emitted.reasoningOfItem.has(id) && next?.id !== undefined;
    if (traced ? followers.get(id) === next.id : isOutput(next)) return;
    const words = `Item '${id}' of type 'reasoning' was provided without its required following item.`;
    report('responses/reasoning-without-item', `input[${at}]`, words);
  });
}

/** By reasoning item: the item that was streamed directly behind it. */
function firstFollowers({ reasoningOfItem }: Emitted): ReadonlyMap<string, string> {
  const followers = new Map<string, string>();
  for (const [id, reasoning] of reasoningOfItem) {
    if (reasoning !== undefined && !followers.has(reasoning)) followers.set(reasoning, id);
  }
  return followers;
}

function isOutput(item: JsonObject | undefined): boolean {
  const { type, role } = item ?? {};
  return role === 'assistant' || (type !== 'message' && shown(type) in PREFIXES);
}
