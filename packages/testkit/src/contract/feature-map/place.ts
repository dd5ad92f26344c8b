import type { ContractHost, ContractPlace, ContractSession, Layout } from '../host.ts';
import { call, says } from '../turns.ts';

const SOURCE = { 'src/tickets.ts': 'export const tickets = 1;\n', 'AGENTS.md': 'Sell tickets.\n' };
const MAP = {
  'docs/features/README.md':
    '# Features\n\n| Feature | Doc | Read when |\n|---|---|---|\n| Tickets | [tickets.md](tickets.md) | changing how tickets are sold |\n',
  'docs/features/tickets.md': '# Tickets\n\n## What it does\n\nSells tickets.\n',
};

/** A repository with a map, and one without. */
export const MAPPED: Layout = { files: { ...SOURCE, ...MAP } };
export const MAPLESS: Layout = { files: SOURCE };

export const done = says('done');
export const topic = () => call('feature_map', { topic: 'tickets' });

/** Plays in such a place. */
export async function onPlace(
  host: ContractHost,
  layout: Layout,
  play: (place: ContractPlace) => Promise<void>,
): Promise<void> {
  await using place = await host.place(layout);
  await play(place);
}

/** Plays in a new session of such a place. */
export function inPlace(
  host: ContractHost,
  layout: Layout,
  play: (session: ContractSession) => Promise<void>,
): Promise<void> {
  return onPlace(host, layout, async (place) => play(await place.open()));
}
