/**
 * Whether a version is at least another one, in the order of Semantic Versioning.
 *
 * @returns `undefined` where one of them is no version
 */
export function isAtLeast(version: string, wanted: string): boolean | undefined {
  const one = VERSION.exec(version)?.groups;
  const other = VERSION.exec(wanted)?.groups;
  if (one === undefined || other === undefined) return undefined;
  const byNumbers = compared(one.numbers ?? '', other.numbers ?? '');
  if (byNumbers !== 0) return byNumbers > 0;
  // A version without a pre-release comes behind all of its pre-releases.
  if (one.pre === undefined || other.pre === undefined) return one.pre === undefined;
  return compared(one.pre, other.pre) >= 0;
}

const VERSION = /^v?(?<numbers>\d+\.\d+\.\d+)(?:-(?<pre>[\w.-]+))?(?:\+.*)?$/;

/** Dotted lists part by part: numbers by value, below all words; a shorter list comes first. */
function compared(one: string, other: string): number {
  const others = other.split('.');
  const ones = one.split('.');
  for (const [at, part] of ones.entries()) {
    const against = others[at];
    if (against === undefined) return 1;
    if (part === against) continue;
    const [isNumber, isOtherNumber] = [part, against].map((text) => /^\d+$/.test(text));
    if (isNumber && isOtherNumber) return Number(part) - Number(against);
    if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
    return part < against ? -1 : 1;
  }
  return ones.length - others.length;
}
