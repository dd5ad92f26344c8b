import path from 'node:path';
import type { HostName } from './hosts.ts';
import { diskFiles, type MapFiles } from './map/map-files.ts';
import { codeOf, isBelow } from './map/map-listing.ts';
import { type Content, PageCache } from './map/page-cache.ts';
import { MAP_FOLDER } from './map/page-link.ts';
import { quote } from './quote.ts';
import { type FileProblem, type FileSettings, settingsOfText } from './settings-text.ts';

/** The file of the settings that the people of a project share, relative to the project, with `/`. */
export const SETTINGS_FILE = `${MAP_FOLDER}/feature-map.json`;

/** Far more than every setting at its limit is likely to need. */
const MOST_BYTES = 256 * 1024;

/** What a settings file sets, as it is on disk at the time of the call. Does not throw. */
export type SettingsReader = (root: string) => FileSettings;

const NOTHING: FileSettings = { settings: {}, problems: [] };

/**
 * Opens the settings files of projects for one host. The file comes from a repository that may be hostile: only a
 * regular file inside the project is read, up to 256 KiB, without following it anywhere else or waiting for it.
 * A project without one sets nothing. One call costs the resolving of a path and one `stat`; the file asked for
 * last is read again only when it changed.
 *
 * @returns a function of a project's root, as an absolute real path
 */
export function settingsReader(host: HostName, files: MapFiles = diskFiles): SettingsReader {
  const cache = new PageCache(files);
  const known = new WeakMap<Content, FileSettings>();
  return (root) => {
    const content = contentOf(root, files, cache);
    cache.sweep();
    if (content === undefined) return NOTHING;
    const settings = known.get(content) ?? settingsOf(content, host);
    known.set(content, settings);
    return settings;
  };
}

/** A problem as a line of text: `docs/features/feature-map.json:3:5 /maxBytes: expected ...`. */
export function problemText({ pointer, line, column, message }: FileProblem): string {
  const place = line === undefined ? SETTINGS_FILE : `${SETTINGS_FILE}:${line}:${column}`;
  if (pointer === '') return `${place} ${message}`;
  const shown = /^[\w/~$.-]{1,120}$/.test(pointer) ? pointer : quote(pointer);
  return `${place} ${shown}: ${message}`;
}

function contentOf(root: string, files: MapFiles, cache: PageCache): Content | undefined {
  try {
    const file = files.realPath(path.join(root, SETTINGS_FILE));
    if (!isBelow(file, root)) return { reason: 'is a link that leads out of the project' };
    return cache.read(file, MOST_BYTES, (size) =>
      size > MOST_BYTES ? `has ${size} bytes, more than the ${MOST_BYTES} that are read` : undefined,
    );
  } catch (error) {
    const code = codeOf(error);
    return code === 'ENOENT' || code === 'ENOTDIR' ? undefined : { reason: `cannot be reached (${code})` };
  }
}

function settingsOf(content: Content, host: HostName): FileSettings {
  if ('text' in content) return settingsOfText(content.text, host);
  const problem = { pointer: '', line: undefined, column: undefined, message: content.reason };
  return { settings: {}, problems: [problem] };
}
