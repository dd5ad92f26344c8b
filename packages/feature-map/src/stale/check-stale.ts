import { type Finding, finding } from '../map/findings.ts';
import type { RuleId } from '../map/rules.ts';
import type { FeatureMap } from '../map/types.ts';
import { quote } from '../quote.ts';
import type { Claim, Exemption } from './claims.ts';
import { FileTree } from './file-tree.ts';
import { judgeClaims } from './judge-claims.ts';
import type { ProjectFacts } from './project-facts.ts';
import { readClaims } from './read-claims.ts';
import type { Stale, Verdict } from './verdict.ts';

export interface StaleResult {
  findings: Finding[];
  /** Findings that an exemption took out. */
  exempted: number;
  /** What could not be known, as sentences. */
  notes: string[];
}

/**
 * Compares what the pages of a map name with the project: files, symbols, tests, defaults. Pure apart from the facts
 * that it asks for; each file is asked for once at most, and the history only where something is gone.
 */
export function checkStale(map: FeatureMap, facts: ProjectFacts): StaleResult {
  const { paths, incomplete } = facts.files();
  if (incomplete !== undefined) {
    return { findings: [], exempted: 0, notes: [`What the pages name was not compared: ${incomplete}.`] };
  }
  const tree = new FileTree(paths);
  const pages = map.pages.map((page) => readClaims(page, tree));
  const judgement = judgeClaims(
    pages.flatMap(({ claims }) => claims),
    tree,
    facts,
  );
  const { verdicts } = judgement;
  const unread = facts.unread?.();
  const notes = [
    ...judgement.notes,
    ...(unread === undefined ? [] : [`Not all files could be compared: ${unread}.`]),
  ];
  const exemptions = pages.flatMap((page) => page.exemptions);
  const exempt = new Set(exemptions.map(({ claim }) => claim));
  const findings: Finding[] = [];
  let exempted = 0;
  for (const [claim, verdict] of verdicts) {
    if (typeof verdict === 'string') continue;
    if (exempt.has(claim)) exempted++;
    else findings.push(staleFinding(claim, verdict));
  }
  for (const exemption of exemptions) {
    if (isNeedless(exemption, verdicts, notes)) findings.push(needless(exemption));
  }
  return { findings, exempted, notes };
}

const RULE_OF = {
  path: 'stale/path',
  symbol: 'stale/symbol',
  test: 'stale/test',
  setting: 'stale/setting',
} as const satisfies Record<Claim['kind'], RuleId>;

function staleFinding({ kind, place }: Claim, stale: Stale): Finding {
  const { page, section, line } = place;
  return finding(RULE_OF[kind], { page: page.path, section: section.name, line, ...stale });
}

/** Whether an exemption has nothing to exempt. Of an item that nobody can judge at the moment it is kept. */
function isNeedless(
  { claim }: Exemption,
  verdicts: ReadonlyMap<Claim, Verdict>,
  notes: readonly string[],
): boolean {
  if (claim === undefined) return true;
  const verdict = verdicts.get(claim);
  return verdict === 'holds' || (verdict === 'unknown' && claim.kind === 'path' && notes.length === 0);
}

function needless({ place: { page, section, line }, claim }: Exemption): Finding {
  const message =
    claim === undefined
      ? 'An exemption stands beside nothing that is checked.'
      : `The exemption beside ${quote(claim.text)} takes nothing out.`;
  return finding('stale/exemption', { page: page.path, section: section.name, line, message });
}
