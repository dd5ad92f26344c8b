import type { Command } from './command.ts';

interface CommandEntry {
  /** A few words for the list of commands. */
  readonly summary: string;
  /** Only the command that is called is loaded. */
  load(): Promise<{ readonly command: Command }>;
}

/** Every command, in the order of the help text. */
export const COMMANDS = {
  scan: {
    summary: 'find sessions whose history a provider refuses',
    load: () => import('./scan.ts'),
  },
  repair: {
    summary: 'show what would mend a session; with --write, mend it',
    load: () => import('./repair.ts'),
  },
  incidents: {
    summary: 'count what the guard has met in a project',
    load: () => import('./incidents.ts'),
  },
  doctor: {
    summary: 'say whether the guard is in place and works',
    load: () => import('./doctor.ts'),
  },
} as const satisfies Record<string, CommandEntry>;

export type CommandName = keyof typeof COMMANDS;

export const COMMAND_NAMES = Object.keys(COMMANDS) as readonly CommandName[];

export function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name);
}
