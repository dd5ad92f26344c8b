import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { schemaErrors } from '../src/json-schema.ts';

describe('the schema validator', () => {
  const schema = {
    type: 'object',
    required: ['name'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', pattern: '^[a-z]+$', maxLength: 3 },
      count: { anyOf: [{ type: 'integer', minimum: 1, maximum: 2 }, { const: 'many' }] },
      tags: { type: ['array', 'null'], minItems: 1, maxItems: 2, items: { enum: ['a', 'b'] } },
    },
  };

  it('finds nothing in what a schema allows', () => {
    for (const value of [
      { name: 'a' },
      { name: 'abc', count: 2, tags: ['a', 'b'] },
      { name: 'a', tags: null },
    ]) {
      assert.deepEqual(schemaErrors(value, schema), [], JSON.stringify(value));
    }
  });

  it('names each place and what it breaks there', () => {
    assert.deepEqual(schemaErrors([], schema), [' type']);
    assert.deepEqual(schemaErrors({ __proto__: { name: 'a' } }, schema), [' required name']);
    assert.deepEqual(schemaErrors({ name: 'ABCD', more: 1 }, schema), [
      '/name maxLength',
      '/name pattern',
      ' additional more',
    ]);
    assert.deepEqual(schemaErrors({ name: 'a', count: 3 }, schema), ['/count anyOf']);
    assert.deepEqual(schemaErrors({ name: 'a', count: 1.5 }, schema), ['/count anyOf']);
    assert.deepEqual(schemaErrors({ name: 'a', tags: [] }, schema), ['/tags minItems']);
    assert.deepEqual(schemaErrors({ name: 'a', tags: ['a', 'c', 'b'] }, schema), [
      '/tags maxItems',
      '/tags/1 enum',
    ]);
  });

  it('passes no schema with a keyword that it does not know', () => {
    assert.throws(() => schemaErrors('', { minLength: 1 }), /does not know "minLength"/);
    assert.throws(() => schemaErrors([1], { items: { multipleOf: 2 } }), /does not know "multipleOf"/);
  });
});
