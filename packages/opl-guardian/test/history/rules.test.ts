import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { emptyEmitted, validators, wireRules } from '@session-guards/testkit';
import { RULES } from '../../src/history/rules.ts';
import { reportedCases } from '../formats/reported-cases.ts';
import { healPlain, plain } from './heal.ts';
import { plainBody } from './plain-bodies.ts';
import { headOf, indexPage, PAGES, readPage } from './rule-pages.ts';
import { WIRE_COVERAGE } from './wire-coverage.ts';

const here = (path: string) => new URL(path, import.meta.url);
const idsIn = (folder: URL, ending: string) =>
  readdirSync(folder)
    .filter((file) => file.endsWith(ending) && file !== 'README.md')
    .map((file) => file.slice(0, -ending.length))
    .sort();

describe('the rules', () => {
  it('are a source, a test and a page each, and all of them are listed', () => {
    const listed = RULES.map(({ id }) => id).sort();
    assert.deepEqual(idsIn(here('../../src/history/rules/'), '.ts'), listed);
    assert.deepEqual(idsIn(here('rules/'), '.test.ts'), listed);
    assert.deepEqual(idsIn(PAGES, '.md'), listed);
  });

  it('judge everything that a strict endpoint refuses, save for what is listed with a reason', () => {
    const refused = Object.values(wireRules).flatMap((rules) => rules.map(({ id }) => id));
    assert.deepEqual(Object.keys(WIRE_COVERAGE).sort(), refused.sort());
    const judging = new Set(
      Object.values(WIRE_COVERAGE)
        .filter((judges) => typeof judges !== 'string')
        .flat(),
    );
    const unseen = RULES.map(({ id }) => id).filter((id) => !judging.has(id));
    assert.deepEqual(unseen, ['lone-surrogate']);
  });

  it('stand in the list of the pages as they are (UPDATE_DOCS=1 writes it anew)', () => {
    const file = new URL('README.md', PAGES);
    if (process.env.UPDATE_DOCS === '1') writeFileSync(file, indexPage());
    assert.equal(readFileSync(file, 'utf8'), indexPage());
  });
});

for (const rule of RULES) {
  describe(`the page of ${rule.id}`, () => {
    it('begins with what the rule says of itself (UPDATE_DOCS=1 writes it anew)', () => {
      const { text } = readPage(rule.id);
      const end = text.indexOf('\n## ');
      if (process.env.UPDATE_DOCS === '1')
        writeFileSync(new URL(`${rule.id}.md`, PAGES), headOf(rule) + text.slice(end));
      else assert.equal(text.slice(0, end), headOf(rule));
    });

    it('shows a history that the rule is found in, and exactly what is sent instead', () => {
      const { target, refused, sent } = readPage(rule.id);
      const { messages, findings } = healPlain(refused, target);
      assert.deepEqual(plain(messages), sent);
      assert.deepEqual([...new Set(findings.map(({ rule: found }) => found))], [rule.id]);
      assert.equal(healPlain(sent, target).messages, sent);
    });

    it('shows a history that a strict endpoint refuses before and takes after', () => {
      const { target, refused, sent } = readPage(rule.id);
      const faults = (list: typeof sent) => validators[target](plainBody[target](list), emptyEmitted());
      // No validator looks at stop reasons, which are not sent, or at what the text of a body is encoded as.
      const isSeen = !['stop-without-call', 'lone-surrogate'].includes(rule.id);
      assert.equal(faults(refused).length > 0, isSeen);
      assert.deepEqual(faults(sent), []);
    });

    it('quotes error texts as they were reported', () => {
      const { text } = readPage(rule.id);
      for (const [, , quote = '', sources = ''] of text.matchAll(/^- (`+)(.*?)\1 \((.*)\)$/gm)) {
        const errors = reportedCases.filter(({ report }) => sources.split(', ').includes(report));
        assert.ok(
          errors.some(({ error = '' }) => error.includes(quote.trim())),
          quote,
        );
      }
    });

    it('names reports that exist and links to pages that exist', () => {
      const { text } = readPage(rule.id);
      const known = new Set(reportedCases.map(({ report }) => report));
      for (const [, report = ''] of text.matchAll(/([\w.-]+\/[\w.-]+#\d+)/g))
        assert.ok(known.has(report), report);
      for (const [, file = ''] of text.matchAll(/\]\(([\w-]+\.md)\)/g))
        assert.ok(existsSync(new URL(file, PAGES)), file);
    });
  });
}
