import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { answerText } from '../../../../bench/retrieval/passage.ts';
import {
  KINDS,
  loadQuestionSet,
  QuestionSetError,
  questionSetFiles,
  REPOSITORY,
} from '../../../../bench/retrieval/questions.ts';
import { openMap } from '../../src/map/reader.ts';

for (const file of questionSetFiles()) {
  const set = loadQuestionSet(file);

  test(`every answer of the set ${set.name} exists in its map`, () => {
    const map = openMap(join(REPOSITORY, set.map)).load();
    for (const { id, answers } of set.questions) {
      for (const answer of answers) assert.notEqual(answerText(map, answer), '', id);
    }
  });

  test(`the halves of the set ${set.name} alternate within each kind, or all of it is dev`, () => {
    if (set.questions.every(({ half }) => half === 'dev')) return;
    for (const kind of KINDS) {
      const halves = set.questions.filter((question) => question.kind === kind).map(({ half }) => half);
      const alternating = halves.map((_, index) => (index % 2 === 0 ? 'dev' : 'heldout'));
      assert.deepEqual(halves, alternating, kind);
    }
  });
}

test('a malformed question is refused with the set, its place and what is wrong', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'questions-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'questions-x.json');
  const fine = { id: 'a', half: 'dev', kind: 'miss', question: 'q', answers: [] };
  const refused: [object[], RegExp][] = [
    [[{ ...fine, half: 'both' }], /question 0 \(a\) needs half/],
    [[fine, { ...fine, id: 'b', kind: 'topic' }], /question 1 \(b\) has answers exactly if/],
    [[fine, fine], /question 1 \(a\) has the id of another one/],
    [[{ ...fine, kind: 'topic', answers: [{ page: 'x.md' }] }], /needs answers of page and section/],
  ];
  for (const [questions, message] of refused) {
    writeFileSync(file, JSON.stringify({ map: '.', questions }));
    assert.throws(
      () => loadQuestionSet(file),
      (error) => error instanceof QuestionSetError && message.test(error.message),
    );
  }
});
