import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { checkMap } from '../../src/map/check.ts';
import { openMap } from '../../src/map/reader.ts';
import { RULES } from '../../src/map/rules.ts';
import { openProject } from '../../src/stale/open-project.ts';
import { buildProject } from '../rot/build-project.ts';
import { readLabels } from '../rot/labels.ts';
import { evaluateRot } from './rot.ts';

const LEAST_RECALL = 0.95;

describe('the rules on a map that has rotted', () => {
  it('say nothing wrong, and find what is labelled as stale, by each rule', async () => {
    const { found, missed, wrong } = await evaluateRot();
    assert.deepEqual(wrong, []);
    for (const rule of ['stale/path', 'stale/symbol', 'stale/test', 'stale/setting']) {
      const [hits, misses] = [found.map(({ label }) => label), missed].map(
        (labels) => labels.filter((label) => label.rule === rule).length,
      );
      const recall = (hits ?? 0) / ((hits ?? 0) + (misses ?? 0));
      assert.ok(recall >= LEAST_RECALL, `${rule}: ${recall}, missed ${JSON.stringify(missed)}`);
    }
  });

  it('say how grave it is and where the item is now', async () => {
    const { found } = await evaluateRot();
    for (const { label, said } of found) {
      assert.equal(said.severity ?? RULES[said.rule].severity, label.severity, said.item);
      if (label.now !== null)
        assert.ok(`${said.message} ${said.remedy}`.includes(label.now), JSON.stringify(said));
    }
  });

  it('are as right in a shallow clone and without a repository, and say what they cannot know', async () => {
    for (const options of [{ shallow: true }, { git: false }]) {
      const { wrong, missed, found } = await evaluateRot(options);
      assert.deepEqual(wrong, []);
      assert.deepEqual(
        missed.map(({ text }) => text),
        ['LiveFeed.resubscribe', 'Procfile', 'scripts/rotate-certs.sh'],
      );
      for (const { label, said } of found) {
        if (label.by === 'rename') assert.match(said.message, /Where it went nobody can know/);
        if (label.by === 'name') assert.ok(said.remedy?.includes(label.now ?? ''), said.item);
      }
    }
  });

  it('count the exemptions that are needed and report the others', async () => {
    const [root, { exemptions }] = await Promise.all([buildProject(), readLabels()]);
    try {
      const map = openMap(root).load();
      const { exempted, findings } = checkMap(map, { maxSectionBytes: 2048, project: openProject(root) });
      assert.equal(exempted, exemptions.filter(({ needed }) => needed).length);
      assert.deepEqual(
        findings.filter(({ rule }) => rule === 'stale/exemption').map(({ page, line }) => `${page}:${line}`),
        exemptions.filter(({ needed }) => !needed).map(({ page, line }) => `${page}:${line}`),
      );
    } finally {
      await rm(root, { recursive: true });
    }
  });
});
