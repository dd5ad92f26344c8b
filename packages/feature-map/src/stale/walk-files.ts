import path from 'node:path';
import type { MapFiles } from '../map/map-files.ts';
import { type Deadline, NO_DEADLINE } from './deadline.ts';
import type { FileListing } from './project-facts.ts';

const MOST_ENTRIES = 200_000;
const NOT_ENTERED = new Set(['.git', 'node_modules']);

/**
 * Lists the files of a folder that no repository knows, apart from `.git` and `node_modules`. Links are not followed;
 * one counts as a file. Does not throw.
 *
 * @param root absolute path
 */
export function walkFiles(
  root: string,
  files: Pick<MapFiles, 'list'>,
  deadline: Deadline = NO_DEADLINE,
): FileListing {
  const paths: string[] = [];
  const folders = [''];
  let entries = 0;
  for (let within = folders.pop(); within !== undefined; within = folders.pop()) {
    if (deadline.left() <= 0)
      return { paths, incomplete: `listing the files took more than ${deadline.total / 1000} s` };
    const listed = listFolder(path.join(root, within), files);
    if (listed === undefined)
      return { paths, incomplete: `the folder ${within === '' ? '.' : within} cannot be listed` };
    for (const { name, kind } of listed) {
      if (++entries > MOST_ENTRIES)
        return { paths, incomplete: `the project has more than ${MOST_ENTRIES} files` };
      const entry = within === '' ? name : `${within}/${name}`;
      if (kind !== 'folder') paths.push(entry);
      else if (!NOT_ENTERED.has(name)) folders.push(entry);
    }
  }
  return { paths };
}

function listFolder(folder: string, files: Pick<MapFiles, 'list'>): ReturnType<MapFiles['list']> | undefined {
  try {
    return files.list(folder);
  } catch {
    return undefined;
  }
}
