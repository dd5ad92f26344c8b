import assert from 'node:assert/strict';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Session, type SessionId } from '@deepseek-ai/dsh-session';
import { createDshSandbox, type DshSandbox } from '@session-guards/testkit/dsh';
import { zstdFrames } from '../../src/formats/dsh/frames.ts';
import { dshFormat } from '../../src/formats/dsh.ts';
import { UnreadableSession } from '../../src/formats/format.ts';
import { eventsOf, type MadeTurn, storeEvents } from './dsh-made-logs.ts';
import { eventsIn, frame, hostMessages, inputOf, readSession, repair } from './dsh-set-up.ts';

const turnWith = (id: string, result = 'a'): MadeTurn => ({
  prompt: `Go ${result}.`,
  isCompacted: false,
  steps: [{ text: 'I look.', calls: [{ id, name: 'glob' }], answered: 1, isPruned: false }],
});

describe('a damaged DSH log', () => {
  let host: DshSandbox;
  before(async () => {
    host = await createDshSandbox({ persistence: true, invariants: false, fsTools: false });
  });
  after(() => host.dispose());

  /** A healthy log in several frames, and where the last one begins. */
  async function healthy() {
    const { id, file } = await storeEvents(host, eventsOf([turnWith('a'), turnWith('b')]));
    const bytes = await readFile(file);
    const frames = await zstdFrames(await inputOf(file));
    return { id, file, bytes, last: frames.at(-1)?.start ?? 0, frames };
  }

  async function sentByHost(id: SessionId) {
    const { meta, events } = await host.ctx.sessionPersistence.inspect(id);
    return Session.create(id, structuredClone([...events]), meta).deriveMessages();
  }

  const idsOf = (messages: readonly { id: string }[]) => messages.map(({ id }) => id);

  it('whose last frame is torn, at whatever byte, is read as the host reads it, and kept as it is', async () => {
    const { id, file, bytes, last } = await healthy();
    for (let end = last; end < bytes.length; end++) {
      await writeFile(file, bytes.subarray(0, end));
      const session = await readSession(file);
      const sent = idsOf(hostMessages(session)).filter((messageId) => messageId !== 'next-prompt');
      assert.deepEqual(sent, idsOf(await sentByHost(id)), `cut at ${end}`);
      assert.equal(session.remarks.length, end === last ? 0 : 1);
      assert.deepEqual(await repair(file), []);
      assert.deepEqual(await readFile(file), bytes.subarray(0, end));
    }
  });

  it('whose torn frame holds what has to change gets a whole frame of what can be read of it', async () => {
    const events = eventsOf([turnWith('a'), turnWith('')]);
    const { id, file } = await storeEvents(host, events, events.length);
    const bytes = await readFile(file);
    await writeFile(file, bytes.subarray(0, -4));
    await assert.rejects(host.ctx.sessionPersistence.inspect(id), /must have tool source/);
    assert.notDeepEqual(await repair(file), []);
    assert.deepEqual((await readSession(file)).remarks, []);
    assert.equal((await eventsIn(file)).length > 0, true);
    assert.deepEqual(idsOf(hostMessages(await readSession(file))), idsOf(await sentByHost(id)));
  });

  it('is repaired without another byte in the frames that hold nothing of it', async () => {
    const events = eventsOf([turnWith('a'), turnWith(''), turnWith('b')]);
    const { file } = await storeEvents(host, events, 3);
    const old = await readFile(file);
    const oldFrames = await zstdFrames(await inputOf(file));
    await repair(file);
    const changed = await readFile(file);
    const frames = await zstdFrames(await inputOf(file));
    assert.equal(frames.length, oldFrames.length);
    const isSame = frames.map(({ start, end }, at) => {
      const was = oldFrames[at] as { start: number; end: number };
      return changed.subarray(start, end).equals(old.subarray(was.start, was.end));
    });
    assert.ok(isSame.filter(Boolean).length >= frames.length - 3);
    assert.ok(isSame.includes(false));
  });

  const damages: [string, (log: Awaited<ReturnType<typeof healthy>>) => Uint8Array, RegExp][] = [
    [
      'something else between its frames',
      ({ bytes, last }) => inserted(bytes, last, Buffer.from('garbage')),
      /at byte \d+ there is something that is no zstd frame/,
    ],
    [
      'a frame that decoders skip',
      ({ bytes, last }) => inserted(bytes, last, SKIPPABLE),
      /that a decoder skips/,
    ],
    [
      'a wrong checksum',
      ({ bytes, last }) => flipped(bytes, last - 1),
      /the zstd frame at byte \d+ is damaged/,
    ],
    ['a damaged block', ({ bytes, last }) => flipped(bytes, last + 12), /at byte \d+/],
    ['NUL bytes at its end', ({ bytes }) => Buffer.concat([bytes, Buffer.alloc(64)]), /no zstd frame/],
    ['NUL bytes alone', () => Buffer.alloc(512), /neither a zstd frame nor a line of JSON/],
    ['nothing in it', () => Buffer.alloc(0), /the file is empty/],
    [
      'a first frame of more than the header',
      ({ bytes, frames }) => Buffer.concat([frame(`${HEADER}\n${HEADER}\n`), bytes.subarray(frames[0]?.end)]),
      /not the header alone/,
    ],
    [
      'a frame that ends inside a line',
      ({ bytes }) => Buffer.concat([bytes, frame('{"type":"turn/start"')]),
      /ends inside a line/,
    ],
    [
      'a number missing in front of the end of a turn',
      ({ bytes }) => Buffer.concat([bytes, frame(`${TURN_END}\n`)]),
      /the next event has the number 999/,
    ],
    [
      'a line that is no event',
      ({ bytes }) => Buffer.concat([bytes, frame('nonsense\n')]),
      /a line is no event/,
    ],
  ];
  for (const [what, damage, words] of damages) {
    it(`that has ${what} is unreadable to the host as well, and the error says where`, async () => {
      const log = await healthy();
      await writeFile(log.file, damage(log));
      await assert.rejects(host.ctx.sessionPersistence.inspect(log.id));
      await assert.rejects(readSession(log.file), (error) => {
        assert.ok(error instanceof UnreadableSession);
        assert.match(error.message, words);
        return true;
      });
    });
  }

  it('in plain text is read up to its torn line, and repaired line by line', async () => {
    const { file } = await storeEvents(host, eventsOf([turnWith('a'), turnWith('')]));
    const header = `${HEADER}\n`;
    const lines = (await eventsIn(file)).map((event) => `${JSON.stringify(event)}\n`).join('');
    const plain = join(host.dir, 'session.jsonl');
    const torn = '{"type":"turn/start","seq":99\u0000\u0000';
    await writeFile(plain, `${header}${lines}${torn}`);
    assert.ok(dshFormat.sniff(plain, await readFile(plain)));
    assert.match(String((await readSession(plain)).remarks[0]?.text), /the last line is torn/);
    const changes = await repair(plain);
    const after = (await readFile(plain, 'utf8')).split('\n');
    const before = `${header}${lines}${torn}`.split('\n');
    assert.equal(after.length, before.length);
    assert.equal(after.filter((line, at) => line !== before[at]).length, changes.length);
    assert.equal(after.at(-1), torn);
    assert.deepEqual(await repair(plain), []);
  });

  it('of one frame that is larger than what is decompressed at once is read in pieces', async () => {
    const events = eventsOf([turnWith('', 'x'.repeat(20 * 2 ** 20)), turnWith('b')]);
    const { file } = await storeEvents(host, events, events.length);
    assert.ok((await stat(file)).size < 2 ** 20);
    const messages = (await readSession(file)).branches[0]?.messages ?? [];
    assert.ok(JSON.stringify(messages).length < 2 ** 16, 'long texts are not held');
    assert.equal(messages.length, 6);
    assert.equal((await repair(file)).length, 3);
    assert.deepEqual(await repair(file), []);
  });
});

const HEADER = '{"type":"session","version":0,"id":"s","createdAt":1,"delegationDepth":0}';
const TURN_END = '{"type":"turn/end","seq":999,"time":1,"data":{"turn":9,"reason":{"kind":"completed"}}}';
const SKIPPABLE = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]);

function inserted(bytes: Uint8Array, at: number, what: Uint8Array): Uint8Array {
  return Buffer.concat([bytes.subarray(0, at), what, bytes.subarray(at)]);
}

function flipped(bytes: Uint8Array, at: number): Uint8Array {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 0xff;
  return copy;
}
