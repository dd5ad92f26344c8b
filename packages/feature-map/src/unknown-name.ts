import { nearestName } from './nearest-name.ts';

/** Says that a name of a kind is unknown, and which one was probably meant, or all that there are. */
export function unknownName(kind: string, name: string, names: readonly string[]): string {
  const meant = nearestName(name, names);
  return meant === undefined
    ? `unknown ${kind}; there are ${names.join(', ')}`
    : `unknown ${kind}; did you mean ${meant}?`;
}
