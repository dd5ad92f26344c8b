import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordedRequest } from '../../types.ts';
import type { ContractHost, ContractPlace, ContractSession } from '../host.ts';
import { says } from '../turns.ts';

const FILES = { 'README.md': '# Cinema\n' };

export const fine = says('Fine.');

/** Plays in a repository whose sessions work in `folder` below its root. */
export async function inPlace(
  host: ContractHost,
  play: (place: ContractPlace) => Promise<void>,
  folder = '',
): Promise<void> {
  const files = { ...FILES, [join(folder, 'README.md')]: FILES['README.md'] };
  await using place = await host.place({ files, folder });
  await play(place);
}

/** The strict model took each of these requests, of which there is one at least. */
export function assertAccepted(...requests: RecordedRequest[]): void {
  assert.ok(requests.length > 0);
  assert.deepEqual(
    requests.map(({ status, violations }) => [status, violations]),
    requests.map(() => [200, []]),
  );
}

/** Id and name of each stored call. */
export async function storedCalls(session: ContractSession): Promise<unknown[]> {
  const blocks = (await session.stored()).flat();
  return blocks.flatMap((block) => (block.type === 'call' ? [[block.id, block.name]] : []));
}

interface EvidenceLine {
  readonly kind: string;
  readonly action: string;
  readonly sessionId: string;
  readonly cwd: string;
  readonly removedToolCalls: readonly {
    contentIndex: number;
    reason: string;
    toolCall: { name?: unknown };
  }[];
}

/** The records in the folder of a place's sessions. */
export function evidenceIn({ folder }: ContractPlace): EvidenceLine[] {
  const file = join(folder, 'err/guardian.jsonl');
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line));
}
