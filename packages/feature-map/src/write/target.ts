import { mkdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { codeOf, isBelow } from '../map/map-listing.ts';
import { Refusal } from './refusal.ts';
import { isThere } from './replace-file.ts';

/**
 * Where a file of a project really is, links resolved. Makes the folders above it.
 *
 * @param root absolute path of the project
 * @param file path relative to it, with `/`
 * @throws Refusal where the path leads out of the project, or nothing can be there; an error of the file system
 */
export async function targetOf(root: string, file: string): Promise<string> {
  const segments = segmentsOf(file);
  const name = segments.pop() ?? '';
  const realRoot = await realpath(root);
  let folder = realRoot;
  for (const segment of segments) folder = await folderIn(folder, segment, realRoot);
  return fileIn(folder, name, realRoot);
}

/**
 * Folders and name of a file, at least the name.
 *
 * @param file path relative to the project, with `/`
 * @throws Refusal where the path is none of a file below the project
 */
export function segmentsOf(file: string): string[] {
  const segments = file.split('/').filter((segment) => segment !== '' && segment !== '.');
  const leaves = segments.some((segment) => segment === '..' || segment.includes(path.sep));
  if (segments.length === 0 || leaves || path.isAbsolute(file) || file.includes('\0')) {
    throw new Refusal('is no path of a file in the project');
  }
  return segments;
}

async function folderIn(parent: string, name: string, root: string): Promise<string> {
  const folder = path.join(parent, name);
  try {
    return within(await realpath(folder), root);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    if (await isThere(folder)) throw new Refusal('lies below a link that leads to nothing');
  }
  await mkdir(folder).catch((error) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
  return within(await realpath(folder), root);
}

async function fileIn(folder: string, name: string, root: string): Promise<string> {
  const file = path.join(folder, name);
  if (!(await isThere(file))) return file;
  try {
    return within(await realpath(file), root);
  } catch (error) {
    throw codeOf(error) === 'ENOENT' ? new Refusal('is a link that leads to nothing') : error;
  }
}

function within(real: string, root: string): string {
  if (real === root || isBelow(real, root)) return real;
  throw new Refusal('leads out of the project by a link');
}
