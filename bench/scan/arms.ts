/**
 * One way of reading a session, as a process of its own: `node arms.ts <arm> <file>`. It says how many lines it
 * read.
 */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

const arms: Record<string, (file: string) => Promise<number>> = {
  async readline(file) {
    let lines = 0;
    for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
      if (typeof JSON.parse(line) === 'object') lines++;
    }
    return lines;
  },
  async chunked(file) {
    let lines = 0;
    let rest: Buffer[] = [];
    for await (const chunk of createReadStream(file, {
      highWaterMark: 1024 * 1024,
    }) as AsyncIterable<Buffer>) {
      let start = 0;
      for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
        const line = chunk.subarray(start, end);
        const text = rest.length > 0 ? Buffer.concat([...rest, line]).toString() : line.toString();
        if (typeof JSON.parse(text) === 'object') lines++;
        rest = [];
        start = end + 1;
      }
      if (start < chunk.length) rest.push(Buffer.from(chunk.subarray(start)));
    }
    return lines;
  },
};

const [name = '', file = ''] = process.argv.slice(2);
const arm = arms[name];
if (arm === undefined) throw new Error(`no arm ${name}`);
console.log(await arm(file));
