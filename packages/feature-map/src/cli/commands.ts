import type { Command } from './command.ts';

interface CommandEntry {
  /** A few words for the list of commands. */
  readonly summary: string;
  /** Only the command that is called is loaded. */
  load(): Promise<{ readonly command: Command }>;
}

/** Every command, in the order of the help text. */
export const COMMANDS = {
  check: {
    summary: 'say where the map is wrong',
    load: () => import('./check.ts'),
  },
  init: {
    summary: "start a project's map from templates",
    load: () => import('./init.ts'),
  },
  adopt: {
    summary: 'plan how documents that are there become a map',
    load: () => import('./adopt.ts'),
  },
  regen: {
    summary: 'bring pages and index into shape, never their prose',
    load: () => import('./regen.ts'),
  },
  stale: {
    summary: 'list pages whose files changed since they did',
    load: () => import('./stale.ts'),
  },
  topic: {
    summary: 'show what an agent gets for a topic, and why',
    load: () => import('./topic.ts'),
  },
  explain: {
    summary: 'say whether the guard would deny a tool call, and by which rule',
    load: () => import('./explain.ts'),
  },
} as const satisfies Record<string, CommandEntry>;

export type CommandName = keyof typeof COMMANDS;

export const COMMAND_NAMES = Object.keys(COMMANDS) as readonly CommandName[];

export function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name);
}
