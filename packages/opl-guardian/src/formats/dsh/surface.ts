import { isObjectOrList } from '../../json-object.ts';
import { UnreadableSession } from '../format.ts';
import { isMessageEvent, type StoredEvent } from './events.ts';

/**
 * The events whose messages are sent, in the order in which they are: each is put behind the others, or in the
 * place of a range of them (`SurfaceManager` in `dsh-session`).
 */
export class Surface {
  /** `seq` of each event on the surface. */
  readonly nodes: number[] = [];
  /** `seq` of each event that was put behind the others, also where another one took its place since. */
  readonly appended: number[] = [];
  /** Whether some events took the place of others. */
  hasReplacements = false;
  /** Tool results by the ones that they took the place of, and the other way round. */
  readonly #newer = new Map<number, number>();
  readonly #older = new Map<number, number>();

  /** @throws {UnreadableSession} at an event that the host refuses */
  add(event: StoredEvent): void {
    const { surfaceOp: op, seq } = event;
    if (!isMessageEvent(event)) {
      if (op !== undefined) throw refused(event, 'may not stand among the messages');
      return;
    }
    if (op === 'append') {
      this.nodes.push(seq);
      this.appended.push(seq);
      return;
    }
    if (!isObjectOrList(op) || op.op !== 'replace')
      throw refused(event, 'does not say where its message stands');
    const start = this.nodes.lastIndexOf(op.start as number);
    const end = this.nodes.lastIndexOf(op.end as number);
    if (start === -1 || end < start) throw refused(event, 'replaces messages that are not there');
    const [replaced] = this.nodes.splice(start, end - start + 1, seq) as [number];
    this.hasReplacements = true;
    if (event.type !== 'tool/result') return;
    this.#newer.set(replaced, seq);
    this.#older.set(seq, replaced);
  }

  /** Other versions of a tool result: what it took the place of, and what took its place. */
  versionsOf(seq: number): number[] {
    return [...followed(this.#older, seq), ...followed(this.#newer, seq)];
  }
}

function followed(next: ReadonlyMap<number, number>, seq: number): number[] {
  const found: number[] = [];
  for (let at = next.get(seq); at !== undefined; at = next.get(at)) found.push(at);
  return found;
}

function refused({ seq, type }: StoredEvent, what: string): UnreadableSession {
  return new UnreadableSession(
    `seq ${seq}: the event ${JSON.stringify(type)} ${what}, so DSH refuses this log; restore the file from a copy`,
  );
}
