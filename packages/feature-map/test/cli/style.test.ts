import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { shown, styleOf } from '../../src/cli/style.ts';
import { featureMap, lendery } from './cli.ts';

/** A stream that says of itself what a terminal does. */
function terminal(): PassThrough & { isTTY: boolean } {
  return Object.assign(new PassThrough(), { isTTY: true, getColorDepth: () => 8 });
}

test('a terminal gets colours and a pipe does not', async (t) => {
  const { FORCE_COLOR } = process.env;
  t.after(() => {
    if (FORCE_COLOR !== undefined) process.env.FORCE_COLOR = FORCE_COLOR;
  });
  delete process.env.FORCE_COLOR;

  assert.equal(styleOf(terminal())('red', 'drift'), '\u001b[31mdrift\u001b[39m');
  assert.equal(styleOf(new PassThrough())('red', 'drift'), 'drift');

  const root = lendery(t, { 'docs/features/parking.md': '# Parking\n' });
  const { stdout } = await featureMap(['check'], { cwd: root });
  assert.match(stdout, /drift/);
  assert.ok(!stdout.includes('\u001b'));
});

test('on a terminal, control characters of a page stand there as escapes; elsewhere a page is given as it is', () => {
  const page = 'a\u001b[2Jb\u0007\u009bc\ttab\r\nline\n\rback';
  assert.equal(shown(page, styleOf(terminal())), 'a\\x1b[2Jb\\x07\\x9bc\ttab\r\nline\n\\x0dback');
  assert.equal(shown(page, styleOf(new PassThrough())), page);
});
