import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDshSandbox } from '@session-guards/testkit/dsh';
import * as featureMap from '../packages/feature-map/src/host/dsh.ts';
import type { Story } from './story.ts';

const project = fileURLToPath(new URL('../packages/feature-map/test/fixtures/lendery', import.meta.url));
const FILE = 'server/src/reservations/waitlist.ts';

/** The denial loop on the real DeepSeek Harness: read, refused once, map, read. */
export async function tellFeatureMap(story: Story): Promise<void> {
  story.title('feature-map guard on DeepSeek Harness: a model that hunts through the source');
  story.tell('The real host runs in this process, on a project that keeps a map; its model is scripted.');

  const without = await story.during('a session without the guard', () => session(false));
  story.expect('without the guard the first read goes straight to the source', !without.results[0]?.isError);

  const { results, system } = await story.during('the same turns with the guard', () => session(true));
  const [denied, map, read] = results;
  story.quote('in the system prompt', lines(system, /feature map/));
  story.quote(`read ${FILE}`, denied?.text ?? '');
  story.quote(
    'feature_map { topic: "offerNext waiting list" }',
    `${Buffer.byteLength(map?.text ?? '')} bytes, starting with`,
  );
  for (const line of (map?.text ?? '').split('\n').slice(0, 6)) story.tell(`    ${line}`);
  story.expect('the first source lookup was refused, with the remedy', denied?.isError === true);
  story.expect(
    'the map answered with a section that names the file',
    map?.text.includes('waitlist.ts') === true,
  );
  story.expect('the same read then went through', read?.isError === false);
}

async function session(guarded: boolean) {
  const host = await createDshSandbox({});
  try {
    await cp(project, host.dir, { recursive: true });
    await mkdir(join(host.dir, '.git'));
    if (guarded) await host.load(featureMap, {});
    const agent = await host.createAgent();
    const call = (id: string, name: string, args: object) => ({
      parts: [{ type: 'call' as const, id, name, arguments: args }],
    });
    const read = { file_path: FILE };
    const turns = guarded
      ? [
          call('1', 'read', read),
          call('2', 'feature_map', { topic: 'offerNext waiting list' }),
          call('3', 'read', read),
        ]
      : [call('1', 'read', read)];
    const said = await agent.say('In which order is the waiting list served?', ...turns, {
      parts: [{ type: 'text' as const, text: 'Done.' }],
    });
    return { results: said.toolResults, system: said.requests[0]?.system ?? '' };
  } finally {
    await host.dispose();
  }
}

const lines = (text: string, pattern: RegExp) =>
  text
    .split('\n')
    .filter((line) => pattern.test(line))
    .join(' ');
