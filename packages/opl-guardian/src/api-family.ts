const RESPONSES = new Set<unknown>(['openai-responses', 'azure-openai-responses', 'openai-codex-responses']);
const GOOGLE = new Set<unknown>(['google-generative-ai', 'google-vertex']);

/** Pi API names whose tool call ids are stored as `<call id>|<item id>` and whose items are paired with reasoning items. */
export function isResponsesFamily(api: unknown): boolean {
  return RESPONSES.has(api);
}

/** Pi API names on which `thoughtSignature` of a tool call is a signature that the provider asks for again. */
export function isGoogleFamily(api: unknown): boolean {
  return GOOGLE.has(api);
}
