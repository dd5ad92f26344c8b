import assert from 'node:assert/strict';
import { chmodSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { checkMap } from '../../src/map/check.ts';
import { boundedFacts, openBoundedProject } from '../../src/stale/bounded-facts.ts';
import { deadlineOf } from '../../src/stale/deadline.ts';
import { fakeProject, mapOf } from './project.ts';
import { Scratch } from './repository.ts';

const MAP = mapOf({
  'page.md': '# Page\n\n## Map\n\n- `src/a.ts` — `kept`, `gone()`\n- `src/b.ts` — `kept`, `lost()`\n',
});
const PROJECT = { 'src/a.ts': 'kept();\n', 'src/b.ts': 'kept();\n' };

function check(limits: { characters: number; time: number }, clock: () => number = () => 0) {
  const project = fakeProject(PROJECT);
  const facts = boundedFacts(project, limits.characters, deadlineOf(limits.time, clock));
  const result = checkMap(MAP, { maxSectionBytes: 10_000, project: facts });
  const stale = result.findings.filter(({ rule }) => rule.startsWith('stale/'));
  return { ...result, stale, reads: project.asked.filter((asked) => asked.startsWith('read')) };
}

describe('boundedFacts', () => {
  it('changes nothing within its limits', () => {
    const { stale, notes } = check({ characters: 1000, time: 1000 });
    assert.deepEqual(
      stale.map(({ message }) => /gone|lost/.exec(message)?.[0]),
      ['gone', 'lost'],
    );
    assert.deepEqual(notes, []);
  });

  it('reads no further than so many characters, says nothing of the rest, and notes it', () => {
    const { stale, notes, text, reads } = check({ characters: 5, time: 1000 });
    assert.equal(stale.length, 1);
    assert.deepEqual(reads, ['read src/a.ts']);
    assert.deepEqual(notes, ['Not all files could be compared: they hold more than 5 characters.']);
    assert.match(text.split('\n')[0] ?? '', /Not all files could be compared/);
  });

  it('reads no longer than so long, counted from the first file', () => {
    let now = 5000;
    const { stale, notes, reads } = check({ characters: 1000, time: 1000 }, () => {
      now += 1200;
      return now;
    });
    assert.equal(stale.length, 1);
    assert.equal(reads.length, 1);
    assert.deepEqual(notes, ['Not all files could be compared: the comparison took more than 1 s.']);
  });
});

/** Puts a git in front of the real one that writes down what it is asked and hangs at all but what it answers. */
function slowGit(t: TestContext, answers: string): () => string[] {
  const folder = new Scratch(t);
  const log = join(folder.root, 'asked');
  const script = `#!/bin/sh\nshift 10\necho "$*" >> '${log}'\ncase "$*" in\n${answers}*) exec sleep 60 ;;\nesac\n`;
  folder.write({ git: script, asked: '' });
  chmodSync(join(folder.root, 'git'), 0o755);
  const path = process.env.PATH;
  process.env.PATH = `${folder.root}${delimiter}${path}`;
  t.after(() => {
    process.env.PATH = path;
  });
  const commands = /\b(?:rev-parse|ls-files|log|check-ignore)\b/;
  return () =>
    readFileSync(log, 'utf8')
      .trim()
      .split('\n')
      .map((line) => commands.exec(line)?.[0] ?? line);
}

describe('openBoundedProject', () => {
  it('gives git one time for all questions, so that nothing is asked or read once it is over', (t) => {
    const project = new Scratch(t).write(PROJECT);
    const answers =
      "*rev-parse*) printf 'true\\nfalse\\n' ;;\n*ls-files*) printf 'H src/a.ts\\0H src/b.ts\\0' ;;\n";
    const asked = slowGit(t, answers);
    const facts = openBoundedProject(project.root, undefined, 1500);
    assert.deepEqual(facts.files().paths, ['src/a.ts', 'src/b.ts']);
    assert.match(facts.history().limit ?? '', /^git took more than (?:0\.\d+|1(?:\.\d+)?) s$/);
    assert.deepEqual(facts.ignored(['src/c.ts']), new Set(['src/c.ts']));
    assert.equal(facts.history().limit, 'no time was left to ask git');
    assert.equal(facts.read('src/a.ts'), undefined);
    assert.equal(facts.unread?.(), 'the comparison took more than 1.5 s');
    assert.deepEqual(asked(), ['rev-parse', 'ls-files', 'log']);
  });

  it('lists no files in place of a git that took all the time, and says so', (t) => {
    const project = new Scratch(t).write(PROJECT);
    const asked = slowGit(t, '');
    const result = checkMap(MAP, {
      maxSectionBytes: 10_000,
      project: openBoundedProject(project.root, undefined, 200),
    });
    assert.deepEqual(result.notes, [
      'What the pages name was not compared: listing the files took more than 0.2 s.',
    ]);
    assert.deepEqual(asked(), ['rev-parse']);
  });
});
