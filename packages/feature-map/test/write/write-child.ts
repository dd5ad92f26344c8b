/**
 * Writes one file as a process of its own, whose standard output is the outcome as JSON:
 * `write-child.ts <root> <file> <expected> <bytes> [step at which it kills itself] [user id]`
 */
import type { Expected } from '../../src/write/map-writer.ts';
import { nodeWriter } from '../../src/write/node-writer.ts';

const [root = '', file = '', expected = '', bytes = '', fatal = '', user = ''] = process.argv.slice(2);
if (user !== '') process.setuid?.(Number(user));
const writer = nodeWriter(root, (step) => {
  if (step === fatal) process.kill(process.pid, 'SIGKILL');
});
const outcome = await writer.write(file, expected as Expected, 'n'.repeat(Number(bytes)));
process.stdout.write(JSON.stringify(outcome ?? null));
