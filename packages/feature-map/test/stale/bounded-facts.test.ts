import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkMap } from '../../src/map/check.ts';
import { boundedFacts } from '../../src/stale/bounded-facts.ts';
import { fakeProject, mapOf } from './project.ts';

const MAP = mapOf({
  'page.md': '# Page\n\n## Map\n\n- `src/a.ts` — `kept`, `gone()`\n- `src/b.ts` — `kept`, `lost()`\n',
});
const PROJECT = { 'src/a.ts': 'kept();\n', 'src/b.ts': 'kept();\n' };

function check(limits: { characters: number; time: number }, clock: () => number = () => 0) {
  const project = fakeProject(PROJECT);
  const result = checkMap(MAP, { maxSectionBytes: 10_000, project: boundedFacts(project, limits, clock) });
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
      now += 800;
      return now;
    });
    assert.equal(stale.length, 1);
    assert.equal(reads.length, 1);
    assert.deepEqual(notes, ['Not all files could be compared: reading them took more than 1 s.']);
  });
});
