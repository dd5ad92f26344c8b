import { statSync } from 'node:fs';
import path from 'node:path';
import { DEFAULT_HOST, HOST_DEFAULTS, type HostName } from '../hosts.ts';
import { projectRoot } from '../init/project-root.ts';
import { openMap } from '../map/reader.ts';
import type { FeatureMap } from '../map/types.ts';
import { findMapRoot, MAP_INDEX } from '../map-root.ts';
import { surroundings } from '../paths.ts';
import { quote } from '../quote.ts';
import { resolveSettings, type Settings } from '../settings.ts';
import { problemText, settingsReader } from '../settings-file.ts';
import { CannotRun } from './cannot-run.ts';
import type { CommonValues, Surrounding } from './command.ts';

/** A project that has a map. */
interface Project {
  /** Absolute real path. */
  readonly root: string;
  readonly map: FeatureMap;
  readonly settings: Settings;
}

/**
 * Opens the project that the options name.
 *
 * @throws CannotRun where there is no such folder, no map, or a settings file that is wrong
 */
export function openProject(options: CommonValues, here: Surrounding): Project {
  const folder = startFolder(options, here);
  const root = findMapRoot(folder, surroundings());
  if (root === undefined) {
    throw new CannotRun(
      `no feature map: looked for ${MAP_INDEX} in ${quote(folder)} and the folders above it, up to the one that ` +
        'holds .git\n"feature-map init" starts a map, --root names another folder',
    );
  }
  return { root, map: openMap(root).load(), settings: settingsOf(root) };
}

/** Real path of the project that the options name, with a map or without; see `projectRoot`. */
export function openRoot(options: CommonValues, here: Surrounding): string {
  const folder = startFolder(options, here);
  const root = projectRoot(folder, surroundings());
  if (root === undefined) throw new CannotRun(`there is no folder ${quote(folder)}`);
  return root;
}

/** The folder that the options name: `--root`, else the working folder. */
export function startFolder({ root }: CommonValues, { cwd }: Surrounding): string {
  const folder = path.resolve(cwd, root ?? '.');
  let isFolder = false;
  try {
    isFolder = statSync(folder).isDirectory();
  } catch {}
  if (!isFolder) throw new CannotRun(`there is no folder ${quote(folder)}`);
  return folder;
}

/**
 * The settings of a project for a host that sets none itself.
 *
 * @throws CannotRun where the settings file is wrong: with the place of each problem
 */
export function settingsOf(root: string, host: HostName = DEFAULT_HOST): Settings {
  const { settings, problems } = settingsReader(host)(root);
  if (problems.length > 0) {
    throw new CannotRun(['the settings file is wrong', ...problems.map(problemText)].join('\n  '));
  }
  return resolveSettings(HOST_DEFAULTS[host], settings);
}
