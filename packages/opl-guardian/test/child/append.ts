/**
 * Appends evidence in a process of its own. Takes one JSON argument and prints one JSON list: for each line
 * `"ok"` or the message of the error.
 */
import { appendEvidence } from '../../src/incident-log.ts';

interface Order {
  cwd: string;
  lines: string[];
  /** Runs as this user from here on. */
  uid?: number;
}

const order = JSON.parse(process.argv[2] ?? '{}') as Order;
// Without a handler the signal of a file size limit ends the process before the error can be seen.
process.on('SIGXFSZ', () => {});
if (order.uid !== undefined) {
  process.setgid?.(order.uid);
  process.setuid?.(order.uid);
}
const outcomes = order.lines.map((line) => {
  try {
    appendEvidence(order.cwd, line);
    return 'ok';
  } catch (error) {
    return (error as Error).message;
  }
});
process.stdout.write(JSON.stringify(outcomes), () => process.exit(0));
