import path from 'node:path';
import { visible } from './visible-text.ts';

/** A path as a person in the working folder would write it, ready for a command line, where no name is an option. */
export function shownPath(file: string, cwd: string): string {
  if (!file.startsWith(cwd + path.sep)) return shellWord(file);
  const name = file.slice(cwd.length + 1);
  return shellWord(name.startsWith('-') ? `.${path.sep}${name}` : name);
}

/** A word for a command line that a person may copy: quoted for the shell of the platform where that is needed. */
export function shellWord(word: string, platform: NodeJS.Platform = process.platform): string {
  if (/^[\w./:@%+=,-]+$/.test(word) && !word.startsWith('-')) return word;
  if (platform === 'win32') return `"${visible(word)}"`;
  if (visible(word) === word) return `'${word.replaceAll("'", "'\\''")}'`;
  return `$'${visible(word.replaceAll('\\', '\\\\').replaceAll("'", "\\'"))}'`;
}
