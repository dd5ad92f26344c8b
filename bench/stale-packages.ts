import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parsePage } from '../packages/feature-map/src/map/page.ts';
import { FileTree } from '../packages/feature-map/src/stale/file-tree.ts';
import { judgeClaims } from '../packages/feature-map/src/stale/judge-claims.ts';
import { judgedBlocks, type RoleOf } from '../packages/feature-map/src/stale/judged-blocks.ts';
import { openProject } from '../packages/feature-map/src/stale/open-project.ts';
import { readClaims } from '../packages/feature-map/src/stale/read-claims.ts';
import { readTokens } from '../packages/feature-map/src/stale/tokens.ts';
import { atLeast, atMost, find, type Target } from './report.ts';

/** What the `stale/*` rules say about the documentation that a published package ships beside its code. */
export interface PackageRow {
  /** The package with its version, or `all`. */
  case: string;
  pages: number;
  /** Spans that could be paths, symbols, tests or defaults. */
  spans: number;
  /** Spans that say what is there. */
  hold: number;
  said: number;
  /** Of what was said: labelled by hand as right, as wrong, and not labelled. */
  right: number;
  wrong: number;
  unlabelled: number;
  /** What "every code span with a slash is a path" would say. */
  naive: number;
}

interface Label {
  package: string;
  page: string;
  line: number;
  text: string;
  right: boolean;
  why: string;
}

/** Packages whose documentation names files, beside their sources or what is built from them. */
const PACKAGES = [
  ...['pi-coding-agent', 'pi-ai', 'pi-mcp', 'pi-schema', 'pi-tui'].map((name) => `@earendil-works/${name}`),
  ...['agent', 'agent-loop', 'llm', 'session', 'system-prompt', 'tool-fs', 'tools'].map(
    (name) => `@deepseek-ai/dsh-${name}`,
  ),
  ...[
    '@aws-sdk/core',
    '@smithy/core',
    '@vscode/ripgrep',
    'diff',
    'formatly',
    'google-auth-library',
    'ignore',
  ],
  ...['koffi', 'mdast-util-from-markdown', 'minimatch', 'oxc-resolver', 'picomatch', 'protobufjs', 'undici'],
];

const labels: readonly Label[] = JSON.parse(
  readFileSync(new URL('./stale-packages-labels.json', import.meta.url), 'utf8'),
);

/** Any page of a package's documentation: its sections count as Map, those about tests and settings as such. */
const roleOf: RoleOf = ({ heading }) => {
  if (/\btests?\b/i.test(heading)) return 'tests';
  return /config|option|setting|environment|flag|argument|param/i.test(heading) ? 'settings' : 'map';
};

/** Runs the rules over the documentation of real packages, which are no repositories: nothing is known of a past. */
export async function benchStalePackages(): Promise<PackageRow[]> {
  const rows = PACKAGES.map(judgePackage);
  const sum = (field: Exclude<keyof PackageRow, 'case'>) =>
    rows.reduce((total, row) => total + row[field], 0);
  const all: PackageRow = {
    case: 'all',
    pages: sum('pages'),
    spans: sum('spans'),
    hold: sum('hold'),
    said: sum('said'),
    right: sum('right'),
    wrong: sum('wrong'),
    unlabelled: sum('unlabelled'),
    naive: sum('naive'),
  };
  return [...rows, all];
}

export function packageTargets(rows: readonly PackageRow[]): Target[] {
  const { right, said, unlabelled } = find(rows, 'all');
  return [
    atLeast('precision on documentation of real packages', said === 0 ? 1 : right / said, 0.95),
    atMost('findings without a label', unlabelled, 0, 'findings'),
  ];
}

function judgePackage(name: string): PackageRow {
  const root = realpathSync(fileURLToPath(new URL(`../node_modules/${name}`, import.meta.url)));
  const facts = openProject(root);
  const { paths } = facts.files();
  const tree = new FileTree(paths);
  const documents = paths.filter((path) => /\.md$/i.test(path) && !/change|history|licen[cs]e/i.test(path));
  const pages = documents.map((path) => parsePage(path, readFileSync(join(root, path), 'utf8')));
  const claims = pages.flatMap((page) => readClaims(page, tree, '', roleOf).claims);
  const verdicts = [...judgeClaims(claims, tree, facts).verdicts];
  const said = verdicts.filter(([, verdict]) => typeof verdict === 'object').map(([claim]) => claim);
  const labelled = said.map(({ text, place }) =>
    labels.find(
      (label) =>
        label.package === name &&
        label.page === place.page.path &&
        label.line === place.line &&
        label.text === text,
    ),
  );
  const spans = pages.flatMap((page) =>
    judgedBlocks(page, roleOf).blocks.flatMap(({ source }) => readTokens(source)),
  );
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return {
    case: `${name} ${version}`,
    pages: pages.length,
    spans: claims.length,
    hold: verdicts.filter(([, verdict]) => verdict === 'holds').length,
    said: said.length,
    right: labelled.filter((label) => label?.right === true).length,
    wrong: labelled.filter((label) => label?.right === false).length,
    unlabelled: labelled.filter((label) => label === undefined).length,
    naive: spans.filter(({ kind, text }) => kind === 'code' && isNaivelyGone(text, tree)).length,
  };
}

function isNaivelyGone(text: string, tree: FileTree): boolean {
  const path = text.replace(/^\.\//, '').replace(/\/$/, '');
  return text.includes('/') && !tree.has(path) && !tree.hasFolder(path);
}
