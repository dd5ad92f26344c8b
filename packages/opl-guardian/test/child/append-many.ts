/** Appends `count` numbered lines as fast as it can: `append-many.ts <cwd> <writer> <count>`. */
import { appendEvidence } from '../../src/incident-log.ts';

const [cwd = '', writer = '', count = '0'] = process.argv.slice(2);
for (let number = 0; number < Number(count); number++) {
  appendEvidence(cwd, `${JSON.stringify({ writer, number, filler: 'x'.repeat((number * 37) % 6000) })}\n`);
}
