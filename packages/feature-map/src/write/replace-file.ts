import { randomBytes } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { access, type FileHandle, link, lstat, open, rename, unlink } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../map/map-listing.ts';
import type { Expected } from './map-writer.ts';
import { EXISTS, Refusal, refuseUnexpected } from './refusal.ts';

/** What a write has done, in order; the file has its new content from `renamed` on. */
export const WRITE_STEPS = [
  'begun',
  'read',
  'opened',
  'half-written',
  'written',
  'flushed',
  'closed',
  'compared',
  'renamed',
  'done',
] as const;

export type WriteStep = (typeof WRITE_STEPS)[number];
export type OnStep = (step: WriteStep) => void;

interface Existing {
  readonly content: Buffer;
  readonly stats: Stats;
}

/** Errors of a file system that has no hard links. */
const NO_LINKS = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'EXDEV']);
const FOR_READING = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);
const PERMISSIONS = 0o7777;

/**
 * Replaces or creates a file, so that at any time the old or the new content stands under its name, whole. A change by
 * another program is noticed up to the moment of the renaming, which no system call can tie to a comparison.
 *
 * @param target absolute path, no link
 * @throws Refusal where the file is not what is expected; an error of the file system. Nothing is left behind then.
 */
export async function replaceFile(
  target: string,
  expected: Expected,
  content: Buffer,
  onStep: OnStep,
): Promise<void> {
  const before = await readExisting(target);
  onStep('read');
  if (before?.content.equals(content)) return;
  refuseUnexpected(before?.content, expected);
  if (before !== undefined) await access(target, constants.W_OK);
  const folder = path.dirname(target);
  const temporary = path.join(folder, `.feature-map-${randomBytes(6).toString('hex')}.tmp`);
  try {
    await fill(
      await open(temporary, 'wx', before === undefined ? 0o666 : 0o600),
      content,
      before?.stats,
      onStep,
    );
    refuseUnexpected((await readExisting(target))?.content, expected);
    onStep('compared');
    if (expected === 'absent') await create(temporary, target);
    else await rename(temporary, target);
    onStep('renamed');
  } catch (error) {
    await unlink(temporary).catch(() => {});
    throw error;
  }
  await flushFolder(folder);
}

/** Content and state of a regular file, `undefined` where nothing is. Waits for no pipe. */
async function readExisting(target: string): Promise<Existing | undefined> {
  let handle: FileHandle;
  try {
    handle = await open(target, FOR_READING);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw new Refusal('is not a regular file');
    return { content: await handle.readFile(), stats };
  } finally {
    await handle.close();
  }
}

/** Writes a new file with the mode and, where that is permitted, the owner of the one that it replaces. */
async function fill(
  handle: FileHandle,
  content: Buffer,
  model: Stats | undefined,
  onStep: OnStep,
): Promise<void> {
  try {
    onStep('opened');
    const middle = content.length >> 1;
    await handle.writeFile(content.subarray(0, middle));
    onStep('half-written');
    await handle.writeFile(content.subarray(middle));
    onStep('written');
    if (model !== undefined) await likeBefore(handle, model);
    await handle.sync();
    onStep('flushed');
  } finally {
    await handle.close();
  }
  onStep('closed');
}

async function likeBefore(handle: FileHandle, { uid, gid, mode }: Stats): Promise<void> {
  const own = await handle.stat();
  if (own.uid !== uid || own.gid !== gid) await handle.chown(uid, gid).catch(() => {});
  await handle.chmod(mode & PERMISSIONS);
}

/** Gives a file its name where nothing has that name; unlike renaming, linking replaces nothing. */
async function create(temporary: string, target: string): Promise<void> {
  try {
    await link(temporary, target);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw new Refusal(EXISTS);
    if (!NO_LINKS.has(codeOf(error)) || (await isThere(target))) throw error;
    await rename(temporary, target);
    return;
  }
  await unlink(temporary);
}

/** Whether anything is at a path, be it a link that leads to nothing. */
export async function isThere(file: string): Promise<boolean> {
  try {
    await lstat(file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Makes the new name durable. Some systems let no folder be opened; there the file system sees to it. */
async function flushFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, constants.O_RDONLY);
    await handle.sync().finally(() => handle.close());
  } catch {
    // The file is whole under its name in any case.
  }
}
