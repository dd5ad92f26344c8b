import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { agentFolder, inHome, type WhereToLook } from '../scan/places.ts';
import { guardAbove, guardIn, piEntries } from './guard-package.ts';
import { type PackageFolder, readJsonObject, realPath } from './package-folder.ts';
import { isLetIn } from './pi-filter.ts';
import { extensionsAt, locateSource } from './pi-sources.ts';
import { tarballSource } from './pi-tarball.ts';

/** A place in Pi's configuration that loads the guard, or is meant to. */
export interface PiPlace {
  /** Project configuration counts only in a project that Pi trusts. */
  readonly scope: 'user' | 'project';
  /** The settings file, or the folder of extensions. */
  readonly listedIn: string;
  /** As it is written there; the file or folder where it was only put there. */
  readonly source: string;
  /** What `pi remove` takes for it in any folder; missing for what is no package in a settings file. */
  readonly removable?: string;
  /** Two places that Pi takes for the same package. */
  readonly identity: string;
  /** The installed package; missing where it is not there, or the guard is a single file. */
  readonly guard?: PackageFolder;
  /** Real path of the file that Pi loads; missing where there is none. */
  readonly entry?: string;
  /** Why Pi does not load it, as a clause. */
  readonly off?: string;
  /** Absolute path of a tarball that was named in the place of a package, and is there. */
  readonly tarball?: string;
}

export interface PiConfiguration {
  /** Pi's folder, `~/.pi/agent` unless the environment says otherwise. */
  readonly agentFolder: string;
  readonly places: readonly PiPlace[];
  /** Settings files that are there and hold no JSON object. */
  readonly broken: readonly string[];
  /** Whether Pi loads project configuration here: `ask` means that it asks, and does not load it without a user. */
  readonly trust: 'yes' | 'no' | 'ask';
}

/** Reads where Pi is told to load the guard: packages and extensions of both settings files, and extension folders. */
export function piConfiguration(where: WhereToLook): PiConfiguration {
  const agent = agentFolder(where);
  const user = scopeIn('user', agent, where);
  const project = scopeIn('project', path.join(where.cwd, '.pi'), where);
  return {
    agentFolder: agent,
    places: [...project.places, ...user.places],
    broken: [project, user].flatMap(({ file, isBroken }) => (isBroken ? [file] : [])),
    trust: trustOf(where.cwd, agent, user.settings.defaultProjectTrust),
  };
}

/** The places that count: a project's entry stands for the user's one of the same package, once Pi trusts it. */
export function placesInForce({ places, trust }: PiConfiguration): PiPlace[] {
  const ofProject = new Set(
    places.filter(({ scope }) => scope === 'project').map(({ identity }) => identity),
  );
  return places.filter(
    ({ scope, identity }) => scope === 'project' || trust !== 'yes' || !ofProject.has(identity),
  );
}

type Settings = Readonly<Record<string, unknown>>;

interface Scope {
  readonly file: string;
  readonly isBroken: boolean;
  readonly settings: Settings;
  readonly places: readonly PiPlace[];
}

function scopeIn(scope: PiPlace['scope'], folder: string, where: WhereToLook): Scope {
  const file = path.join(folder, 'settings.json');
  const read = readJsonObject(file);
  const settings = read ?? {};
  const extensions = textsOf(settings.extensions);
  const plain = extensions.filter((entry) => !isOverride(entry));
  const at: At = { scope, folder, file, where, overrides: extensions.filter(isOverride) };
  const places = [
    ...listOf(settings.packages).flatMap((entry) => packagePlace(entry, at)),
    ...plain.flatMap((entry) => extensionPlaces(entry, at)),
    ...discoveredPlaces(at),
  ];
  return { file, settings, places, isBroken: read === undefined && existsSync(file) };
}

function isOverride(entry: string): boolean {
  return /^[!+-]/.test(entry);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textsOf(value: unknown): string[] {
  return listOf(value).filter((entry) => typeof entry === 'string');
}

interface At {
  readonly scope: PiPlace['scope'];
  /** What relative paths are relative to. */
  readonly folder: string;
  readonly file: string;
  /** Patterns of `extensions` in the settings that take files in or out. */
  readonly overrides: readonly string[];
  readonly where: WhereToLook;
}

/** An entry of `packages`: a source, or an object with one and with filters. */
function packagePlace(entry: unknown, at: At): PiPlace[] {
  const source = typeof entry === 'string' ? entry : Reflect.get(Object(entry), 'source');
  if (typeof source !== 'string') return [];
  const located = locateSource(source.trim(), at.scope, at.folder, at.where);
  const { identity, folder, isNamedSo, fullSource } = located;
  const isFile = statSync(folder, { throwIfNoEntry: false })?.isFile() ?? false;
  const place = { scope: at.scope, listedIn: at.file, source, removable: fullSource, identity };
  const isOfNpm = identity.startsWith('npm:');
  const packed = tarballSource(isOfNpm ? identity.slice('npm:'.length) : folder, isOfNpm);
  if (packed !== undefined) return [{ ...place, ...packed }];
  const guard = isFile ? guardAbove(folder) : guardIn(folder);
  if (guard === undefined && !(isNamedSo && !existsSync(folder))) return [];
  const filter: unknown = Reflect.get(Object(entry), 'extensions');
  const isDelta = Reflect.get(Object(entry), 'autoload') === false;
  if (guard === undefined) return [{ ...place, off: `${folder} is not there` }];
  if (isFile) return [{ ...place, guard, entry: realPath(folder) }];
  // A delta that takes nothing out leaves the user's entry as it is.
  if (isDelta && textsOf(filter).every((pattern) => !/^[!-]/.test(pattern))) return [];
  const files = piEntries(guard).map((file) => path.posix.normalize(file));
  const kept =
    Array.isArray(filter) || isDelta
      ? files.filter((file) => passes(file, textsOf(filter), guard.folder))
      : files;
  if (kept.length === 0) return [{ ...place, guard, off: 'its filter leaves the extension out' }];
  return [{ ...place, guard, ...loaded(kept, guard) }];
}

/** An empty filter lets nothing in, where an empty list of patterns would let in everything. */
function passes(file: string, filter: readonly string[], folder: string): boolean {
  return filter.length > 0 && isLetIn(file, filter, folder);
}

function loaded(files: readonly string[], { folder }: PackageFolder): Pick<PiPlace, 'entry' | 'off'> {
  const file = files.map((name) => path.join(folder, name)).find((name) => existsSync(name));
  if (file === undefined)
    return { off: `${path.join(folder, files[0] ?? '')} is not there: the package is not built` };
  return { entry: realPath(file) };
}

/** An entry of `extensions`: a file or a folder. */
function extensionPlaces(entry: string, at: At): PiPlace[] {
  return placesAt(inHome(entry, { ...at.where, cwd: at.folder }), at.file, entry, at);
}

/** What lies in the folder of extensions, where it needs no entry. */
function discoveredPlaces(at: At): PiPlace[] {
  const folder = path.join(at.folder, 'extensions');
  return namesIn(folder).flatMap((name) => placesAt(path.join(folder, name), folder, name, at));
}

function placesAt(file: string, listedIn: string, source: string, at: At): PiPlace[] {
  return extensionsAt(file).map(({ entry, guard }) => ({
    scope: at.scope,
    listedIn,
    source,
    identity: `file:${realPath(entry)}`,
    entry: realPath(entry),
    ...(guard === undefined ? {} : { guard }),
    ...(isLetIn(path.relative(at.folder, entry), at.overrides, at.folder)
      ? {}
      : { off: 'a pattern of "extensions" in the settings takes it out' }),
  }));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

/** Whether Pi trusts a project (`trust-manager.js`, `project-trust.js`): the nearest decision above it counts. */
function trustOf(cwd: string, agentFolder: string, fallback: unknown): PiConfiguration['trust'] {
  const decisions = readJsonObject(path.join(agentFolder, 'trust.json')) ?? {};
  for (let folder = realPath(cwd); ; folder = path.dirname(folder)) {
    const decision = Object.hasOwn(decisions, folder) ? decisions[folder] : undefined;
    if (typeof decision === 'boolean') return decision ? 'yes' : 'no';
    if (folder === path.dirname(folder)) break;
  }
  return fallback === 'always' ? 'yes' : fallback === 'never' ? 'no' : 'ask';
}
