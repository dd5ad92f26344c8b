/**
 * Runs all benchmarks, prints each as a table with its targets, and stores them in `results/`, one file per
 * benchmark. `npm run bench -- replay` runs those whose name contains a word given.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { styleText } from 'node:util';
import { benchFeatureMapCall, warmTopicMs } from './feature-map-call.ts';
import { benchGuard } from './guard.ts';
import { benchDshDelay, benchDshHistory, benchDshResponse } from './opl-guardian-dsh.ts';
import { benchLoading } from './opl-guardian-load.ts';
import { benchEvidence, benchFilter, benchReplay } from './opl-guardian-pure.ts';
import { benchScan, scanTargets } from './opl-guardian-scan.ts';
import { atLeast, atMost, type Bench, bench, find } from './report.ts';
import { runRetrieval } from './retrieval/run.ts';
import { retrievalTargets } from './retrieval/targets.ts';
import { benchScanner, scannerLead } from './scanner.ts';
import { benchShell } from './shell.ts';
import { staleBenches } from './stale.ts';

const benches: Bench[] = [
  bench('opl-guardian-filter', benchFilter, (rows) => [
    atMost('clean filter, 10 blocks', find(rows, 'clean message, 10 blocks').nsMedian, 1000, 'ns'),
  ]),
  bench('opl-guardian-replay', benchReplay, (rows) => [
    atMost(
      'clean pass, 1,000 messages',
      find(rows, 'clean history, 1000 messages, hot').nsMedian,
      100_000,
      'ns',
    ),
  ]),
  bench('opl-guardian-evidence', benchEvidence),
  bench('opl-guardian-loading', benchLoading, (rows) => {
    const timing = (name: string) => find(rows, name).piTimingMs;
    const added = timing('opl-guardian') - timing('an empty extension');
    return [atMost('loading, beside an empty extension (PI_TIMING)', added, 5, 'ms')];
  }),
  bench('opl-guardian-dsh-delay', benchDshDelay),
  bench('opl-guardian-dsh-response', benchDshResponse),
  bench('opl-guardian-dsh-history', benchDshHistory),
  bench('opl-guardian-scan', benchScan, scanTargets),
  bench('feature-map-guard', benchGuard),
  bench('feature-map-scanner', benchScanner, (rows) => [
    atLeast('scanner, beside the fastest full parse', scannerLead(rows), 5, ' times'),
  ]),
  bench('feature-map-call', benchFeatureMapCall, (rows) => [
    atMost('a warm topic call on 1,000 pages', warmTopicMs(rows), 20, 'ms'),
  ]),
  bench(
    'feature-map-retrieval',
    async () => runRetrieval({ halves: ['dev', 'heldout'] }).rows,
    retrievalTargets,
  ),
  ...staleBenches,
  bench('feature-map-shell', benchShell, (rows) => [
    atLeast('precision of the shell classifier', find(rows, 'all labels').precision ?? 0, 1),
    atLeast('recall of the shell classifier', find(rows, 'all labels').recall ?? 0, 0.95),
  ]),
];

const wanted = process.argv.slice(2);
const machine = {
  node: process.version,
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: availableParallelism(),
};
const folder = new URL('./results/', import.meta.url);
mkdirSync(folder, { recursive: true });

for (const { name, run } of benches) {
  if (wanted.length > 0 && !wanted.some((word) => name.includes(word))) continue;
  console.log(`\n${styleText('bold', name)}`);
  const { rows, targets } = await run();
  console.table(rows);
  for (const { target, met } of targets) console.log(`${met ? 'met' : 'MISSED'}: ${target}`);
  writeFileSync(new URL(`${name}.json`, folder), `${JSON.stringify({ machine, rows, targets }, null, 2)}\n`);
}
process.exit(0);
