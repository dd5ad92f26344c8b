import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface SourceFile {
  /** Relative to the project's root, with `/`. */
  path: string;
  lines: string[];
}

const NEVER = new Set(['node_modules', 'dist']);

/**
 * Reads the text files of a project as ripgrep would search them: no hidden ones, none of `skip`,
 * no build output, and nothing with a NUL byte.
 */
export function readSourceTree(root: string, skip: readonly string[]): SourceFile[] {
  const files: SourceFile[] = [];
  const walk = (folder: string): void => {
    const entries = readdirSync(join(root, folder), { withFileTypes: true });
    entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.name.startsWith('.') || NEVER.has(entry.name) || skip.includes(path)) continue;
      if (entry.isDirectory()) walk(path);
      else if (entry.isFile()) {
        const text = readFileSync(join(root, path), 'utf8');
        if (!text.includes('\0')) files.push({ path, lines: text.replace(/\r?\n$/, '').split(/\r?\n/) });
      }
    }
  };
  walk('');
  return files;
}
