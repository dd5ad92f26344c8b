import type { Branch, SessionFormat, StoredChange } from '../../src/formats/format.ts';
import { UnreadableSession } from '../../src/formats/format.ts';
import { PI_FACTS } from '../../src/history/host-facts.ts';
import { targetOf } from '../../src/history/target.ts';
import type { MessageLike } from '../../src/message.ts';
import { assistant, call, result, text, user } from '../build.ts';

interface FakeHeader {
  readonly fake: true;
  readonly cwd?: string;
  /** The number of its first lines that form a branch of its own, which is not the active one. */
  readonly side?: number;
}

/** The smallest format: a header line, then a message a line. It cannot mend what changes their number. */
export const FAKE: SessionFormat = {
  id: 'messages',
  title: 'fake session',
  sniff: (_file, head) => Buffer.from(head).toString('latin1').startsWith('{"fake"'),
  async read(input) {
    const parts: Buffer[] = [];
    for await (const chunk of input.chunks()) parts.push(Buffer.from(chunk));
    const [first = '', ...lines] = Buffer.concat(parts).toString().trimEnd().split('\n');
    const header = parse(first) as FakeHeader;
    const messages = lines.map((line) => parse(line) as MessageLike);
    const placeOf = (message: MessageLike) => `line ${messages.indexOf(message) + 2}`;
    const main: Branch = {
      isActive: true,
      leaf: 'main',
      facts: PI_FACTS,
      lastApi: targetOf(messages.findLast(({ role }) => role === 'assistant')?.api),
      messages: messages.slice(header.side ?? 0),
      placeOf,
    };
    const side: Branch = {
      ...main,
      isActive: false,
      leaf: 'side',
      messages: messages.slice(0, header.side ?? 0),
    };
    const branches = header.side === undefined ? [main] : [main, side];
    return {
      format: 'messages',
      ...(header.cwd === undefined ? {} : { cwd: header.cwd }),
      branches,
      remarks: [],
      async plan(heal) {
        const after = new Map<MessageLike, MessageLike>();
        const changes: StoredChange[] = [];
        for (const branch of branches) {
          const healed = heal(branch);
          for (const [at, message] of branch.messages.entries()) {
            const changed = healed.messages[at];
            if (changed === undefined || changed === message) continue;
            after.set(message, changed);
            const findings = healed.findings.filter((finding) => finding.message === message);
            changes.push({ place: placeOf(message), before: message, after: changed, findings });
          }
        }
        return {
          changes,
          async write(sink) {
            await sink(Buffer.from(`${first}\n`));
            for (const [at, message] of messages.entries()) {
              const changed = after.get(message);
              await sink(Buffer.from(`${changed === undefined ? lines[at] : JSON.stringify(changed)}\n`));
            }
          },
        };
      },
    };
  },
};

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    throw new UnreadableSession('a line is no JSON', { cause: error });
  }
}

/** A session in that format. */
export function fakeSession(messages: readonly unknown[], header: Omit<FakeHeader, 'fake'> = {}): string {
  return [{ fake: true, ...header }, ...messages].map((value) => `${JSON.stringify(value)}\n`).join('');
}

/** A call with a blank id that has run, and its result. */
export const BLANK_ID = [
  user('go'),
  assistant([text('I look.'), call('', 'read')]),
  result('', 'read'),
  assistant([text('done')], { stopReason: 'stop' }),
];

export const HEALTHY = [
  user('go'),
  assistant([text('I look.'), call('call_1', 'read')]),
  result('call_1', 'read'),
  assistant([text('done')], { stopReason: 'stop' }),
];
