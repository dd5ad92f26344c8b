import { dshFormat } from '../../formats/dsh.ts';
import type { SessionFormat } from '../../formats/format.ts';
import { messagesFormat } from '../../formats/messages.ts';
import { piFormat } from '../../formats/pi.ts';

/** Every format that the commands know, in the order in which they are asked. */
export const FORMATS: readonly SessionFormat[] = [piFormat, dshFormat, messagesFormat];
