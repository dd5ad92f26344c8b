import { checkPaths } from './check-paths.ts';
import { SettingJudge } from './check-settings.ts';
import { SymbolJudge } from './check-symbols.ts';
import { TestJudge } from './check-tests.ts';
import type { Claim, NameClaim, SettingClaim } from './claims.ts';
import type { FileTree } from './file-tree.ts';
import { Occurrences } from './occurrences.ts';
import type { ProjectFacts } from './project-facts.ts';
import { ProjectTexts } from './project-texts.ts';
import type { Open, Verdict } from './verdict.ts';

export interface Judgement {
  /** In the order of the claims. */
  verdicts: ReadonlyMap<Claim, Verdict>;
  /** What could not be known, as sentences. */
  notes: string[];
}

/** Judges claims: from the files that they name, and what is left open by that from the code of the whole project. */
export function judgeClaims(claims: readonly Claim[], tree: FileTree, facts: ProjectFacts): Judgement {
  const texts = new ProjectTexts(facts);
  const symbols = new SymbolJudge(texts, tree);
  const tests = new TestJudge(
    texts,
    claims.flatMap((claim) => (claim.kind === 'test' ? claim : [])),
  );
  const settings = new SettingJudge(texts);
  const judgeOne = (claim: NameClaim | SettingClaim) => {
    if (claim.kind === 'setting') return settings.judge(claim);
    return claim.kind === 'symbol' ? symbols.judge(claim) : tests.judge(claim);
  };
  const verdicts = new Map<Claim, Verdict>();
  const open = new Map<Claim, Open>();
  const paths = checkPaths(
    claims.filter((claim) => claim.kind === 'path'),
    tree,
    facts,
  );
  for (const claim of claims) {
    if (claim.kind === 'path') {
      verdicts.set(claim, paths.verdicts.get(claim) ?? 'unknown');
      continue;
    }
    const judged = judgeOne(claim);
    const isOpen = typeof judged === 'object' && 'names' in judged;
    if (isOpen) open.set(claim, judged);
    verdicts.set(claim, isOpen ? 'unknown' : judged);
  }
  const names = [...open.values()].flatMap((one) => one.names);
  const occurrences = new Occurrences(tree.files, names, texts);
  for (const [claim, { judge }] of open) verdicts.set(claim, judge(occurrences));
  return { verdicts, notes: notesOf(paths.limit, occurrences.complete) };
}

function notesOf(limit: string | undefined, complete: boolean): string[] {
  const notes: string[] = [];
  if (limit !== undefined) notes.push(`Of missing paths the history could not be asked in full: ${limit}.`);
  if (!complete) notes.push('The project is too large to be searched as a whole.');
  return notes;
}
