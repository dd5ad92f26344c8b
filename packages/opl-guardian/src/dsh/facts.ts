import type { HostFacts } from '../history/host-facts.ts';
import { type CoreMessage, errorResult, userLine } from './transcript.ts';

/**
 * What DSH and its adapters do with a history: `dsh-llm-deepseek` sends ids, names and texts as they are, an answer
 * without text too, and nothing for calls without a result; `dsh-llm-pi-ai` hands the history to Pi's converters.
 *
 * @param isPiAi whether the adapter is `dsh-llm-pi-ai`
 */
export function dshFacts(isPiAi: boolean): HostFacts<CoreMessage> {
  return {
    answersOpenCalls: false,
    makesIdsLegal: isPiAi,
    cleansTexts: isPiAi,
    sendsEmpty: (role, target) => (isPiAi ? role === 'user' && target === 'google' : role !== 'toolResult'),
    sendsCallLists: false,
    userLine,
    errorResult,
  };
}
