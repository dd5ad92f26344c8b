import { HOST_DEFAULTS, type HostName } from './hosts.ts';
import { quote } from './quote.ts';
import { resolveSettings, type Settings, type SettingsLayer } from './settings.ts';
import { problemText, type SettingsReader, settingsReader } from './settings-file.ts';

/** The settings in force in a project, given by its root (absolute, real path); `undefined` for no project. */
export type ProjectSettings = (root: string | undefined) => Settings;

/** Enough to see what is wrong; the command line names them all. */
const MOST_NAMED = 3;

/**
 * Layers the settings for a host: the defaults of the core and of the host, then the file of the project, then
 * the host's own configuration. A bad file is ignored as a whole and warned of once, until its problems change; since it is no
 * fault of the session, nothing is thrown.
 *
 * @param own what the host's configuration sets, checked; what it leaves out stays open to the file.
 * @param warn gets one line of text.
 */
export function projectSettings(
  host: HostName,
  own: SettingsLayer,
  warn: (text: string) => void,
  read: SettingsReader = settingsReader(host),
): ProjectSettings {
  const warned = new Map<string, string>();
  return (root) => {
    if (root === undefined) return resolveSettings(HOST_DEFAULTS[host], own);
    const { settings, problems } = read(root);
    const text = problems.slice(0, MOST_NAMED).map(problemText).join('; ');
    if (text !== (warned.get(root) ?? '')) {
      warned.set(root, text);
      const more = problems.length > MOST_NAMED ? `; ${problems.length - MOST_NAMED} more` : '';
      if (text !== '') warn(`The settings file of ${quote(root)} is ignored: ${text}${more}`);
    }
    return resolveSettings(HOST_DEFAULTS[host], settings, own);
  };
}
