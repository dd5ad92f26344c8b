import type { CallPart } from '../../types.ts';
import type { CallOutcome, ContractSession, Said } from '../host.ts';
import { message } from '../turns.ts';
import { done } from './place.ts';

type Outcome = 'denied' | 'answered' | 'failed' | 'not run';

/** What becomes of calls that the model makes one after the other, each in a message of its own. */
export async function oneByOne(session: ContractSession, ...calls: CallPart[]): Promise<Outcome[]> {
  return outcomes(await session.say(...calls.map((part) => message(part)), done), calls);
}

/** What became of `calls`, in their order; a host may answer a batch in another one. */
export function outcomes({ calls: answers }: Said, calls: readonly CallPart[]): Outcome[] {
  return calls.map(({ id }) => outcome(answers.find((answer) => answer.id === id)));
}

export function outcome(answer: CallOutcome | undefined): Outcome {
  if (answer === undefined) return 'not run';
  if (!answer.isError) return 'answered';
  return /goes straight to source, and this project keeps a feature map/.test(answer.text)
    ? 'denied'
    : 'failed';
}
