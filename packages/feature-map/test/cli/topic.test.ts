import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_SETTINGS } from '../../src/settings.ts';
import { mapTools } from '../../src/tools.ts';
import { featureMap, featureMapJson, lendery } from './cli.ts';

/** What the tool answers an agent. */
function agentGets(cwd: string, topic: string): string {
  const reply = mapTools(() => DEFAULT_SETTINGS)
    .find(({ name }) => name === 'feature_map')
    ?.run({ topic }, cwd);
  assert.ok(reply !== undefined && !reply.isError);
  return reply.value.text;
}

test('a topic prints what an agent would get, and why each of its sections is there', async (t) => {
  const root = lendery(t);
  const { code, stdout } = await featureMap(['topic', 'deposit', 'refund'], { cwd: root });
  assert.equal(code, 0);
  const reply = agentGets(root, 'deposit refund');
  assert.ok(stdout.startsWith(`${reply}\n\nWhy these:\n`), stdout);
  assert.match(stdout.slice(reply.length), /^ {2}\S+\.md > .+: .*deposit: /m);
});

test('--explain gives scores in falling order, of what is shown and of what is not', async (t) => {
  const { stdout } = await featureMap(['topic', '--explain', 'deposit'], { cwd: lendery(t) });
  const [, list = ''] = stdout.split('Scores (* is in the reply):\n');
  const rows = [...list.matchAll(/^ *(\d+\.\d\d) ([* ]) \S+\.md > /gm)];
  const scores = rows.map(([, score]) => Number(score));
  assert.ok(scores.length > 3);
  assert.deepEqual(
    scores,
    [...scores].sort((a, b) => b - a),
  );
  assert.deepEqual(new Set(rows.map(([, , mark]) => mark)), new Set(['*', ' ']));
});

test('a topic that the map does not cover is exit code 1, with the reply that lets the agent go', async (t) => {
  const root = lendery(t);
  const { code, stdout } = await featureMap(['topic', 'kubernetes', 'ingress'], { cwd: root });
  assert.equal(code, 1);
  assert.ok(stdout.startsWith(agentGets(root, 'kubernetes ingress')));
  assert.match(stdout, /does not cover/);
});

test('--json gives the reply, its bytes and the ranking', async (t) => {
  const root = lendery(t);
  const { value } = await featureMapJson(['topic', 'deposit'], { cwd: root });
  assert.equal(value.reply, agentGets(root, 'deposit'));
  assert.equal(value.bytes, Buffer.byteLength(String(value.reply)));
  assert.equal(value.covered, true);
  const [best] = value.ranking as { score: number; shown: boolean; why: string }[];
  assert.ok(best?.shown && best.score > 0 && best.why !== '');
});

test("the reply keeps to the project's own maxBytes and sectionsPerTopic", async (t) => {
  const root = lendery(t, {
    'docs/features/feature-map.json': '{"maxBytes": 1500, "sectionsPerTopic": 1}',
  });
  const { value } = await featureMapJson(['topic', 'deposit'], { cwd: root });
  assert.ok(Number(value.bytes) <= 1500);
  assert.equal((value.ranking as { shown: boolean }[]).filter(({ shown }) => shown).length, 1);
});

test('a word behind -- may look like an option', async (t) => {
  const { stdout } = await featureMap(['topic', '--json', '--', 'deposit', '--explain'], { cwd: lendery(t) });
  assert.equal(JSON.parse(stdout).topic, 'deposit --explain');
});
