import { quote } from '../quote.ts';
import type { PathClaim } from './claims.ts';
import type { FileTree, Target } from './file-tree.ts';
import { Past } from './past.ts';
import { type Form, formOf } from './path-form.ts';
import type { History, ProjectFacts } from './project-facts.ts';
import { listOf, type Stale, type Verdict } from './verdict.ts';

export interface PathVerdicts {
  verdicts: Map<PathClaim, Verdict>;
  /** Why the history said less than it could, where it was asked. */
  limit: string | undefined;
}

/** Judges the paths that pages name. The history is asked once, and only where something leads nowhere. */
export function checkPaths(claims: readonly PathClaim[], tree: FileTree, facts: ProjectFacts): PathVerdicts {
  const verdicts = new Map<PathClaim, Verdict>();
  const missing = new Map<PathClaim, Form>();
  for (const claim of claims) {
    verdicts.set(claim, claim.target === undefined ? 'unknown' : 'holds');
    const form = claim.target === undefined ? formOf(claim, tree) : 'never';
    if (form !== 'never') missing.set(claim, form);
  }
  if (missing.size === 0) return { verdicts, limit: undefined };
  const history = facts.history();
  const past = new Past(history);
  const gone = [...missing.keys()].filter(
    (claim) => missing.get(claim) === 'path' || wasThere(claim, past) !== undefined,
  );
  const ignored = facts.ignored(gone.map(({ root }) => root));
  const named = Map.groupBy(claims, ({ item }) => item);
  for (const claim of gone) {
    const beside = named.get(claim.item) ?? [];
    if (!ignored.has(claim.root) && !namesSuccessor(claim, beside, past)) {
      verdicts.set(claim, staleness(claim, tree, past, history));
    }
  }
  return { verdicts, limit: history.limit };
}

/** The path under which the history knows a claim's: the same, or for a file in a prominent place one that ends so. */
function wasThere({ span, root, prominent }: PathClaim, past: Past): string | undefined {
  if (past.had(root)) return root;
  const isFile = span.name === 'plain' || (span.name === 'ambiguous' && span.segments.length > 1);
  return prominent && isFile ? past.find(root) : undefined;
}

/** Whether the same item names what git says that a path became: its author knows. */
function namesSuccessor(claim: PathClaim, beside: readonly PathClaim[], past: Past): boolean {
  const was = wasThere(claim, past);
  const now = was === undefined ? undefined : past.wentTo(was);
  return now !== undefined && beside.some(({ target }) => isAt(target, now));
}

function isAt(target: Target | undefined, path: string): boolean {
  return target !== undefined && target.kind !== 'several' && target.path === path;
}

function staleness(claim: PathClaim, tree: FileTree, past: Past, { limit }: History): Stale {
  const { text, span, root } = claim;
  const was = wasThere(claim, past);
  const message = `${quote(text)} is not in the project.`;
  const [otherCase] = tree.ignoringCase(span.path);
  if (otherCase !== undefined)
    return { message, remedy: `Write ${quote(otherCase)}: only the case differs.` };
  const [sameName, ...others] = span.segments.length > 1 ? tree.sameName(root) : [];
  if (sameName !== undefined && others.length === 0) {
    return {
      message,
      remedy: `Write ${quote(sameName)}, if that is the file: it is the only one of that name.`,
    };
  }
  const now = was === undefined ? undefined : past.wentTo(was);
  if (now !== undefined && (tree.has(now) || tree.hasFolder(now))) {
    return { message, remedy: `Write ${quote(now)}: git has it under that name.` };
  }
  if (sameName !== undefined && others.length < MOST_CANDIDATES) {
    return { message, remedy: `Write which of ${listOf([sameName, ...others])} it is, or take it out.` };
  }
  if (was !== undefined) return { message: `${quote(text)} was deleted.`, remedy: GONE };
  return limit === undefined
    ? { message }
    : { message: `${message} Where it went nobody can know: ${limit}.` };
}

const MOST_CANDIDATES = 3;
const GONE = 'Take it out, or name what does its work.';
