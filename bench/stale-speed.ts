import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { checkMap } from '../packages/feature-map/src/map/check.ts';
import { diskFiles } from '../packages/feature-map/src/map/map-files.ts';
import { openMap } from '../packages/feature-map/src/map/reader.ts';
import { openProject } from '../packages/feature-map/src/stale/open-project.ts';
import { atMost, type Target } from './report.ts';

/** What a whole check costs, from an unopened map to findings; times in milliseconds. */
export interface CheckSpeedRow {
  case: string;
  trackedFiles: number;
  pages: number;
  commits: number;
  findings: number;
  /** Files of the project that were read, and the most readings of one. */
  filesRead: number;
  mostReadings: number;
  medianMs: number;
  worstMs: number;
  /** Processor time of the checking process without git's, the median: what a busy machine does not add to. */
  cpuMs: number;
}

const FILES = 5000;
const PAGES = 200;
const COMMITS = 200;
const RUNS = 7;
const LINES = 120;

/** Times a check on a generated project of 5,000 tracked files and 200 pages: once all holds, once each page has rot. */
export async function benchStaleSpeed(): Promise<CheckSpeedRow[]> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'feature-map-bench-')));
  try {
    writeProject(root, false);
    commitAll(root);
    const clean = measure(root, 'every page holds');
    writeProject(root, true);
    return [clean, measure(root, 'every page is stale in four places')];
  } finally {
    rmSync(root, { recursive: true });
  }
}

export function speedTargets(rows: readonly CheckSpeedRow[]): Target[] {
  return rows.flatMap((row) => [
    atMost(`check of 5,000 files and 200 pages, ${row.case}`, row.medianMs, 2000, 'ms'),
    atMost(`readings of one file, ${row.case}`, row.mostReadings, 1, 'readings'),
  ]);
}

function measure(root: string, name: string): CheckSpeedRow {
  const times: number[] = [];
  const cpuTimes: number[] = [];
  let readings = new Map<string, number>();
  let findings = 0;
  for (let run = 0; run < RUNS; run++) {
    readings = new Map();
    const counting = {
      ...diskFiles,
      read(path: string, limit: number) {
        readings.set(path, (readings.get(path) ?? 0) + 1);
        return diskFiles.read(path, limit);
      },
    };
    const cpu = process.cpuUsage();
    const start = performance.now();
    const project = openProject(root, counting);
    const result = checkMap(openMap(root).load(), { maxSectionBytes: 1_000_000, project });
    times.push(performance.now() - start);
    const { user, system } = process.cpuUsage(cpu);
    cpuTimes.push((user + system) / 1000);
    findings = result.findings.filter(({ rule }) => rule.startsWith('stale/')).length;
  }
  for (const list of [times, cpuTimes]) list.sort((a, b) => a - b);
  return {
    case: name,
    trackedFiles: Number(git(root, 'ls-files').split('\n').length - 1),
    pages: PAGES,
    commits: Number(git(root, 'rev-list', '--count', 'HEAD')),
    findings,
    filesRead: readings.size,
    mostReadings: Math.max(0, ...readings.values()),
    medianMs: Math.round(times[Math.floor(RUNS / 2)] ?? Number.NaN),
    worstMs: Math.round(times.at(-1) ?? Number.NaN),
    cpuMs: Math.round(cpuTimes[Math.floor(RUNS / 2)] ?? Number.NaN),
  };
}

/** Writes the files and pages; `stale` pages name a file, a symbol, a test and a default that are not so. */
function writeProject(root: string, stale: boolean): void {
  const sources = FILES - 2 * PAGES - 1;
  if (!stale) {
    for (let file = 0; file < sources; file++) write(root, sourcePath(file), sourceText(file));
    for (let page = 0; page < PAGES; page++) write(root, testPath(page), testText(page));
  }
  for (let page = 0; page < PAGES; page++) {
    write(root, `docs/features/page-${page}.md`, pageText(page, Math.floor(sources / PAGES), stale));
  }
  const rows = Array.from({ length: PAGES }, (_, page) => `| Page ${page} | [p](page-${page}.md) | x |`);
  const head = '# Features\n\n| Feature | Doc | Read when |\n| --- | --- | --- |';
  write(root, 'docs/features/README.md', `${head}\n${rows.join('\n')}\n`);
}

const sourcePath = (file: number) => `packages/p${file % 20}/src/area-${file % 300}/module-${file}.ts`;
const testPath = (page: number) => `packages/p${page % 20}/test/page-${page}.test.ts`;

function sourceText(file: number): string {
  const lines = Array.from(
    { length: LINES },
    (_, line) =>
      `  const value${line} = transform(input.part${line}, { limit: ${line}, name: 'part-${line}' });`,
  );
  const head = `// Module ${file}\nexport const DEFAULTS = { 'area${file}.maxItems': ${file} };\n`;
  return `${head}export function handle${file}(input: Input): Output {\n${lines.join('\n')}\n}\n`;
}

function testText(page: number): string {
  const tests = Array.from(
    { length: 20 },
    (_, test) => `it('case ${test} of page ${page} holds', () => {});`,
  );
  return `import { it } from 'node:test';\n${tests.join('\n')}\n`;
}

function pageText(page: number, each: number, stale: boolean): string {
  const files = Array.from({ length: each }, (_, index) => page * each + index);
  const items = files.map(
    (file) => `- \`${sourcePath(file)}\` — \`handle${file}()\`, \`DEFAULTS\`: one of many.`,
  );
  const tests = Array.from({ length: 6 }, (_, test) => `\`case ${test} of page ${page} holds\``);
  const [first = 0] = files;
  if (stale) {
    items.push(`- \`${sourcePath(first).replace('module', 'model')}\` — \`handle${first}()\`.`);
    items.push(`- \`${sourcePath(first)}\` — \`handled${first}()\`.`);
    tests.push(`\`case 3 of page ${page} holds no more\``);
  }
  const value = stale ? first + 1 : first;
  return [
    `# Page ${page}\n\nStatus: shipped · Read when: changing page ${page}`,
    `## What it does\n\n- Something with \`handle${first}()\` and \`event/name\`.`,
    `## Map\n\n${items.join('\n')}`,
    `## How & why\n\n${'Because of this and that, in so many words. '.repeat(60)}`,
    `## Config keys / UI\n\n| Key | Default |\n| --- | --- |\n| \`area${first}.maxItems\` | \`${value}\` |`,
    `## Tests that pin it\n\n- \`${testPath(page)}\` — ${tests.join(', ')}.`,
    '## Related\n\nNone.\n',
  ].join('\n\n');
}

function write(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** Commits all files, then a number of times one that is deleted again, so that there is a history to read. */
function commitAll(root: string): void {
  git(root, 'init', '--quiet', '--initial-branch=main');
  git(root, 'add', '--all');
  const commit = (name: string) => git(root, 'commit', '--quiet', '--message', name);
  commit('All files');
  for (let number = 1; number < COMMITS / 2; number++) {
    write(root, `packages/p1/src/gone-${number}.ts`, sourceText(number));
    git(root, 'add', '--all');
    commit(`Add ${number}`);
    git(root, 'rm', '--quiet', `packages/p1/src/gone-${number}.ts`);
    commit(`Remove ${number}`);
  }
}

function git(root: string, ...args: string[]): string {
  const identity = [
    '-c',
    'user.name=Bench',
    '-c',
    'user.email=bench@example.invalid',
    '-c',
    'commit.gpgsign=false',
  ];
  return execFileSync('git', ['-C', root, ...identity, ...args], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, GIT_CONFIG_NOSYSTEM: '1', HOME: root },
    maxBuffer: 64 * 1024 * 1024,
  });
}
