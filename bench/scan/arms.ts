/**
 * One way of reading a session, several times in one process: `node arms.ts <arm> <file> <runs>`. It prints the time
 * of each run in milliseconds, as a list.
 */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

type Program = typeof import('../../packages/opl-guardian/src/commands/main.ts');
/** As it ships; a checkout holds it once it is built. */
const PROGRAM = new URL('../../packages/opl-guardian/dist/commands/main.js', import.meta.url);

const arms: Record<string, (file: string) => Promise<void>> = {
  async readline(file) {
    for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity }))
      check(line);
  },
  async chunked(file) {
    let rest: Buffer[] = [];
    for await (const chunk of createReadStream(file, {
      highWaterMark: 1024 * 1024,
    }) as AsyncIterable<Buffer>) {
      let start = 0;
      for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
        const line = chunk.subarray(start, end);
        check(rest.length > 0 ? Buffer.concat([...rest, line]).toString() : line.toString());
        rest = [];
        start = end + 1;
      }
      if (start < chunk.length) rest.push(Buffer.from(chunk.subarray(start)));
    }
  },
  async scan(file) {
    const { main } = (await import(PROGRAM.href)) as Program;
    const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });
    const here = { cwd: process.cwd(), env: {}, stdout: nowhere(), stderr: nowhere() };
    if ((await main(['scan', file], here)) !== 0) throw new Error('the session is not healthy');
  },
};

function check(line: string): void {
  if (typeof JSON.parse(line) !== 'object') throw new Error('not an entry');
}

const [name = '', file = '', runs = '1'] = process.argv.slice(2);
const arm = arms[name];
if (arm === undefined) throw new Error(`no arm ${name}`);
const times: number[] = [];
for (let run = 0; run < Number(runs); run++) {
  const start = performance.now();
  await arm(file);
  times.push(performance.now() - start);
}
console.log(JSON.stringify(times));
