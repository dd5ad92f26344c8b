import type { SettingsLayer } from './settings.ts';

/** The hosts that settings can be given for, by the names that the settings file and the command line use. */
export const HOST_NAMES = ['dsh', 'pi'] as const;

export type HostName = (typeof HOST_NAMES)[number];

/** Where the defaults of a host differ from the core's, since its tools do. */
export const HOST_DEFAULTS: Readonly<Record<HostName, SettingsLayer>> = {
  dsh: {},
  pi: { sourceTools: ['read', 'bash'] },
};

/** The host whose tools the core's defaults name. */
export const DEFAULT_HOST: HostName = 'dsh';

export function isHostName(name: string): name is HostName {
  return (HOST_NAMES as readonly string[]).includes(name);
}
