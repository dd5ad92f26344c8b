import type { WireApi, WireValidator } from '../types.ts';
import * as anthropic from './anthropic.ts';
import * as google from './google.ts';
import * as completions from './openai-completions.ts';
import * as responses from './openai-responses.ts';
import type { WireRule } from './rule.ts';

/** The strict validator of each API: what in a request body its endpoint would refuse. */
export const validators: Record<WireApi, WireValidator> = {
  'openai-completions': completions.validate,
  'openai-responses': responses.validate,
  anthropic: anthropic.validate,
  google: google.validate,
};

/** The rules that each validator knows. */
export const wireRules: Record<WireApi, readonly WireRule[]> = {
  'openai-completions': completions.rules,
  'openai-responses': responses.rules,
  anthropic: anthropic.rules,
  google: google.rules,
};
