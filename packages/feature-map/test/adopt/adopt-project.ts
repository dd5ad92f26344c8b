import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { AdoptResult } from '../../src/adopt/run-adopt.ts';
import { adoptTool } from '../../src/adopt/tool.ts';
import { documentSources } from '../../src/init/project-documents.ts';
import { PAGE_FORM } from '../../src/map/page-form.ts';
import { surroundings } from '../../src/paths.ts';
import { scratch, type Tree } from '../guard/scratch.ts';
import { scratchWriter } from '../init/scratch-writer.ts';

/** A page that lacks nothing. */
export const PAGE = `# Orders\n\nStatus: shipped · Read when: changing orders\n\n${PAGE_FORM.map((name) => `## ${name}\n\nx\n`).join('\n')}`;
/** An index with the row of that page, `orders.md`. */
export const INDEX =
  '# Map\n\n| Feature | Doc | Read when |\n|-|-|-|\n| Orders | [orders.md](orders.md) | changing orders |\n';
/** A project whose documents are whole. */
export const WHOLE: Tree = {
  '.git/': '',
  'AGENTS.md': '# A\n\n## Where to look first\n\n## Process\n\n## COMMANDS:\n\n### 4. Hard rules\n',
  'HANDOFF.md': 'x\n',
  'docs/SPEC.md': 'x\n',
  'docs/features/README.md': INDEX,
  'docs/features/orders.md': PAGE,
};

interface Answer extends AdoptResult {
  text: string;
}

/** A project of the given files, and its tool with a writer that refuses some. */
export function adopt(t: TestContext, tree: Tree, { refusals = {}, maxBytes = 12_000 } = {}) {
  const root = scratch(t, tree);
  const writer = scratchWriter(root, refusals);
  const now = () => new Date('2024-05-06T12:00:00Z');
  const tool = adoptTool(
    () => ({ maxBytes, maxSectionBytes: 2048 }),
    surroundings({ home: '/no/such/home' }),
    documentSources({ now }),
  );
  const answer = async (args: unknown = {}): Promise<Answer> => {
    const reply = await tool.run(args, root, () => writer);
    assert.ok(!reply.isError, reply.isError ? reply.text : '');
    return reply.value as Answer;
  };
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  return { root, writer, tool, answer, read };
}

/** A tree without some of its files. */
export function without(tree: Tree, ...files: string[]): Tree {
  return Object.fromEntries(Object.entries(tree).filter(([name]) => !files.includes(name)));
}
