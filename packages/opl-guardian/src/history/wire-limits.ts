import type { TargetApi } from './target.ts';

export interface Limits {
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

/** What an API takes. */
export function limitsOf(target: TargetApi): Limits {
  return LIMITS[target];
}
