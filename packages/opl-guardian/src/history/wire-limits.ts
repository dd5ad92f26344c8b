import { shortHash } from '../short-hash.ts';
import type { TargetApi } from './target.ts';

interface Limits {
  /** Tool names: characters without a length. */
  name: RegExp;
  /** In characters. */
  nameLength: number;
  /** Tool call ids. */
  id: RegExp;
  /** Whether the ids of a whole request have to differ, or those of one turn. */
  ids: 'request' | 'turn';
}

const ANY_ID = /^/;

/**
 * What each API takes. Sources: OpenAI API reference (FunctionDefinition.name, FunctionToolParam.name,
 * FunctionCallOutputItemParam.call_id); Anthropic API reference (tool_use) and
 * github.com/anthropics/claude-code/issues/28515; `@google/genai` (FunctionDeclaration.name).
 */
const LIMITS: Record<TargetApi, Limits> = {
  'openai-completions': { name: /^[\w-]+$/, nameLength: 64, id: ANY_ID, ids: 'turn' },
  'openai-responses': { name: /^[\w-]+$/, nameLength: 128, id: /^[^|]{1,64}(\||$)/, ids: 'turn' },
  anthropic: { name: /^[\w-]+$/, nameLength: 128, id: /^[\w-]+$/, ids: 'request' },
  google: { name: /^[a-zA-Z_][\w.:-]*$/, nameLength: 128, id: ANY_ID, ids: 'turn' },
};

/** Short enough for every API. */
const SAFE_NAME_LENGTH = 64;

/** What is wrong with a tool name that is not blank; `undefined` for a legal one, or where the API is not known. */
export function wireNameFault(
  name: string,
  target: TargetApi | undefined,
): 'illegal-name' | 'long-name' | undefined {
  if (target === undefined) return undefined;
  const limits = LIMITS[target];
  if (!limits.name.test(name)) return 'illegal-name';
  return name.length > limits.nameLength ? 'long-name' : undefined;
}

/** Whether an id that is not blank is one that the API takes. */
export function isLegalId(id: string, target: TargetApi | undefined): boolean {
  return target === undefined || LIMITS[target].id.test(id);
}

/** Whether all calls of a request to the API need ids of their own, and not only those of one turn. */
export function needsIdsOfItsOwn(target: TargetApi | undefined): boolean {
  return target !== undefined && LIMITS[target].ids === 'request';
}

/**
 * A name that every API takes, made of one that some refuse: without control tokens (`read<|channel|>commentary`
 * was meant as `read`, github.com/earendil-works/pi/issues/4439) and without padding; other characters become `_`,
 * and of a long name the beginning stays, with a mark that keeps it apart from others.
 *
 * @param name a name that is not blank
 */
export function legalName(name: string): string {
  const plain = (/^(.*?\S)\s*<\|/s.exec(name)?.[1] ?? name).trim().replace(/[^\w-]/gu, '_');
  const safe = /^[a-zA-Z_]/.test(plain) ? plain : `_${plain}`;
  if (safe.length <= SAFE_NAME_LENGTH) return safe;
  const mark = `_${shortHash(name)}`;
  return safe.slice(0, SAFE_NAME_LENGTH - mark.length) + mark;
}
