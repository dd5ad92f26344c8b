import fc from 'fast-check';

/** A JSON value in one of its spellings. */
export interface JsonText {
  value: unknown;
  text: string;
}

/** Texts that say something, say nothing, are empty, and hold halves of surrogate pairs. */
const texts = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary-ascii', maxLength: 40 }) },
  {
    weight: 2,
    arbitrary: fc
      .array(fc.constantFrom(' ', '\n', '\t', '\f', '\u00a0', '\u2028', '\u3000', '\ufeff', '\u000b'), {
        maxLength: 12,
      })
      .map((parts) => parts.join('')),
  },
  {
    weight: 2,
    arbitrary: fc
      .array(
        fc.constantFrom(
          'a',
          '\\',
          '"',
          '\ud83d',
          '\ude00',
          '\ud800',
          '\udfff',
          '\u{1f600}',
          '\u001b',
          'é',
          '…',
        ),
        {
          maxLength: 12,
        },
      )
      .map((parts) => parts.join('')),
  },
);

const keys = fc.oneof(texts, fc.constantFrom('id', 'name', 'type', 'text', '__proto__', 'constructor', 'é'));
const numbers = fc.constantFrom('0', '-0', '1.0', '1e3', '-1.5E+10', '12345678901234567890', '0.1', '-7e-2');

/** Picks a spelling by numbers that a test draws. */
class Spelling {
  readonly #draws: readonly number[];
  #at = 0;

  constructor(draws: readonly number[]) {
    this.#draws = draws;
  }

  pick(choices: number): number {
    return (this.#draws[this.#at++ % this.#draws.length] ?? 0) % choices;
  }

  string(text: string): string {
    const units = [...text].map((character) => {
      const escapes = [...Array(character.length).keys()].map(
        (index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
      );
      const plain = JSON.stringify(character).slice(1, -1);
      return [plain, plain, plain, escapes.join(''), escapes.join('').toUpperCase().replaceAll('\\U', '\\u')][
        this.pick(5)
      ];
    });
    return `"${units.join('')}"`;
  }

  space(): string {
    return ['', '', '', '', ' ', '\t'][this.pick(6)] ?? '';
  }
}

type Tree = string | { number: string } | boolean | null | Tree[] | { members: [string, Tree][] };

const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    texts as fc.Arbitrary<Tree>,
    numbers.map((number) => ({ number })),
    fc.constantFrom<Tree>(true, false, null),
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.array(fc.tuple(keys, tie('tree')), { maxLength: 5 }).map((members) => ({ members })),
  ),
}));

/** JSON values with their texts: escapes, spaces, repeated keys and number forms as writers differ in them. */
export const jsonText: fc.Arbitrary<string> = fc
  .tuple(tree, fc.array(fc.nat({ max: 1000 }), { minLength: 1, maxLength: 60 }))
  .map(([value, draws]) => spelled(value, new Spelling(draws)));

function spelled(value: Tree, spelling: Spelling): string {
  if (typeof value === 'string') return spelling.string(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if ('number' in value) return value.number;
  const list = (parts: string[]) =>
    parts.map((part) => spelling.space() + part + spelling.space()).join(',') + spelling.space();
  if (Array.isArray(value)) return `[${list(value.map((item) => spelled(item, spelling)))}]`;
  const members = value.members.map(
    ([key, item]) =>
      `${spelling.string(key)}${spelling.space()}:${spelling.space()}${spelled(item, spelling)}`,
  );
  return `{${list(members)}}`;
}

/** Lines as they may lie in a damaged file: JSON, and JSON in which some bytes are others. */
export const damagedLine: fc.Arbitrary<Uint8Array> = fc
  .tuple(jsonText, fc.array(fc.tuple(fc.nat(), oddByte(), fc.boolean()), { maxLength: 3 }))
  .map(([text, damages]) => {
    const bytes = [...Buffer.from(text)];
    for (const [at, byte, isExtra] of damages) bytes.splice(at % (bytes.length + 1), isExtra ? 0 : 1, byte);
    return Uint8Array.from(bytes.filter((byte) => byte !== 0x0a));
  });

function oddByte(): fc.Arbitrary<number> {
  return fc.oneof(
    fc.constantFrom(
      0,
      1,
      9,
      13,
      0x20,
      0x22,
      0x5c,
      0x2c,
      0x30,
      0x2d,
      0x7b,
      0x7d,
      0x5b,
      0x5d,
      0xc2,
      0xe2,
      0xff,
      0x80,
    ),
    fc.nat({ max: 255 }),
  );
}

/** What `JSON.parse` makes of a text, or `undefined` where it refuses it. */
export function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** A value with each string, key or not, replaced. */
export function mapStrings(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === 'string') return replace(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, replace));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [replace(key), mapStrings(item, replace)]),
  );
}
