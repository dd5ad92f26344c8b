import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { describe, it } from 'node:test';
import { WriteStream } from 'node:tty';
import { shellWord } from '../../src/commands/shown-path.ts';
import { bar, type Output, progressOn, styleOf, table } from '../../src/commands/terminal.ts';
import { quote, shortened, visible } from '../../src/commands/visible-text.ts';

class Screen extends Writable {
  readonly isTTY: boolean;
  readonly columns: number;
  text = '';

  constructor(isTTY: boolean, columns = 60) {
    super({ decodeStrings: false });
    this.isTTY = isTTY;
    this.columns = columns;
  }

  getColorDepth(): number {
    return WriteStream.prototype.getColorDepth.call(this);
  }

  override _write(text: string, _encoding: string, done: () => void): void {
    this.text += text;
    done();
  }
}

describe('text of a file that may be hostile', () => {
  it('shows control, format and direction characters and half surrogates as escapes, on one line', () => {
    assert.equal(
      visible('a\u001b[2J\n\t\r\u0000\u007f\u009b\u202e\u200b\u2028\ud800\ufeffé漢😀'),
      'a\\u001b[2J\\n\\t\\r\\u0000\\u007f\\u009b\\u202e\\u200b\\u2028\\ud800\\ufeffé漢😀',
    );
  });

  it('is shortened in its middle, with the number of letters that are left out, and no pair is torn', () => {
    assert.equal(shortened('abc', 3), 'abc');
    assert.equal(shortened('0123456789abcdef', 10), '0123456…(6 more)…def');
    assert.ok(shortened('😀'.repeat(50), 21).isWellFormed());
    assert.equal(quote('a"b\n'), '"a\\"b\\n"');
  });

  it('becomes a word that the shell gives back', () => {
    assert.equal(shellWord('/a/b-c_1.jsonl', 'linux'), '/a/b-c_1.jsonl');
    assert.equal(shellWord("/a b/it's", 'linux'), "'/a b/it'\\''s'");
    assert.equal(shellWord('-rf', 'linux'), "'-rf'");
    assert.equal(shellWord('a\n\\', 'linux'), "$'a\\n\\\\'");
    assert.equal(shellWord('C:\\a b', 'win32'), '"C:\\a b"');
  });
});

describe('a table', () => {
  it('has columns as wide as their widest cell, whatever colours stand in them', () => {
    assert.deepEqual(
      table([
        ['a', 'bb'],
        ['\u001b[31mccc\u001b[39m', ''],
        ['漢', 'x'],
      ]),
      ['a    bb', '\u001b[31mccc\u001b[39m', '漢    x'],
    );
  });
});

describe('colours', () => {
  it('are for terminals alone, and not with NO_COLOR', (t) => {
    const { env } = process;
    t.after(() => {
      process.env = env;
    });
    process.env = { TERM: 'xterm' };
    assert.equal(styleOf(new Screen(true))('red', 'x'), '\u001b[31mx\u001b[39m');
    assert.equal(styleOf(new Screen(false))('red', 'x'), 'x');
    process.env = { TERM: 'xterm', NO_COLOR: '1' };
    assert.equal(styleOf(new Screen(true))('red', 'x'), 'x');
  });
});

describe('a bar', () => {
  it('is as long as its share, in eighths of a letter', () => {
    assert.deepEqual(
      [0, 0.5, 1 / 16, 1, 7, -1].map((share) => bar(share, 4)),
      ['', '██', '▎', '████', '████', ''],
    );
  });
});

describe('progress', () => {
  const run = (screen: Output) => {
    let time = 0;
    const progress = progressOn(screen, () => time);
    return { progress, at: (now: number) => (time = now) };
  };

  it('is silent for half a second, then drawn on one line of the terminal, and goes', () => {
    const screen = new Screen(true);
    const { progress, at } = run(screen);
    at(499);
    progress.at(0.1, '1 of 9 files');
    progress.hide();
    assert.equal(screen.text, '');
    at(500);
    progress.at(0.5, '5 of 9 files');
    assert.match(screen.text, /^\r\u001b\[K█{12} {12} {2}50 % {2}5 of 9 files$/);
    at(550);
    progress.at(0.6, 'too soon');
    progress.hide();
    assert.match(screen.text, /files\r\u001b\[K$/);
    progress.hide();
    assert.equal(screen.text.split('\u001b[K').length, 3);
    progress.at(0.7, 'x'.repeat(100));
    assert.equal(screen.text.split('\u001b[K').at(-1)?.length, 59);
  });

  it('fits 80 columns where the terminal does not say how many it has', () => {
    const screen = new Screen(true, 0);
    const { progress, at } = run(screen);
    at(500);
    progress.at(0.5, 'x'.repeat(100));
    assert.equal(screen.text.split('\u001b[K').at(-1)?.length, 79);
  });

  it('is nothing where there is no terminal', () => {
    const screen = new Screen(false);
    const { progress, at } = run(screen);
    at(9000);
    progress.at(0.5, 'half');
    progress.hide();
    assert.equal(screen.text, '');
  });
});
