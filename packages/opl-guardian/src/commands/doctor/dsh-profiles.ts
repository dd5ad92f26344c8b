import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { dshSessionFolders } from '../../formats/dsh/places.ts';
import { homeOf, type WhereToLook } from '../scan/places.ts';
import { dshEntry, GUARD_NAME, guardIn } from './guard-package.ts';
import { type PackageFolder, readJsonObject } from './package-folder.ts';

/** A profile of DSH, and what it says of the guard (`dsh-app-boot`, chapter Profiles). */
export interface DshProfile {
  readonly name: string;
  /** How it loads the guard: as one of its bundles, or by a row of a patch file. */
  readonly listedAs?: 'a bundle' | 'a row';
  /** The file that says so. */
  readonly listedIn?: string;
  readonly guard?: PackageFolder;
  /** The module that DSH loads; missing where there is none. */
  readonly entry?: string;
  /** Why DSH does not load it although it is listed, as a clause. */
  readonly off?: string;
}

export interface DshConfiguration {
  /** DSH's folder, `~/.dsh` unless the environment says otherwise. */
  readonly home: string;
  readonly profiles: readonly DshProfile[];
}

const MODULE = `${GUARD_NAME}/dsh`;
const PATCH = 'cordis.patch.yml';

/** Reads where DSH's profiles are told to load the guard. @param install the package of DSH, if it was found */
export function dshConfiguration(where: WhereToLook, install: string | undefined): DshConfiguration {
  const [sessions = ''] = dshSessionFolders(where.env, homeOf(where));
  const home = path.dirname(sessions);
  const folder = path.join(home, 'profiles');
  const names = namesIn(folder).filter((name) => existsSync(path.join(folder, name, 'package.json')));
  return { home, profiles: names.map((name) => profileIn(path.join(folder, name), name, home, install)) };
}

function profileIn(folder: string, name: string, home: string, install: string | undefined): DshProfile {
  const manifest = path.join(folder, 'package.json');
  const own: unknown = Reflect.get(Object(readJsonObject(manifest)?.dsh), 'profile');
  const bundles: unknown = Reflect.get(Object(own), 'bundles');
  const patches = [path.join(folder, PATCH), path.join(home, PATCH)];
  const isBundle = Array.isArray(bundles) && bundles.includes(GUARD_NAME);
  const listedIn = isBundle ? manifest : patches.find((file) => rowsOf(file).some((row) => NAMED.test(row)));
  if (listedIn === undefined) return { name };
  const profile = { name, listedIn, listedAs: isBundle ? ('a bundle' as const) : ('a row' as const) };
  const guard = [install, folder].map((start) => start && packageFrom(start)).find((found) => found);
  if (!guard) return { ...profile, off: 'the package is not installed there' };
  const offIn = patches.find((file) => rowsOf(file).some((row) => OWN_ROW.test(row) && DISABLED.test(row)));
  if (offIn !== undefined) return { ...profile, guard, off: `a row of ${offIn} disables it` };
  if (isBundle && Reflect.get(Object(guard.manifest.dsh), 'bundle') === undefined) {
    return { ...profile, guard, off: `version ${guard.version} is no bundle` };
  }
  const entry = dshEntry(guard);
  if (!existsSync(entry))
    return { ...profile, guard, off: `${entry} is not there: the package is not built` };
  return { ...profile, guard, entry };
}

const NAMED = new RegExp(`\\bname:\\s*['"]?${MODULE}['"]?(?=[\\s,}]|$)`);
const OWN_ROW = new RegExp(`\\bid:\\s*['"]?${GUARD_NAME}['"]?(?=[\\s,}]|$)`);
const DISABLED = /\bdisabled:\s*true\b/;

/** The items of all lists in a YAML file, each up to the next one, without comments. */
function rowsOf(file: string): string[] {
  try {
    const text = readFileSync(file, 'utf8').replace(/(^|\s)#.*$/gm, '$1');
    return text.split(/^(?=\s*-\s)|(?<=[[,])(?=\s*\{)/m);
  } catch {
    return [];
  }
}

/** The guard as a package that lies in a folder finds it: in the nearest `node_modules` above. */
function packageFrom(start: string): PackageFolder | undefined {
  for (let folder = start; ; folder = path.dirname(folder)) {
    const found = guardIn(path.join(folder, 'node_modules', GUARD_NAME));
    if (found !== undefined || folder === path.dirname(folder)) return found;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
