import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { differenceLines, differences } from '../../src/commands/repair/session-diff.ts';

const lines = (before: unknown, after: unknown) => differences(before, after).flatMap(differenceLines);

describe('what differs between two stored values', () => {
  it('is named by its path, down to the smallest part', () => {
    assert.deepEqual(
      lines(
        { a: 1, message: { content: [{ type: 'toolCall', id: '' }], 'odd key': 1 } },
        {
          a: 1,
          message: { content: [{ type: 'toolCall', id: 'x' }], 'odd key': 2 },
          more: null,
        },
      ),
      [
        '- message.content[0].id: ""',
        '+ message.content[0].id: "x"',
        '- message["odd key"]: 1',
        '+ message["odd key"]: 2',
        '+ more: null',
      ],
    );
  });

  it('leaves alone what only moved because something in front of it came or went', () => {
    const text = { type: 'text', text: 'a' };
    const call = { type: 'toolCall', id: 'c' };
    const note = { type: 'text', text: 'note' };
    assert.deepEqual(lines([text, call], [note, text, call]), ['+ [0]: {"type":"text","text":"note"}']);
    assert.deepEqual(lines([text, call, call, text], [text, text]), [
      '- [1]: {"type":"toolCall","id":"c"}',
      '- [2]: {"type":"toolCall","id":"c"}',
    ]);
  });

  it('is the whole value where it comes, goes or becomes of another kind', () => {
    assert.deepEqual(lines({ a: 1 }, undefined), ['- {"a":1}']);
    assert.deepEqual(lines(undefined, 'x'), ['+ "x"']);
    assert.deepEqual(lines({ a: [] }, { a: {} }), ['- a: []', '+ a: {}']);
  });

  it('shows long and hostile values short, on one line', () => {
    const [line = ''] = lines({ a: `${'x'.repeat(10_000)}\u001b[2J\u202e` }, { a: 1 });
    assert.ok(line.length < 400);
    assert.doesNotMatch(line, /[\u001b\u202e]/);
    assert.match(line, /more/);
  });

  it('is told of any nesting, and of members that objects have by nature', () => {
    const deep = (end: unknown) => {
      let value = end;
      for (let level = 0; level < 50_000; level++) value = [value];
      return value;
    };
    assert.deepEqual(differences(deep(1), deep(1)), []);
    assert.equal(differences(deep(1), deep(2)).length, 1);
    assert.deepEqual(lines(JSON.parse('{"__proto__":1}'), JSON.parse('{"__proto__":2}')), [
      '- __proto__: 1',
      '+ __proto__: 2',
    ]);
    assert.deepEqual(lines(JSON.parse('{"constructor":1}'), {}), ['- constructor: 1']);
  });

  it('is nothing for equal values, and something for all others', () => {
    const stored = fc.json({ maxDepth: 4 }).map((text): unknown => JSON.parse(text));
    fc.assert(
      fc.property(stored, stored, (one, other) => {
        assert.deepEqual(differences(one, JSON.parse(JSON.stringify(one))), []);
        assert.equal(differences(one, other).length === 0, isDeepStrictEqual(one, other));
      }),
    );
  });
});
