import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readSourceTree } from '../../../../bench/retrieval/source-tree.ts';

const ROOT = join(import.meta.dirname, '..', 'fixtures', 'lendery');
const PAGES = join(ROOT, 'docs', 'features');

/** Source of the fixture's project in one string, quotes in test names unescaped. */
const SOURCE = readSourceTree(ROOT, ['docs'])
  .flatMap((file) => file.lines)
  .join('\n')
  .replaceAll("\\'", "'");

const pages = readdirSync(PAGES, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.md') && path !== 'README.md')
  .map((path) => ({ path, text: readFileSync(join(PAGES, path), 'utf8') }));

/** Code spans outside fences, their wraps joined. */
function codeSpans(text: string): string[] {
  const bare = text.replace(/^```[\s\S]*?^```/gm, '');
  return [...bare.matchAll(/`([^`]+)`/g)].map((match) => (match[1] ?? '').replace(/\s+/g, ' '));
}

function section(text: string, heading: string): string {
  const start = text.indexOf(`\n## ${heading}\n`);
  const end = text.indexOf('\n## ', start + 1);
  return start === -1 ? '' : text.slice(start, end === -1 ? undefined : end);
}

test('the fixture has between fifteen and twenty pages', () => {
  assert.ok(pages.length >= 15 && pages.length <= 20, String(pages.length));
});

test('every file that a page of the fixture names exists', () => {
  for (const { path, text } of pages) {
    for (const span of codeSpans(text)) {
      if (/^[\w.-]+(\/[\w.-]+)+\.\w+$/.test(span))
        assert.ok(existsSync(join(ROOT, span)), `${path}: ${span}`);
    }
  }
});

test('every symbol, setting and test under Map, Config keys and Tests is in the source of the fixture', () => {
  for (const { path, text } of pages) {
    for (const heading of ['Map', 'Config keys / UI', 'Tests that pin it']) {
      for (const span of codeSpans(section(text, heading))) {
        const name = span.replace(/\(\)$/, '');
        assert.ok(SOURCE.includes(name) || existsSync(join(ROOT, name)), `${path}, ${heading}: ${span}`);
      }
    }
  }
});

test('every function that a page of the fixture names with parentheses is in its source', () => {
  for (const { path, text } of pages) {
    for (const span of codeSpans(text)) {
      if (/^\w+\(\)$/.test(span)) assert.ok(SOURCE.includes(`${span.slice(0, -2)}(`), `${path}: ${span}`);
    }
  }
});
