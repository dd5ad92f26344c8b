import { readValue, type Value } from './values.ts';

/** What a text of code says of a key's default. */
export interface CodeDefaults {
  values: Value[];
  /** Whether it computes one, so that its value cannot be read. */
  computed: boolean;
}

/** A literal, or a constant in capitals, that is a whole expression: what ends one stands behind it. */
const WHOLE = String.raw`('[^'\\\n]*'|"[^"\\\n]*"|[-+]?\d[\d_]*(?:\.\d+)?(?:e[-+]?\d+)?|[Tt]rue|[Ff]alse|[A-Z][A-Z\d_]+)(?=\s*(?:[,;)}\]]|$|\n|\/\/|#|as\s+const\b|\.(?:into|to_string|to_owned)\())`;
const TYPE = String.raw`(?:\s*:\s*[A-Za-z_][\w<>[\] .&|]{0,80}?(?=\s*=))?`;
/** A key that begins a pair or an assignment, in quotes or not. */
const KEY = String.raw`(?<![\w.$/-]|\$\{)(['"\`]?)K\1`;
const QUOTED = String.raw`(['"\`])(?:--?)?K\1`;

/** 'a.b': 5, a = 5, a: number = 5 */
const ASSIGNED = String.raw`${KEY}${TYPE}\s*(?::(?!:)|=(?![=>]))\s*${WHOLE}`;

/** Ways in which code gives a key, written as `K`, its default. */
const WAYS: readonly string[] = [
  ASSIGNED,
  // env("A", 5)
  String.raw`${QUOTED}\s*,\s*${WHOLE}`,
  // process.env.A ?? 5, env["A"] || 5, var("A").unwrap_or(5)
  String.raw`(?<![\w$-])(['"\`]?)K\1\]?\)?\s*(?:\?\?=?|\|\||\bor\b|\?:|\.unwrap_or\()\s*${WHOLE}`,
  // a: { default: 5 }
  String.raw`${KEY}\s*[:=]\s*(?:[\w.]+\()?\{[^{}]*?\bdefault\s*:\s*${WHOLE}`,
  // a: z.number().default(5)
  String.raw`${KEY}\s*[:=]\s*[A-Za-z_$](?:[^,;{}()]|\([^()]*\)){0,200}?\.default\(\s*${WHOLE}`,
  // option("--a", type=int, default=5)
  String.raw`${QUOTED}\s*,[^()]{0,300}?\bdefault\s*[:=]\s*${WHOLE}`,
  // ${A:-5}
  String.raw`\$\{()K:?[-=]([^{}$]*)\}`,
];

/** A number that goes on as an expression: 5 * MINUTE. */
const COMPUTED = String.raw`(?<![\w$-])(['"\`]?)K\1\)?\s*(?:[:=,]|\?\?|\|\|)\s*\d[\d_.]*\s*(?:[*+/%]|<<|-)`;
const CONSTANT = /^[A-Z][A-Z\d_]+$/;

/**
 * The defaults that a text of code gives a key. Nothing is parsed: only what one of a few ways of writing says
 * plainly counts. A constant is looked up in the same text.
 *
 * @param code text without comments
 */
export function defaultsIn(code: string, key: string): CodeDefaults {
  const found: CodeDefaults = { values: [], computed: has(code, COMPUTED, key) };
  for (const way of WAYS) {
    for (const written of expressions(code, way, key)) {
      const literal = CONSTANT.test(written) ? constant(code, written) : written;
      found.computed ||= literal === undefined;
      const value = readValue(literal ?? '');
      if (value !== undefined) found.values.push(value);
    }
  }
  return found;
}

/** What a text assigns to a constant, `undefined` where that is not one literal. */
function constant(code: string, name: string): string | undefined {
  if (has(code, COMPUTED, name)) return undefined;
  const [first, ...others] = expressions(code, ASSIGNED, name);
  return first === undefined || others.length > 0 || CONSTANT.test(first) ? undefined : first;
}

function expressions(code: string, way: string, key: string): string[] {
  return [...code.matchAll(patternOf(way, key))].map(([, , written = '']) => written);
}

function has(code: string, way: string, key: string): boolean {
  return patternOf(way, key).test(code);
}

function patternOf(way: string, key: string): RegExp {
  return new RegExp(way.replace('K', key.replace(/[.*+?^${}()|[\]\\-]/g, '\\$&')), 'g');
}
