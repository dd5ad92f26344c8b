import { BACKSLASH, LETTER_U, QUOTE, SIMPLE_ESCAPES, SPACE } from './bytes.ts';

/**
 * The search for the end of a JSON string as WebAssembly, which looks at sixteen bytes at a time. It takes the place
 * of {@link PlainJson.stringEnd}'s own loop, in which a scan spends half of its time, and gives the same answers: a
 * session of 256 MB is scanned in 0.27 s with it and in 0.39 s without (`bench/scan/arms.ts`, one machine).
 */
export interface StringEnd {
  /** Makes the next searches look at these bytes; a copy is taken unless they were the last ones. */
  look(bytes: Uint8Array): void;
  /**
   * @param from behind the opening quote
   * @returns where the closing quote stands; -1 when it does not, and for what JSON does not allow; `-2 - at` for an
   *   escape `\u` at that place, which somebody else has to judge
   */
  find(from: number, to: number): number;
}

/** What is used of `WebAssembly`, of which Node's types know nothing. */
interface WasmHost {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (
    module: object,
  ) => {
    exports: {
      memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
      find: StringEnd['find'];
    };
  };
}

let shared: StringEnd | null | undefined;

/** The search of this process; `null` where WebAssembly or its vector instructions are missing. */
export function sharedStringEnd(): StringEnd | null {
  if (shared === undefined) shared = build();
  return shared;
}

function build(): StringEnd | null {
  try {
    const { Instance, Module } = Reflect.get(globalThis, 'WebAssembly') as WasmHost;
    const { memory, find } = new Instance(new Module(Uint8Array.from(module()))).exports;
    let seen: Uint8Array | undefined;
    return {
      find,
      look(bytes) {
        if (bytes === seen) return;
        // A vector is loaded whole, though its end may lie behind the bytes.
        const missing = bytes.length + VECTOR - memory.buffer.byteLength;
        if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
        new Uint8Array(memory.buffer).set(bytes);
        seen = bytes;
      },
    };
  } catch {
    return null;
  }
}

const VECTOR = 16;
const PAGE = 64 * 1024;

/** Instructions by their names in the specification of WebAssembly. */
const op = {
  unreachable: [0x00],
  loop: [0x03, 0x40],
  if: [0x04, 0x40],
  end: [0x0b],
  again: [0x0c, 0x00],
  againFromIf: [0x0c, 0x01],
  return: [0x0f],
  select: [0x1b],
  load8: [0x2d, 0x00, 0x00],
  eqz: [0x45],
  eq: [0x46],
  ne: [0x47],
  lt: [0x49],
  ge: [0x4f],
  ctz: [0x68],
  add: [0x6a],
  sub: [0x6b],
  and: [0x71],
  shiftRight64: [0x88],
  wrap: [0xa7],
  extend: [0xad],
  loadVector: [0xfd, 0x00, 0x00, 0x00],
  eqBytes: [0xfd, 0x23],
  ltBytes: [0xfd, 0x26],
  orVector: [0xfd, 0x50],
  bitmask: [0xfd, 0x64],
} as const;

const get = (local: number) => [0x20, local];
const set = (local: number) => [0x21, local];
const tee = (local: number) => [0x22, local];
const int = (value: number) => [0x41, ...signed(BigInt(value))];
const long = (value: bigint) => [0x42, ...signed(BigInt.asIntN(64, value))];
const everyByte = (byte: number) => [0xfd, 0x0c, ...new Array<number>(VECTOR).fill(byte)];

const AT = 0;
const TO = 1;
const FOUND = 2;
const BYTES = 3;

/** `find` as it is described in {@link StringEnd}. */
function body(): number[] {
  const give = (...value: number[]) => [...op.if, ...value, ...op.return, ...op.end];
  return [
    ...op.loop,
    ...[...get(AT), ...get(TO), ...op.ge, ...give(...int(-1))],
    // Which of the next bytes is a quote, a backslash or a control character.
    ...[...get(AT), ...op.loadVector, ...tee(BYTES), ...everyByte(QUOTE), ...op.eqBytes],
    ...[...get(BYTES), ...everyByte(BACKSLASH), ...op.eqBytes, ...op.orVector],
    ...[...get(BYTES), ...everyByte(SPACE), ...op.ltBytes, ...op.orVector],
    ...[...op.bitmask, ...tee(FOUND), ...op.eqz],
    ...[...op.if, ...get(AT), ...int(VECTOR), ...op.add, ...set(AT), ...op.againFromIf, ...op.end],
    ...[...get(AT), ...get(FOUND), ...op.ctz, ...op.add, ...tee(AT)],
    ...[...get(TO), ...op.ge, ...give(...int(-1))],
    ...[...get(AT), ...op.load8, ...tee(FOUND), ...int(QUOTE), ...op.eq, ...give(...get(AT))],
    ...[...get(FOUND), ...int(BACKSLASH), ...op.ne, ...give(...int(-1))],
    // The letter of the escape.
    ...[...get(AT), ...int(1), ...op.add, ...op.load8, ...tee(FOUND)],
    ...[...int(LETTER_U), ...op.eq, ...give(...int(-2), ...get(AT), ...op.sub)],
    ...[...get(FOUND), ...int(128), ...op.ge, ...give(...int(-1))],
    ...[...long(lettersFrom(0)), ...long(lettersFrom(64)), ...get(FOUND), ...int(64), ...op.lt, ...op.select],
    ...[...get(FOUND), ...op.extend, ...op.shiftRight64, ...op.wrap, ...int(1), ...op.and, ...op.eqz],
    ...give(...int(-1)),
    ...[...get(AT), ...int(2), ...op.add, ...set(AT), ...op.again],
    ...op.end,
    ...op.unreachable,
    ...op.end,
  ];
}

/** The letters of simple escapes among 64 characters, one bit each. */
function lettersFrom(first: number): bigint {
  let bits = 0n;
  for (const letter of SIMPLE_ESCAPES.keys()) {
    if (letter >= first && letter < first + 64) bits |= 1n << BigInt(letter - first);
  }
  return bits;
}

function module(): number[] {
  const [I32, V128] = [0x7f, 0x7b];
  const code = [...[2, 1, I32, 1, V128], ...body()];
  return [
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, 2, I32, I32, 1, I32]),
    ...section(3, [1, 0]),
    ...section(5, [1, 0, ...unsigned(VECTOR + 1)]),
    ...section(7, [2, ...name('memory'), 2, 0, ...name('find'), 0, 0]),
    ...section(10, [1, ...unsigned(code.length), ...code]),
  ];
}

function section(id: number, content: readonly number[]): number[] {
  return [id, ...unsigned(content.length), ...content];
}

function name(text: string): number[] {
  return [text.length, ...Buffer.from(text)];
}

function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

/** LEB128 of a signed number. */
function signed(value: bigint): number[] {
  const low = Number(value & 0x7fn);
  const rest = value >> 7n;
  const isLast = (rest === 0n && low < 0x40) || (rest === -1n && low >= 0x40);
  return isLast ? [low] : [low | 0x80, ...signed(rest)];
}
