import type { CallPart, Turn, TurnPart, WireApi } from '@session-guards/testkit';

/** A malformed turn, as every API would stream it. */
export interface Shape {
  name: string;
  turn: Turn;
  /** APIs on which the shape cannot arrive, with the reason. */
  cannot?: Partial<Record<WireApi, string>>;
  abort?: boolean;
}

export const MINTED = 'Pi mints an id for every Google call, whatever is streamed';
const ONE_DELTA = 'only chat completions tell the calls of a stream apart by an index';

const read = { path: 'README.md' };
export const call = (id: unknown, name: unknown, more: Partial<CallPart> = {}): CallPart => ({
  type: 'call',
  arguments: read,
  ...(id === undefined ? {} : { id }),
  ...(name === undefined ? {} : { name }),
  ...more,
});
const valid = (id = 'call_ok') => call(id, 'read');
const turn = (parts: TurnPart[], more: Partial<Turn> = {}): Turn => ({ parts, ...more });

const idShapes: Shape[] = [
  ['an empty id', ''],
  ['a missing id', undefined],
  ['a null id', null],
  ['an id of white space', '  '],
  ['a number as id', 7],
].map(([what, id]) => ({ name: String(what), turn: turn([call(id, 'read')]), cannot: { google: MINTED } }));

const nameShapes: Shape[] = [
  ['an empty name', ''],
  ['a missing name', undefined],
  ['a null name', null],
  ['a name of white space', '  '],
].map(([what, name]) => ({ name: String(what), turn: turn([call('call_1', name)]) }));

/** Shapes that the guard takes out. */
export const blankShapes: Shape[] = [
  ...idShapes,
  ...nameShapes,
  { name: 'id and name empty', turn: turn([call('', '')]) },
  { name: 'an empty name in one chunk', turn: turn([call('call_1', '')], { chunking: 'one' }) },
  {
    name: 'an empty id behind a valid call',
    turn: turn([valid(), call('', 'read')]),
    cannot: { google: MINTED },
  },
  {
    name: 'an empty id in front of a valid call',
    turn: turn([call('', 'read'), valid()]),
    cannot: { google: MINTED },
  },
  { name: 'an empty name behind a valid call', turn: turn([valid(), call('call_1', '')]) },
  { name: 'an empty name in front of a valid call', turn: turn([call('call_1', ''), valid()]) },
  {
    name: 'an empty name between text and two valid calls',
    turn: turn([{ type: 'text', text: 'I look.' }, call('call_1', ''), valid('call_a'), valid('call_b')]),
  },
  { name: 'text and an empty name', turn: turn([{ type: 'text', text: 'I look.' }, call('call_1', '')]) },
  {
    name: 'an empty id, no index, arguments in a later chunk',
    turn: turn([call('', 'read', { index: null })]),
    cannot: { 'openai-responses': ONE_DELTA, anthropic: ONE_DELTA, google: ONE_DELTA },
  },
  {
    name: 'an empty id at the output limit',
    turn: turn([call('', 'read')], { stop: 'length' }),
    cannot: { google: MINTED },
  },
  {
    name: 'an empty id and an error finish',
    turn: turn([call('', 'read')], { stop: 'error' }),
    cannot: { google: MINTED },
  },
  {
    name: 'an empty id and an abort by the user',
    turn: turn([call('', 'read')], { hang: true }),
    cannot: { google: MINTED },
    abort: true,
  },
  { name: 'an empty name at the output limit', turn: turn([call('call_1', '')], { stop: 'length' }) },
  {
    name: 'a valid call and an empty name at the output limit',
    turn: turn([valid(), call('call_1', '')], { stop: 'length' }),
  },
  { name: 'an empty name and an error finish', turn: turn([call('call_1', '')], { stop: 'error' }) },
  {
    name: 'an empty name and an abort by the user',
    turn: turn([call('call_1', '')], { hang: true }),
    abort: true,
  },
];

/** Turns whose thinking is replayed with a signature; streamed by a model that thinks. */
export const thinkingShapes: Shape[] = [
  {
    name: 'thinking and an empty name',
    turn: turn([{ type: 'thinking', thinking: 'Hm.' }, call('call_1', '')]),
  },
  {
    name: 'thinking, a valid call, an empty name',
    turn: turn([{ type: 'thinking', thinking: 'Hm.' }, valid(), call('call_1', '')]),
  },
  {
    name: 'thinking, an empty name, a valid call',
    turn: turn([{ type: 'thinking', thinking: 'Hm.' }, call('call_1', ''), valid()]),
  },
  {
    name: 'thinking, text, an empty name, a valid call',
    turn: turn([
      { type: 'thinking', thinking: 'Hm.' },
      { type: 'text', text: 'I look.' },
      call('call_1', ''),
      valid(),
    ]),
  },
  {
    name: 'two thoughts, each with a call, the first one without a name',
    turn: turn([
      { type: 'thinking', thinking: 'Hm.' },
      call('call_1', ''),
      { type: 'thinking', thinking: 'Ah.' },
      valid(),
    ]),
  },
  {
    name: 'a signed call without a name and an unsigned valid one',
    turn: turn([call('call_1', '', { thoughtSignature: 'c2lnbmF0dXJl' }), valid()]),
  },
];

/** Shapes that the guard does not touch: what happens is written down, so that a change shows. */
export const otherShapes: Shape[] = [
  {
    name: 'arguments that are not JSON',
    turn: turn([call('call_1', 'read', { arguments: '{"path": "READ' })]),
  },
  { name: 'arguments that are a string', turn: turn([call('call_1', 'read', { arguments: '"README.md"' })]) },
  { name: 'arguments that are a list', turn: turn([call('call_1', 'read', { arguments: '["README.md"]' })]) },
  { name: 'a name with a space', turn: turn([call('call_1', 'read file')]) },
  { name: 'a name with a dot', turn: turn([call('call_1', 'functions.read')]) },
  { name: 'a padded name', turn: turn([call('call_1', ' read ')]) },
  { name: 'a name with a control token', turn: turn([call('call_1', 'read<|channel|>commentary')]) },
  { name: 'a name in another script', turn: turn([call('call_1', '読む')]) },
  { name: 'a name of 200 characters', turn: turn([call('call_1', 'x'.repeat(200))]) },
  { name: 'an unknown legal name', turn: turn([call('call_1', 'no_such_tool')]) },
  { name: 'the same id twice', turn: turn([valid('call_1'), valid('call_1')]) },
];
