import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { piFormat } from '../../src/formats/pi.ts';
import { HEADER, lines, userLine } from './pi-lines.ts';
import { jsonLines } from './pi-trees.ts';

describe('sniffing a Pi session', () => {
  const sniff = (content: string) => piFormat.sniff('a.jsonl', Buffer.from(content));

  it('knows it by its header, also behind lines that Pi leaves out', () => {
    assert.equal(sniff(lines(HEADER)), true);
    assert.equal(sniff(lines('', 'no json', HEADER)), true);
    assert.equal(sniff(jsonLines([{ type: 'session', id: 'old' }])), true);
  });

  it('knows one that lost its header by its entries, so that somebody says what is wrong', () => {
    assert.equal(sniff(lines(userLine('1', null))), true);
  });

  it('knows one whose header does not fit in what is seen of it', () => {
    assert.equal(sniff(`{"type":"session","id":"1","cwd":"${'x'.repeat(100_000)}`), true);
  });

  it('takes no other JSON for one', () => {
    for (const other of [
      '',
      '[]',
      '{"role":"user","content":"x"}\n',
      '{"type":"session"}\n',
      '"session"\n',
      'text',
    ]) {
      assert.equal(sniff(other), false, other);
    }
  });
});
