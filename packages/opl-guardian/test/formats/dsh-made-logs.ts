import {
  CallId,
  createAssistantMessage,
  createToolResultMessage,
  createUserMessage,
} from '@deepseek-ai/dsh-llm';
import { Session, type SessionEvent, SessionId } from '@deepseek-ai/dsh-session';
import type { DshSandbox } from '@session-guards/testkit/dsh';
import fc from 'fast-check';

export interface MadeCall {
  id: string;
  name: string;
}

export interface MadeStep {
  text: string;
  calls: readonly MadeCall[];
  /** How many of the calls have a result. */
  answered: number;
  /** The first result gives way to a shorter one. */
  isPruned: boolean;
}

export interface MadeTurn {
  prompt: string;
  steps: readonly MadeStep[];
  /** All that was said so far gives way to a summary. */
  isCompacted: boolean;
}

/** Sessions as the host makes them; calls of one answer may share an id. */
export const madeTurns = turnsWith(['a', 'b', 'c'], ['glob', 'read']);

/** Sessions with calls that a strict API refuses, of which some have no results. */
export const poisonedTurns = turnsWith(['a', 'b', '', ' '], ['glob', 'read', '', 'a.b', 'x'.repeat(70)]);

function turnsWith(ids: string[], names: string[]): fc.Arbitrary<MadeTurn[]> {
  const step = fc.record({
    text: fc.constantFrom('', 'I look.', ' '),
    calls: fc.array(fc.record({ id: fc.constantFrom(...ids), name: fc.constantFrom(...names) }), {
      maxLength: 3,
    }),
    answered: fc.nat(3),
    isPruned: fc.boolean(),
  });
  const turn = fc.record({
    prompt: fc.string({ unit: 'binary' }),
    isCompacted: fc.boolean(),
    steps: fc.array(step, { maxLength: 3 }),
  });
  return fc.array(turn, { minLength: 1, maxLength: 4 });
}

const text = (words: string) => [{ type: 'text' as const, text: words }];

/** The events of such a session, by the host's own session; the last `cut` events are missing. */
export function eventsOf(turns: readonly MadeTurn[], cut = 0): SessionEvent[] {
  const session = Session.create(SessionId('made'));
  for (const [at, turn] of turns.entries()) addTurn(session, turn, at + 1);
  return structuredClone(session.events.slice(0, Math.max(1, session.events.length - cut)));
}

function addTurn(session: Session, { prompt, steps, isCompacted }: MadeTurn, turn: number): void {
  session.append('turn/start', { turn });
  const user = { content: text(prompt), source: { kind: 'user' as const } };
  session.append('user/message', createUserMessage(user), { surfaceOp: 'append' });
  for (const [at, step] of steps.entries()) addStep(session, step, { turn, step: at + 1 });
  if (isCompacted) {
    const [start] = session.surface.nodes;
    const end = session.surface.nodes.at(-1);
    if (start !== undefined && end !== undefined) {
      const summary = createUserMessage({
        content: text('Summary.'),
        source: { kind: 'plugin', plugin: 'made' },
      });
      const op = {
        surfaceOp: { op: 'replace' as const, start, end },
        sourceEventSeqs: [...session.surface.nodes],
      };
      session.append('user/message', summary, op);
    }
  }
  session.append('turn/end', { turn, reason: { kind: 'completed' } });
}

function addStep(session: Session, made: MadeStep, place: { turn: number; step: number }): void {
  session.append('step/start', place);
  const chunks = ['Th', 'in', 'ki', 'ng'].map(
    (delta) =>
      session.append('assistant/chunk', { ...place, chunk: { type: 'text-delta', index: 0, text: delta } })
        .seq,
  );
  const calls = made.calls.map(({ id, name }) => ({
    type: 'tool-call' as const,
    id: CallId(id),
    name,
    arguments: '{"pattern":"*"}',
  }));
  const said = made.text === '' ? [] : text(made.text);
  const message = createAssistantMessage({
    content: [...said, ...calls],
    source: { provider: 'p', model: 'm' },
  });
  session.append(
    'assistant/message',
    { ...place, message },
    { surfaceOp: 'append', sourceEventSeqs: chunks },
  );
  for (const [at, call] of calls.entries()) {
    const { seq } = session.append('tool/call', {
      ...place,
      callId: call.id,
      name: call.name,
      arguments: '{}',
    });
    if (at >= made.answered) continue;
    const content = text(`Result ${at}`);
    const result = createToolResultMessage({ callId: call.id, content, isError: false });
    const op = { surfaceOp: 'append' as const, sourceEventSeqs: [seq] };
    const first = session.append('tool/result', { ...place, message: result }, op);
    if (!made.isPruned || at > 0) continue;
    const [block] = result.content;
    const short = { ...result, content: [{ ...block, content: text('(pruned)') }] } as typeof result;
    session.append(
      'tool/result',
      { ...place, message: short },
      { surfaceOp: { op: 'replace', start: first.seq, end: first.seq }, sourceEventSeqs: [first.seq] },
    );
  }
  session.append('step/end', place);
}

let stored = 0;

/** Stores events as the host does, `perFrame` in each frame, and gives the session's id and file. */
export async function storeEvents(
  host: DshSandbox,
  events: readonly SessionEvent[],
  perFrame = 5,
): Promise<{ id: SessionId; file: string }> {
  stored += 1;
  const id = SessionId(`made-${stored}`);
  const header = { version: 0, id, createdAt: 1, cwd: host.dir, delegationDepth: 0 } as const;
  const persistence = host.ctx.sessionPersistence;
  await persistence.create(header);
  for (let at = 0; at < events.length; at += perFrame) {
    await persistence.append(id, events.slice(at, at + perFrame));
  }
  return { id, file: persistence.locate(header)?.path ?? '' };
}
