import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { do_not_optimize, measure } from 'mitata';
import { decide, type GuardRules, guardRules, newGuardSession } from '../packages/feature-map/src/guard.ts';
import { resolveSettings } from '../packages/feature-map/src/settings.ts';
import { hostileLines } from '../packages/feature-map/test/shell/hostile.ts';
import {
  labelledTree,
  placed,
  readLabels,
  type ShellLabel,
} from '../packages/feature-map/test/shell/labels.ts';

/** How well and how fast the feature-map guard tells source lookups in a shell tool's command lines. */
export interface ShellRow {
  readonly case: string;
  readonly lines: number;
  /** Lines that are to be denied; `null` where no line has a label. */
  readonly lookups: number | null;
  /** Of the lines that were denied, those that are to be. */
  readonly precision: number | null;
  /** Of the lines that are to be denied, those that were. */
  readonly recall: number | null;
  /** One decision in a new session, in microseconds: median over all lines, or over runs of the one line. */
  readonly usPerLine: number;
  /** The lines that were decided against their labels. */
  readonly failures: readonly string[];
}

const HOSTILE_LENGTH = 1_000_000;
const HOSTILE = ['quoted pieces of one word', 'nested parentheses', 'backslashes', 'many &&', 'many shells'];

interface PlacedLabel {
  readonly label: ShellLabel;
  readonly cwd: string;
  readonly command: string;
}

function isDenied({ cwd, command }: Omit<PlacedLabel, 'label'>, rules: GuardRules): boolean {
  return decide({ tool: 'bash', arguments: { command } }, newGuardSession(cwd), rules).deny;
}

async function measureLabels(
  name: string,
  all: readonly PlacedLabel[],
  rules: GuardRules,
): Promise<ShellRow> {
  const results = all.map((each) => ({ ...each, got: isDenied(each, rules), wanted: each.label.denied }));
  const count = (matches: (result: (typeof results)[number]) => boolean) => results.filter(matches).length;
  const hits = count(({ got, wanted }) => got && wanted);
  const lookups = count(({ wanted }) => wanted);
  const { p50 } = await measure(() => {
    for (const each of all) do_not_optimize(isDenied(each, rules));
  });
  return {
    case: name,
    lines: all.length,
    lookups,
    precision: hits / count(({ got }) => got),
    recall: hits / lookups,
    usPerLine: p50 / all.length / 1000,
    failures: results
      .filter(({ got, wanted }) => got !== wanted)
      .map(({ label, got }) => `${got ? 'denied' : 'let through'}, in ${label.cwd}: ${label.command}`),
  };
}

async function measureHostile(name: string, cwd: string, rules: GuardRules): Promise<ShellRow> {
  const command = hostileLines(HOSTILE_LENGTH)[name];
  if (command === undefined) throw new Error(`No hostile line is called ${name}`);
  const { p50 } = await measure(() => do_not_optimize(isDenied({ cwd, command }, rules)), { min_samples: 5 });
  const unlabelled = { lookups: null, precision: null, recall: null, failures: [] };
  return { case: `1 MB: ${name}`, lines: 1, ...unlabelled, usPerLine: p50 / 1000 };
}

/** Judges all labelled command lines on their project, and measures that, beside lines made to take long. */
export async function benchShell(): Promise<ShellRow[]> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'bench-shell-')));
  try {
    for (const [path, text] of Object.entries(labelledTree())) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), String(text));
    }
    const rules = guardRules(resolveSettings({ sourceTools: ['bash'] }), { home: join(root, 'no-home') });
    const all = readLabels().map((label) => ({ label, ...placed(label, root) }));
    const typed = (how: ShellLabel['typed']) => all.filter(({ label }) => label.typed === how);
    const rows = [
      await measureLabels('all labels', all, rules),
      await measureLabels('as agents type them', typed('agent'), rules),
      await measureLabels('made up for one rule', typed('made'), rules),
    ];
    for (const name of HOSTILE) rows.push(await measureHostile(name, root, rules));
    return rows;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

if (import.meta.main) console.table(await benchShell());
