import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { do_not_optimize, measure } from 'mitata';
import {
  decide,
  type GuardRules,
  type GuardSession,
  guardRules,
  newGuardSession,
} from '../packages/feature-map/src/guard.ts';
import { surroundings } from '../packages/feature-map/src/paths.ts';
import { DEFAULT_SETTINGS } from '../packages/feature-map/src/settings.ts';

/** The cost of one kind of decision of the feature-map guard. */
export interface GuardRow {
  readonly case: string;
  /** The rule that decided. */
  readonly rule: string;
  /** Median, in nanoseconds. */
  readonly nsPerCall: number;
  /** 99th percentile, in nanoseconds. */
  readonly p99: number;
  readonly stats: number;
  readonly realpaths: number;
}

interface Case {
  readonly name: string;
  readonly session: () => GuardSession;
  readonly tool: string;
  readonly arguments: unknown;
}

const FILES = [
  'mapped/.git/HEAD',
  'mapped/docs/features/README.md',
  'mapped/AGENTS.md',
  'mapped/src/a/b/c/d/e/f.ts',
  'bare/.git/HEAD',
  'bare/src/a/b/c/d/e/f.ts',
];

function cases(root: string): Case[] {
  const mapped = join(root, 'mapped');
  const bare = join(root, 'bare');
  const open = (cwd: string) => () => newGuardSession(cwd);
  const settled = (set: Partial<GuardSession>) => {
    const session = { ...newGuardSession(mapped), ...set };
    return () => session;
  };
  const source = { tool: 'read', arguments: { file_path: join(mapped, 'src/a/b/c/d/e/f.ts') } };
  return [
    { name: 'settled: asked', session: settled({ asked: true }), ...source },
    { name: 'settled: map consulted', session: settled({ consulted: true }), ...source },
    { name: 'settled: no map', session: settled({ waived: true }), ...source },
    { name: 'open: a tool that looks nothing up', session: open(mapped), ...source, tool: 'bash' },
    { name: 'open: a file of the source, denied', session: open(mapped), ...source },
    {
      name: 'open: the same, six folders below the map',
      session: open(join(mapped, 'src/a/b/c/d/e')),
      ...source,
    },
    {
      name: 'open: an exempt file',
      session: open(mapped),
      tool: 'read',
      arguments: { file_path: 'AGENTS.md' },
    },
    {
      name: 'open: a file outside',
      session: open(mapped),
      tool: 'read',
      arguments: { file_path: '../bare' },
    },
    {
      name: 'open: a file that is missing',
      session: open(mapped),
      tool: 'read',
      arguments: { file_path: 'x.ts' },
    },
    {
      name: 'open: a search of the project, denied',
      session: open(mapped),
      tool: 'grep',
      arguments: { pattern: 'x' },
    },
    {
      name: 'open: a glob below docs',
      session: open(mapped),
      tool: 'glob',
      arguments: { pattern: 'docs/**/*.md' },
    },
    { name: 'open: no map, at the project root', session: open(bare), ...source },
    { name: 'open: no map, six folders below it', session: open(join(bare, 'src/a/b/c/d/e')), ...source },
  ];
}

/** The rules with a file system that counts; the counts start anew with each use. */
function counting(rules: GuardRules): { rules: GuardRules; stats: number; realpaths: number } {
  const counter = { rules, stats: 0, realpaths: 0 };
  counter.rules = {
    ...rules,
    fs: {
      statSync(path) {
        counter.stats += 1;
        return rules.fs.statSync(path);
      },
      realpathSync(path) {
        counter.realpaths += 1;
        return rules.fs.realpathSync(path);
      },
    },
  };
  return counter;
}

async function measureCase({ name, session, ...call }: Case, rules: GuardRules): Promise<GuardRow> {
  const counter = counting(rules);
  const { rule } = decide(call, session(), counter.rules);
  const { p50, p99 } = await measure(() => do_not_optimize(decide(call, session(), rules)));
  return { case: name, rule, nsPerCall: p50, p99, stats: counter.stats, realpaths: counter.realpaths };
}

/**
 * Measures one decision of the guard on a real project, in settled and in open sessions. An open session is
 * new for each call, so what it costs is the price of every call up to the one that settles the session.
 */
export async function benchGuard(): Promise<GuardRow[]> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'bench-guard-')));
  try {
    for (const file of FILES) {
      mkdirSync(join(root, dirname(file)), { recursive: true });
      writeFileSync(join(root, file), '');
    }
    const rules = guardRules(DEFAULT_SETTINGS, surroundings({ home: join(root, 'home') }));
    const rows: GuardRow[] = [];
    for (const each of cases(root)) rows.push(await measureCase(each, rules));
    return rows;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const rows = await benchGuard();
  console.table(
    rows.map((row) => ({ ...row, nsPerCall: Math.round(row.nsPerCall), p99: Math.round(row.p99) })),
  );
}
