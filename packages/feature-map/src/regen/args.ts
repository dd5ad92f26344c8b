import { nearestName } from '../nearest-name.ts';
import { quote } from '../quote.ts';

/** JSON Schema of the arguments; closed. */
export const regenSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    page: { type: 'string', description: 'One file of the map, e.g. guard.md, or README.md for the index.' },
    show: { type: 'boolean', description: 'The new texts in place of the plan.' },
    apply: { type: 'boolean', description: 'Write what the plan says.' },
    offset: { type: 'integer', minimum: 0, description: 'Byte at which a cut reply goes on.' },
  },
} as const;

type Name = keyof typeof regenSchema.properties;
const NAMES = Object.keys(regenSchema.properties) as Name[];

/** Arguments that fit together; what is not given, or is `false`, is absent. */
export interface RegenCall {
  page?: string;
  show?: true;
  apply?: true;
  offset?: number;
}

/**
 * Checks the arguments of a call. Anything may come in: not every host checks them, and a model sends a raw string
 * where it fails to write JSON.
 *
 * @returns the call, or a sentence that says what is wrong and what is allowed
 */
export function readRegenCall(args: unknown): RegenCall | string {
  if (args === undefined || args === null) return {};
  if (typeof args !== 'object' || Array.isArray(args)) {
    return `the arguments must be a JSON object, not ${kindOf(args)}; allowed are ${NAMES.join(', ')}`;
  }
  const call: RegenCall = {};
  for (const [name, value] of Object.entries(args)) {
    const problem = problemOf(name, value);
    if (problem !== undefined) return problem;
    if (value !== undefined && value !== null && value !== false) Object.assign(call, { [name]: value });
  }
  if (call.apply && call.show)
    return '"show" and "apply" exclude each other: the one shows, the other writes';
  if (call.apply && call.offset !== undefined) {
    return '"offset" goes on with a plan or with texts; leave out "apply"';
  }
  return call;
}

function problemOf(name: string, value: unknown): string | undefined {
  if (!Object.hasOwn(regenSchema.properties, name)) {
    const meant = nearestName(name, NAMES);
    const hint = meant === undefined ? '; allowed' : `, did you mean ${quote(meant)}? Allowed`;
    return `unknown argument ${quote(name)}${hint} are ${NAMES.join(', ')}`;
  }
  if (value === undefined || value === null) return undefined;
  switch (regenSchema.properties[name as Name].type) {
    case 'boolean':
      return typeof value === 'boolean' ? undefined : `"${name}" must be true or false, not ${kindOf(value)}`;
    case 'integer':
      if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return undefined;
      return `"${name}" must be a whole number of bytes, 0 or more, not ${kindOf(value)}`;
    case 'string':
      if (typeof value === 'string' && value.trim() !== '') return undefined;
      return `"${name}" must be the name of a file of the map, not ${kindOf(value)}`;
  }
}

function kindOf(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value);
  return Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
