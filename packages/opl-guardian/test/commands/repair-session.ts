import { repairCommand } from '../../src/commands/repair.ts';
import { BLANK_ID, FAKE, fakeSession } from './fake-format.ts';
import { commandHere } from './run.ts';

/** The file that the tests repair, in their folder. */
export const NAME = 'session.jsonl';
/** The session in that file before it is repaired. */
export const OLD = fakeSession(BLANK_ID);
/** `repair`, with the fake format as the only one. */
export const command = repairCommand([FAKE]);
/** Runs it in this process, with a folder as the working one. */
export const repair = (cwd: string, ...args: string[]) => commandHere(command, args, { cwd });
