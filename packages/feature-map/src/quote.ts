const LIMIT = 80;

/**
 * Quotes a value that a model chose for use inside a message: double quotes, JSON's escapes, and at most about
 * 80 characters, the middle left out. Control, format and direction characters and lone surrogates are escaped,
 * so that a hostile value stays one visible piece of one line.
 */
export function quote(value: string): string {
  const units = value.length > 4 * LIMIT ? edges(value) : Array.from(value, escapeUnit);
  return `"${shorten(units)}"`;
}

/** Enough of both ends to fill the limit; a huge value is never walked as a whole. */
function edges(value: string): string[] {
  return Array.from(value.slice(0, LIMIT) + value.slice(-LIMIT), escapeUnit);
}

function escapeUnit(unit: string): string {
  if (unit === '"' || unit === '\\') return `\\${unit}`;
  if (!/[\p{C}\u2028\u2029]/u.test(unit)) return unit;
  return Array.from({ length: unit.length }, (_, at) => `\\u${hex4(unit.charCodeAt(at))}`).join('');
}

function hex4(code: number): string {
  return code.toString(16).padStart(4, '0');
}

function shorten(units: readonly string[]): string {
  const whole = units.join('');
  if (whole.length <= LIMIT) return whole;
  const head = take(units, LIMIT / 2);
  const tail = take([...units].reverse(), LIMIT / 2 - 1);
  return `${head.join('')}…${tail.reverse().join('')}`;
}

function take(units: readonly string[], room: number): string[] {
  const taken: string[] = [];
  let used = 0;
  for (const unit of units) {
    used += unit.length;
    if (used > room) break;
    taken.push(unit);
  }
  return taken;
}
