import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { type Decision, decide, type GuardRules, guardRules, newGuardSession } from '../../src/guard.ts';
import { type GuardFs, surroundings } from '../../src/paths.ts';
import { resolveSettings, type Settings } from '../../src/settings.ts';

interface Link {
  readonly to: string;
}

/** A symbolic link in a tree; `to` is taken as it is, absolute or relative to the link's folder. */
export function link(to: string): Link {
  return { to };
}

/** Paths with `/`: a string is a file's text, a name with `/` at its end is a folder. */
export type Tree = Readonly<Record<string, string | Link>>;

/** Makes a tree in a folder of its own, removed after the test; returns that folder's real path. */
export function scratch(t: TestContext, tree: Tree): string {
  const root = realpathSync.native(mkdtempSync(join(tmpdir(), 'guard-')));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  for (const [name, node] of Object.entries(tree)) {
    const path = join(root, name);
    mkdirSync(name.endsWith('/') ? path : dirname(path), { recursive: true });
    if (typeof node !== 'string') symlinkSync(node.to, path);
    else if (!name.endsWith('/')) writeFileSync(path, node);
  }
  return root;
}

/** A git clone with a map, two source files, and what usually lies beside them. */
export const PROJECT: Tree = {
  '.git/': '',
  'docs/features/README.md': '# Features\n',
  'docs/features/guard.md': '# Guard\n',
  'docs/adr/one.md': '# One\n',
  'AGENTS.md': '# Agents\n',
  'AGENTS.md.bak': 'old\n',
  'README.md': '# Project\n',
  'package.json': '{}\n',
  'src/a.ts': 'export {};\n',
  'src/deep/b.ts': 'export {};\n',
};

/** Moves a tree into a folder. */
export function under(folder: string, tree: Tree): Tree {
  return Object.fromEntries(Object.entries(tree).map(([name, node]) => [`${folder}/${name}`, node]));
}

/** Rules on the real file system, with a home folder that is not there unless one is given. */
export function rulesOf(
  settings: Partial<Settings> = {},
  overrides: Parameters<typeof guardRules>[1] = {},
): GuardRules {
  return guardRules(resolveSettings(settings), { home: '/no/such/home', ...overrides });
}

/** The decision on one call in a new session. */
export function ask(cwd: string, tool: string, args: unknown, rules: GuardRules = rulesOf()): Decision {
  return decide({ tool, arguments: args }, newGuardSession(cwd), rules);
}

/** The real file system, with every call written down as `stat <path>` or `realpath <path>`. */
export function recordedFs(): { readonly fs: GuardFs; readonly calls: string[] } {
  const { fs } = surroundings();
  const calls: string[] = [];
  return {
    calls,
    fs: {
      statSync(path) {
        calls.push(`stat ${path}`);
        return fs.statSync(path);
      },
      realpathSync(path) {
        calls.push(`realpath ${path}`);
        return fs.realpathSync(path);
      },
    },
  };
}
