/** The wire APIs whose rules are known here. */
export const TARGET_APIS = ['openai-completions', 'openai-responses', 'anthropic', 'google'] as const;

export type TargetApi = (typeof TARGET_APIS)[number];

const TARGET_OF: ReadonlyMap<unknown, TargetApi> = new Map([
  ['openai-completions', 'openai-completions'],
  ['openai-responses', 'openai-responses'],
  ['azure-openai-responses', 'openai-responses'],
  ['openai-codex-responses', 'openai-responses'],
  ['anthropic-messages', 'anthropic'],
  ['google-generative-ai', 'google'],
  ['google-vertex', 'google'],
]);

/**
 * The API behind one of Pi's names for it.
 *
 * @returns `undefined` for an API whose rules are not known here
 */
export function targetOf(api: unknown): TargetApi | undefined {
  return TARGET_OF.get(api);
}
