import { checkMap } from '../../src/map/check.ts';
import type { Finding } from '../../src/map/findings.ts';
import { parsePage } from '../../src/map/page.ts';
import type { FeatureMap } from '../../src/map/types.ts';
import type { History, ProjectFacts } from '../../src/stale/project-facts.ts';

export interface FakeProject extends ProjectFacts {
  /** What was asked for, in order: `read <path>`, `ignored <n>`, `history`. */
  readonly asked: string[];
}

/** A project out of texts. A file whose text is `undefined` is there and cannot be judged. */
export function fakeProject(
  files: Readonly<Record<string, string | undefined>>,
  { ignored = [], history = { gone: new Map() } }: { ignored?: string[]; history?: History } = {},
): FakeProject {
  const asked: string[] = [];
  return {
    asked,
    files: () => ({ paths: Object.keys(files) }),
    read(path) {
      asked.push(`read ${path}`);
      return files[path];
    },
    ignored(paths) {
      asked.push(`ignored ${paths.length}`);
      return new Set(ignored.filter((path) => paths.includes(path)));
    },
    history() {
      asked.push('history');
      return history;
    },
  };
}

/** A map of these pages, without an index table. */
export function mapOf(pages: Readonly<Record<string, string>>): FeatureMap {
  return {
    root: '/project',
    index: '',
    table: undefined,
    pages: Object.entries(pages).map(([path, text]) => parsePage(path, text)),
    unreadable: [],
  };
}

/** The findings of the `stale/*` rules on a map. */
export function staleOf(pages: Readonly<Record<string, string>>, project: ProjectFacts): Finding[] {
  const { findings } = checkMap(mapOf(pages), { maxSectionBytes: 1_000_000, project });
  return findings.filter(({ rule }) => rule.startsWith('stale/'));
}

/** The messages on a page whose `## Map` is this. */
export function onMap(section: string, project: ProjectFacts): string[] {
  return staleOf({ 'page.md': `# Page\n\n## Map\n\n${section}\n` }, project).map(({ message }) => message);
}

/** The messages on a page whose `## Tests that pin it` is this. */
export function onTests(section: string, project: ProjectFacts): string[] {
  const text = `# Page\n\n## Tests that pin it\n\n${section}\n`;
  return staleOf({ 'page.md': text }, project).map(({ message }) => message);
}

/** The messages on a page whose table of settings has these rows. */
export function onSettings(rows: string, project: ProjectFacts): string[] {
  const text = `# Page\n\n## Config keys / UI\n\n| Key | Default | Range |\n| --- | --- | --- |\n${rows}\n`;
  return staleOf({ 'page.md': text }, project).map(({ message }) => message);
}

/** A history in which these files were deleted, or renamed to what stands behind them. */
export function historyOf(gone: Readonly<Record<string, string | undefined>>): History {
  return { gone: new Map(Object.entries(gone)) };
}
