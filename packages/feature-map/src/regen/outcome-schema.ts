import type { RegenOutcome } from './outcome-text.ts';

/** A place of a file, with what is said about it. */
function placeSchema(said: string): Record<string, unknown> {
  return {
    type: 'object',
    additionalProperties: false,
    properties: {
      page: { type: 'string', description: 'Relative to the folder of the map.' },
      line: { type: 'integer', description: '1-based.' },
      [said]: { type: 'string' },
    },
    required: ['page', 'line', said],
  };
}

/** JSON Schema of the value of `feature_map_regen`. */
export const outcomeSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    text: { type: 'string' },
    root: { type: 'string' },
    applied: { type: 'boolean' },
    files: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        properties: {
          page: { type: 'string' },
          changes: { type: 'array', items: { type: 'string' } },
          state: { type: 'string', enum: ['planned', 'written', 'refused'] },
          reason: { type: 'string' },
        },
        required: ['page', 'changes', 'state'],
      },
    },
    dropped: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        properties: { line: { type: 'integer' }, row: { type: 'string' } },
        required: ['line', 'row'],
      },
    },
    left: { type: 'array', items: placeSchema('message') },
    fillIns: { type: 'array', items: placeSchema('what') },
  },
  required: ['text', 'root', 'applied', 'files', 'dropped', 'left', 'fillIns'],
};

/** An outcome without the texts of files. */
export type OutcomeValue = Pick<RegenOutcome, 'root' | 'applied' | 'dropped' | 'left' | 'fillIns'> & {
  files: Pick<RegenOutcome['files'][number], 'page' | 'changes' | 'state' | 'reason'>[];
};

/** An outcome as programs get it. */
export function outcomeValue({ root, applied, files, dropped, left, fillIns }: RegenOutcome): OutcomeValue {
  const briefly = files.map(({ page, changes, state, reason }) => {
    return reason === undefined ? { page, changes, state } : { page, changes, state, reason };
  });
  return { root, applied, files: briefly, dropped, left, fillIns };
}
