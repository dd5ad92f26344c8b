import type { CallPart } from '../../types.ts';
import { type LookupTool, lookupCall } from '../hosts.ts';

/** One way in which a tool call is malformed. */
export interface MalformedShape {
  readonly shape: string;
  /** The word that the evidence has for it. */
  readonly reason: string;
  /** The call with this fault. */
  spoil(call: CallPart): CallPart;
}

function idIs(shape: string, id: unknown, reason = 'blank-id'): MalformedShape {
  return { shape, reason, spoil: (call) => ({ ...call, id }) };
}

function nameIs(shape: string, name: unknown): MalformedShape {
  return { shape, reason: 'blank-name', spoil: (call) => ({ ...call, name }) };
}

/** Every fault of id and name that reaches a host over chat completions. */
export const MALFORMED: readonly MalformedShape[] = [
  idIs('an empty id', ''),
  idIs('a null id', null),
  idIs('an id of white space', '  '),
  idIs('a number as id', 7, 'id-not-a-string'),
  { shape: 'a missing id', reason: 'blank-id', spoil: ({ id: _, ...call }) => call },
  nameIs('an empty name', ''),
  nameIs('a null name', null),
  nameIs('a name of white space', '  '),
  { shape: 'a missing name', reason: 'blank-name', spoil: ({ name: _, ...call }) => call },
  {
    shape: 'id and name empty',
    reason: 'blank-id+blank-name',
    spoil: (call) => ({ ...call, id: '', name: '' }),
  },
];

/** A call that no host can run: a good one, but for its empty name. */
export function malformed(reads: LookupTool): CallPart {
  return { ...lookupCall(reads, 'README.md'), name: '' };
}
