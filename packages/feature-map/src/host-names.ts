/** The hosts that settings can be given for, by the names that the settings file and the command line use. */
export const HOST_NAMES = ['dsh', 'pi'] as const;

export type HostName = (typeof HOST_NAMES)[number];

export function isHostName(name: string): name is HostName {
  return (HOST_NAMES as readonly string[]).includes(name);
}
