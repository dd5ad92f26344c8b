import { openSessionFile } from '../../src/commands/session/session-file.ts';
import { piFormat } from '../../src/formats/pi.ts';

/** Reads a session and looks at all of its messages; says how many there are and the most memory that it took. */
const [file = ''] = process.argv.slice(2);
const input = openSessionFile(file);
const [branch] = (await piFormat.read(input)).branches;
let count = 0;
for (let index = 0; index < (branch?.messages.length ?? 0); index++) if (branch?.messages[index]) count++;
input.close();
process.stdout.write(JSON.stringify({ messages: count, megabytes: process.resourceUsage().maxRSS / 1024 }));
