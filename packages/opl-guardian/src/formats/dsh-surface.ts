import { isRecord } from '../dsh-block.ts';
import { isMessageEvent, type StoredEvent } from './dsh-events.ts';
import { UnreadableSession } from './format.ts';

/**
 * The events whose messages are sent, in the order in which they are: each is put behind the others, or in the
 * place of a range of them (`SurfaceManager` in `dsh-session`).
 */
export class Surface {
  /** `seq` of each event on the surface. */
  readonly nodes: number[] = [];
  /** `seq` of each event that was put behind the others, also where another one took its place since. */
  readonly appended: number[] = [];
  /** What an event took the place of. */
  readonly replacedBy = new Map<number, readonly number[]>();

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
    if (!isRecord(op) || op.op !== 'replace') throw refused(event, 'does not say where its message stands');
    const start = this.nodes.lastIndexOf(op.start as number);
    const end = this.nodes.lastIndexOf(op.end as number);
    if (start === -1 || end < start) throw refused(event, 'replaces messages that are not there');
    this.replacedBy.set(seq, this.nodes.splice(start, end - start + 1, seq));
  }

  /** An event and all that it took the place of, newest first, for events that replace one message each. */
  chainOf(seq: number): number[] {
    const chain = [seq];
    for (let under = this.replacedBy.get(seq); under?.length === 1; ) {
      const [next] = under as readonly [number];
      chain.push(next);
      under = this.replacedBy.get(next);
    }
    return chain;
  }
}

function refused({ seq, type }: StoredEvent, what: string): UnreadableSession {
  return new UnreadableSession(
    `seq ${seq}: the event ${JSON.stringify(type)} ${what}, so DSH refuses this log; restore the file from a copy`,
  );
}
