import type { WireApi, WireValidator } from '../types.ts';

const permissive: WireValidator = () => [];

/** The strict validator of each API. */
export const validators: Record<WireApi, WireValidator> = {
  'openai-completions': permissive,
  'openai-responses': permissive,
  anthropic: permissive,
  google: permissive,
};
