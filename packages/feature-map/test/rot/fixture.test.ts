import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { basename, dirname, posix } from 'node:path';
import { after, before, test } from 'node:test';
import { buildProject, readProject, runGit, type Tree } from './build-project.ts';
import { type Expected, type Labels, type Place, readLabels } from './labels.ts';

const MAP = 'docs/features/';
const EXEMPTION = '<!-- map: allow stale -->';

let dir: string;
let project: Tree;
let labels: Labels;
let all: readonly Place[];

before(async () => {
  [dir, project, labels] = await Promise.all([buildProject(), readProject(), readLabels()]);
  all = [...labels.expected, ...labels.healthy, ...labels.exemptions];
});

after(() => rm(dir, { recursive: true }));

function textOf(path: string | undefined): string {
  const text = path === undefined ? undefined : project.get(path);
  assert.ok(text !== undefined, `${path} is not in the project`);
  return text;
}

const at = ({ page, line, text }: Place): string => `${page}:${line} ${text}`;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The lines on which a text begins as a code span or in quotation marks; it may wrap. */
function linesOf(pageText: string, text: string): number[] {
  const words = text.split(' ').map(escaped).join('\\s+');
  const matches = pageText.matchAll(new RegExp(`(?:\`${words}\`|“${words}”|"${words}")`, 'g'));
  return [...matches].map(({ index }) => pageText.slice(0, index).split('\n').length);
}

/** The `##` heading above a 1-based line. */
function sectionAt(pageText: string, line: number): string | null {
  const headings = pageText
    .split('\n')
    .slice(0, line)
    .filter((text) => text.startsWith('## '));
  return headings.at(-1)?.slice(3) ?? null;
}

const hasWord = (text: string, word: string): boolean =>
  new RegExp(`(?<![\\w$])${escaped(word)}(?![\\w$])`).test(text);

const wordsOf = (text: string): string[] => text.match(/[A-Za-z_$][\w$-]*/g) ?? [];

/** Comment lines taken out: the fixture has no other comments with a labelled word in them. */
const withoutComments = (text: string): string => text.replace(/^\s*(?:\/\/|\/?\*|#(?!\w)|--).*$/gm, '');

/** The files that a path means: exact, relative to the page, or by the end of it. */
function filesFor({ page, text }: Place): string[] {
  const relative = posix.join(MAP, dirname(page), text);
  return [...project.keys()].filter(
    (path) =>
      [text, relative].some(
        (wanted) => path === wanted || path.startsWith(`${wanted.replace(/\/$/, '')}/`),
      ) || path.endsWith(`/${text}`),
  );
}

test('every label stands on its page, at its line, in its section', () => {
  for (const label of all) {
    const page = textOf(MAP + label.page);
    const lines = linesOf(page, label.text);
    assert.ok(lines.includes(label.line), `${at(label)}: it stands on line ${lines.join(', ') || 'none'}`);
    assert.equal(label.section, sectionAt(page, label.line), at(label));
  }
});

test('there are enough of them: 45 rotten items over all four rules, 220 healthy spans', () => {
  assert.ok(labels.expected.length >= 45, `${labels.expected.length} rotten items`);
  assert.ok(labels.healthy.length >= 220, `${labels.healthy.length} healthy spans`);
  const perRule = Object.groupBy(labels.expected, ({ rule }) => rule);
  for (const rule of ['stale/path', 'stale/symbol', 'stale/test', 'stale/setting'] as const) {
    assert.ok((perRule[rule]?.length ?? 0) >= 10, rule);
  }
});

test('no span has two labels', () => {
  for (const [place, [label, ...more] = []] of Map.groupBy(all, at)) {
    assert.ok(label !== undefined);
    const standing = linesOf(textOf(MAP + label.page), label.text).filter((line) => line === label.line);
    assert.ok(more.length < standing.length, place);
  }
});

test('every code span under Map and Tests has a label', () => {
  const labelled = new Set(all.map(at));
  for (const [path, text] of project) {
    if (!path.startsWith(MAP)) continue;
    const page = path.slice(MAP.length);
    const spans = text.replace(/^(?:```|~~~).*$/gm, '');
    for (const { index, 1: span = '' } of spans.matchAll(/`([^`]+)`/g)) {
      const line = spans.slice(0, index).split('\n').length;
      if (!['Map', 'Tests that pin it'].includes(sectionAt(text, line) ?? '')) continue;
      const place = { page, section: null, line, text: span.replace(/\s*\n\s*/g, ' ') };
      assert.ok(labelled.has(at(place)), at(place));
    }
  }
});

test('a path that is gone is nowhere, and the file that it became is there', async () => {
  const changes = await runGit(dir, 'diff', '--find-renames', '--name-status', 'HEAD~1', 'HEAD');
  for (const label of ofRule('stale/path')) {
    assert.deepEqual(filesFor(label), [], at(label));
    if (label.now === null) continue;
    textOf(label.now);
    const names = [label.text, label.now].map((path) => basename(path).toLowerCase());
    if (label.by === 'name') assert.equal(names[0], names[1], at(label));
    else
      assert.match(
        changes,
        new RegExp(`^R\\d+\t\\S*${escaped(label.text)}\t${escaped(label.now)}$`, 'm'),
        at(label),
      );
  }
});

test('a symbol that is gone is not in its file, or in comments alone', () => {
  for (const label of ofRule('stale/symbol')) {
    const text = textOf(label.file);
    const words = wordsOf(label.text);
    if (label.severity === 'advice') {
      assert.ok(
        words.every((word) => hasWord(text, word)),
        at(label),
      );
      assert.ok(!words.every((word) => hasWord(withoutComments(text), word)), at(label));
      continue;
    }
    const gone = words.filter((word) => !hasKeyOrWord(label, text, word));
    assert.ok(gone.length > 0, at(label));
    const homes = [...project].filter(
      ([path, other]) => isSource(path) && gone.every((word) => hasWord(other, word)),
    );
    if (label.now === null)
      assert.deepEqual(
        homes.filter(([path]) => path !== label.file),
        [],
        at(label),
      );
    else
      assert.ok(
        homes.some(([path]) => path === label.now),
        at(label),
      );
  }
});

function hasKeyOrWord({ form }: Expected, text: string, word: string): boolean {
  return /^(?:yaml|json)-key/.test(form)
    ? new RegExp(`["\\s{]${escaped(word)}"?:`).test(text)
    : hasWord(text, word);
}

const isSource = (path: string): boolean => !path.endsWith('.md');

test('a test that is gone is not named in its file', () => {
  for (const label of ofRule('stale/test')) {
    const text = textOf(label.file);
    const name = label.text.split(/::|\//).at(-1) ?? '';
    assert.ok(!text.includes(label.text) && !text.includes(name), at(label));
  }
});

test('a setting has one default on the page and another in the code', () => {
  for (const label of ofRule('stale/setting')) {
    const row = textOf(MAP + label.page).split('\n')[label.line - 1] ?? '';
    assert.ok(row.startsWith(`| \`${label.text}\` | \`${label.default}\` |`), at(label));
    const [code = ''] = textOf(label.file).match(new RegExp(`^.*${escaped(label.text)}\\b.*$`, 'm')) ?? [];
    assert.ok(
      hasWord(code, label.says ?? '') && !hasWord(code, label.default ?? ''),
      `${at(label)}: ${code}`,
    );
  }
});

test('a healthy path is there as it is written', async () => {
  for (const label of labels.healthy) {
    if (label.path === undefined) continue;
    const { path } = label;
    const exists = path.endsWith('/')
      ? [...project.keys()].some((file) => file.startsWith(path))
      : project.has(path);
    assert.ok(exists, at(label));
    if (label.form === 'path-suffix') assert.deepEqual(filesFor(label), [path], at(label));
  }
  const untracked = await runGit(dir, 'ls-files', '--others', '--exclude-standard');
  for (const { path } of ofForm('untracked-path'))
    assert.ok(untracked.split('\n').includes(path ?? ''), path);
  for (const { text } of ofForm('ignored-path'))
    assert.equal((await runGit(dir, 'check-ignore', text)).trim(), text);
});

test('a healthy symbol or test is in its file', () => {
  for (const label of labels.healthy) {
    if (label.in === undefined) continue;
    const text = textOf(label.in);
    const words = wordsOf(label.text);
    if (/^test-(?:string|wrapped|quoted)$/.test(label.form)) assert.ok(text.includes(label.text), at(label));
    else if (/^(?:symbol|call|member)$/.test(label.form)) {
      for (const word of words) assert.ok(hasWord(text, word), `${at(label)}: ${word}`);
    } else assert.ok(hasWord(text, words.at(-1) ?? ''), at(label));
  }
});

test('an exemption stands beside each exempt item and nowhere else', () => {
  for (const label of labels.exemptions) {
    const line = textOf(MAP + label.page).split('\n')[label.line - 1] ?? '';
    assert.ok(line.indexOf(EXEMPTION) > line.indexOf(label.text), at(label));
  }
  const comments = [...project.values()].flatMap((text) => text.split(EXEMPTION).slice(1));
  assert.equal(comments.length, labels.exemptions.length);
  for (const needed of [true, false]) {
    const rules = labels.exemptions.filter((label) => label.needed === needed).map(({ rule }) => rule);
    assert.equal(new Set(rules).size, 4, `${needed ? 'needed' : 'unneeded'}: ${rules.join(', ')}`);
  }
});

function ofRule(rule: Expected['rule']): Expected[] {
  return labels.expected.filter((label) => label.rule === rule);
}

function ofForm(form: string) {
  return labels.healthy.filter((label) => label.form === form);
}
