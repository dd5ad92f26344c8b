import { rm } from 'node:fs/promises';
import { openMap } from '../../src/map/reader.ts';
import { FileTree } from '../../src/stale/file-tree.ts';
import { judgeClaims } from '../../src/stale/judge-claims.ts';
import { openProject } from '../../src/stale/open-project.ts';
import { readClaims } from '../../src/stale/read-claims.ts';
import type { Stale } from '../../src/stale/verdict.ts';
import { type BuildOptions, buildProject } from '../rot/build-project.ts';
import { type Expected, readLabels, type StaleRule } from '../rot/labels.ts';

/** What the rules say about one item of the fixture. */
export interface Said extends Stale {
  rule: StaleRule;
  /** `page:line text`. */
  item: string;
}

export interface Evaluation {
  said: Said[];
  /** Labels that were found, with what was said. */
  found: { label: Expected; said: Said }[];
  missed: Expected[];
  /** What was said of items that are in order. */
  wrong: Said[];
}

/** Runs the rules over the fixture with the rotten map, and holds what they say against its labels. */
export async function evaluateRot(options?: BuildOptions): Promise<Evaluation> {
  const [root, { expected }] = await Promise.all([buildProject(options), readLabels()]);
  try {
    const facts = openProject(root);
    const tree = new FileTree(facts.files().paths);
    const pages = openMap(root)
      .load()
      .pages.map((page) => readClaims(page, tree));
    const exempt = new Set(pages.flatMap(({ exemptions }) => exemptions.map(({ claim }) => claim)));
    const said: Said[] = [];
    for (const [claim, verdict] of judgeClaims(
      pages.flatMap(({ claims }) => claims),
      tree,
      facts,
    ).verdicts) {
      if (typeof verdict === 'string' || exempt.has(claim)) continue;
      const { page, line } = claim.place;
      said.push({ ...verdict, rule: `stale/${claim.kind}`, item: `${page.path}:${line} ${claim.text}` });
    }
    return compare(said, expected);
  } finally {
    await rm(root, { recursive: true });
  }
}

function compare(said: Said[], expected: readonly Expected[]): Evaluation {
  const left = new Map(said.map((one) => [`${one.rule} ${one.item}`, one]));
  const evaluation: Evaluation = { said, found: [], missed: [], wrong: [] };
  for (const label of expected) {
    const key = `${label.rule} ${label.page}:${label.line} ${label.text}`;
    const one = left.get(key);
    if (one === undefined) evaluation.missed.push(label);
    else evaluation.found.push({ label, said: one });
    left.delete(key);
  }
  evaluation.wrong = [...left.values()];
  return evaluation;
}
