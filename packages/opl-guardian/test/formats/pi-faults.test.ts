import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { SessionManager } from '@earendil-works/pi-coding-agent';
import { openSessionFile } from '../../src/commands/session/session-file.ts';
import { UnreadableSession } from '../../src/formats/format.ts';
import { loadPiFile } from '../../src/formats/pi/load.ts';
import { piFormat } from '../../src/formats/pi.ts';
import { memoryInput } from './memory-input.ts';
import { HEADER, lines, poisoned, userLine } from './pi-lines.ts';
import { healFor, repaired } from './pi-repair-input.ts';

const scratch = mkdtempSync(join(tmpdir(), 'pi-faults-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

async function remarksOn(content: string | Uint8Array): Promise<string[]> {
  const { remarks } = await piFormat.read(memoryInput(content));
  return remarks.map(({ place, text }) => `${place}: ${text}`);
}

async function messageCount(content: string | Uint8Array): Promise<number | undefined> {
  return (await piFormat.read(memoryInput(content))).branches[0]?.messages.length;
}

describe('a damaged Pi session', () => {
  it('with a last line that is cut off is judged without it, as Pi takes it, and keeps its bytes', async () => {
    const torn = userLine('2', '1').slice(0, 40);
    const content = lines(HEADER, userLine('1', null)) + torn;
    assert.deepEqual(await remarksOn(content), [
      'line 3: the last line is cut off: Pi leaves it out, and ends it with a line feed when it opens the session',
    ]);
    assert.equal(await messageCount(content), 1);
    assert.equal((await repaired(lines(HEADER, ...poisoned(null)) + torn)).text.endsWith(`}\n${torn}`), true);

    const file = join(scratch, 'torn.jsonl');
    writeFileSync(file, content);
    const manager = SessionManager.open(file);
    assert.equal(manager.buildSessionContext().messages.length, 1);
    manager.appendCustomEntry('x');
    assert.equal(readFileSync(file, 'utf8').startsWith(`${content}\n{`), true);
  });

  it('with a last line that only lacks its line feed takes the line, and gets no line feed', async () => {
    const [call, result] = poisoned(null) as [string, string];
    const { text, plan } = await repaired(`${HEADER}\n${call}\n${result}`);
    assert.equal(plan.changes.length, 2);
    assert.equal(text.endsWith('}'), true);
    assert.deepEqual(await remarksOn(`${HEADER}\n${call}\n${result}`), []);
  });

  it('with lines of NUL bytes or of no JSON is read as Pi reads it, and keeps them', async () => {
    const odd = ['\0'.repeat(512), '{"type":"message",', `{"a":"${'x'.repeat(2000)}\0"}`, '', ' \t '];
    const content = lines(HEADER, userLine('1', null), ...odd, ...poisoned('1'));
    assert.deepEqual(await remarksOn(content), ['lines 3, 4, 5: it is no JSON: Pi leaves it out']);
    assert.equal(await messageCount(content), 3);
    assert.deepEqual((await repaired(content)).text.split('\n').slice(0, 7), content.split('\n').slice(0, 7));
  });

  it('with bytes that are no UTF-8 keeps them, also in a line that is mended', async () => {
    const odd = Buffer.from([0xff, 0xc3, 0x28, 0xed, 0xa0, 0x80]);
    const [call, result] = poisoned(null, ',"note":"@@"') as [string, string];
    const [front, back] = call.split('@@') as [string, string];
    const content = Buffer.concat([
      Buffer.from(`${HEADER}\n${front}`),
      odd,
      Buffer.from(`${back}\n${result}\n{"type":"custom","id":"3","parentId":"bad2","data":"`),
      odd,
      Buffer.from('"}\n'),
    ]);
    const { bytes, plan } = await repaired(content);
    assert.equal(plan.changes.length, 2);
    assert.equal(bytes.indexOf(odd) > 0 && bytes.lastIndexOf(odd) > bytes.indexOf(odd), true);
  });

  it('with Windows line ends keeps them', async () => {
    const { text } = await repaired([HEADER, ...poisoned(null), ''].join('\r\n'));
    assert.equal(text.match(/\r\n/g)?.length, 3);
    assert.equal(text.match(/opl_/g)?.length, 2);
  });

  it('with keys named __proto__ keeps them and is not led astray by them', async () => {
    const odd =
      '{"__proto__":{"id":"x","parentId":"y","role":"user"},"constructor":1,"details":{"__proto__":{"a":1}}}';
    const [call, result] = poisoned(null, `,"note":${odd}`) as [string, string];
    const { text, plan } = await repaired(lines(HEADER, odd, call, result));
    assert.equal(plan.changes.length, 2);
    assert.equal(text.split(odd).length, 3);
  });

  it('with a million levels of nesting is judged and mended', async () => {
    const deep = '['.repeat(1_000_000) + ']'.repeat(1_000_000);
    const [call, result] = poisoned(null, `,"note":${deep}`) as [string, string];
    const { text, plan } = await repaired(lines(HEADER, call, result));
    assert.equal(plan.changes.length, 2);
    assert.equal(text.includes(deep), true);
  });

  it('that lacks an entry says where Pi loses what came before', async () => {
    assert.deepEqual(await remarksOn(lines(HEADER, userLine('1', null), userLine('3', '2'))), [
      'line 3: the entry in front of it is not in the file: Pi sees nothing of what came before',
    ]);
    assert.equal(await messageCount(lines(HEADER, userLine('1', null), userLine('3', '2'))), 1);
  });

  it('with an id twice says which entry Pi does not see', async () => {
    const content = lines(HEADER, userLine('1', null), userLine('2', '1'), userLine('2', '1'));
    assert.deepEqual(await remarksOn(content), [
      'line 3: a later line has the id of the entry: Pi sees only that one',
    ]);
  });

  it('with values that are no entries says that Pi takes them in', async () => {
    const content = lines(HEADER, userLine('1', null), '5', '"x"', 'null', userLine('2', '1'));
    assert.deepEqual(await remarksOn(content), [
      'lines 3, 4: it holds no entry, and Pi takes it for one',
      'line 3: a later line has the id of the entry: Pi sees only that one',
    ]);
    assert.equal(await messageCount(content), 2);
    assert.equal(await messageCount(lines(HEADER, userLine('1', null), '5')), 0);
  });

  it('with more ends than are judged says so', async () => {
    const ends = Array.from({ length: 130 }, (_, index) => userLine(`end${index}`, '1'));
    const session = await piFormat.read(memoryInput(lines(HEADER, userLine('1', null), ...ends)));
    assert.equal(session.branches.length, 101);
    assert.deepEqual(
      session.branches.slice(0, 2).map(({ leaf, isActive }) => [leaf, isActive]),
      [
        ['end129', true],
        ['end128', false],
      ],
    );
    assert.match(session.remarks[0]?.text ?? '', /129 ends beside the active one; the oldest 29/);
  });

  for (const [what, content, message] of [
    ['of no bytes', '', /holds no entry/],
    ['without a header', lines(userLine('1', null)), /line 1 is not the header/],
    [
      'with a byte order mark, which hides the header from Pi',
      lines(`\ufeff${HEADER}`, userLine('1', null)),
      /line 1 begins with a byte order mark, so Pi leaves it out; line 2 is not the header/,
    ],
    [
      'of a header with a byte order mark',
      lines(`\ufeff${HEADER}`),
      /line 1 begins with .*; it holds no entry/,
    ],
    [
      'whose first line is no JSON and whose second is no header',
      lines('# notes', userLine('1', null)),
      /line 1 is no JSON, so Pi leaves it out; line 2 is not the header/,
    ],
    [
      'whose entries follow each other in a ring',
      lines(HEADER, userLine('1', '2'), userLine('2', '1')),
      /line 2 comes before itself/,
    ],
    [
      'that hangs on a ring',
      lines(HEADER, userLine('1', null), userLine('2', '3'), userLine('3', '4'), userLine('4', '3')),
      /line 4 comes before itself/,
    ],
  ] as const) {
    it(`${what} is refused with the reason`, async () => {
      await assert.rejects(piFormat.read(memoryInput(content)), (error) => {
        assert.ok(error instanceof UnreadableSession);
        assert.match(error.message, message);
        return true;
      });
    });
  }

  it('whose entries stand in front of their parents is read, as Pi reads it', async () => {
    const backwards = Array.from({ length: 50_000 }, (_, at) =>
      userLine(`${at}`, at === 0 ? null : `${at - 1}`),
    );
    const content = lines(HEADER, ...backwards.toReversed(), userLine('end', '49999'));
    assert.equal(await messageCount(content), 50_001);
  });

  it('with a line that stays long without its texts is refused, not held in memory', async () => {
    const content = lines(
      HEADER,
      `{"type":"custom","id":"1","parentId":null,"data":[${'1,'.repeat(2000)}1]}`,
    );
    await assert.rejects(
      loadPiFile(memoryInput(content, 512), { line: 1000 }),
      /line 2 is too long to be judged/,
    );
  });
});

it('a Pi session that grows while it is read is read and written as long as it was', async () => {
  const file = join(scratch, 'growing.jsonl');
  const content = lines(HEADER, ...poisoned(null));
  writeFileSync(file, content);
  const input = openSessionFile(file);
  appendFileSync(file, lines(userLine('9', 'bad2')));
  const session = await piFormat.read(input);
  appendFileSync(file, 'more');
  const plan = await session.plan(healFor());
  let written = '';
  await plan.write(async (bytes) => {
    written += Buffer.from(bytes).toString();
  });
  input.close();
  assert.equal(session.branches[0]?.messages.length, 2);
  assert.equal(written.split('\n').length, 4);
});
