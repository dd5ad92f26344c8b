import type { Word } from './word.ts';

/**
 * Why a line is let through: `other-command` for one of its commands that is neither a lookup nor neutral,
 * `unclear-command` for something in it that is not understood.
 */
export type Obstacle = 'other-command' | 'unclear-command';

/** Looks at paths. */
export interface LookupReading {
  readonly is: 'lookup';
  /** Empty where it looks through the working folder without being told to. */
  readonly paths: readonly Word[];
  /** Globs of which one at least bounds it, if there are any. */
  readonly globs: readonly Word[];
  /** Folders to go to first, one from the other. */
  readonly folders: readonly Word[];
  /** What it looks for, as written. */
  readonly pattern: string | undefined;
  /** It looks into folders that it is given; else it refuses them. */
  readonly takesFolders: boolean;
  /** Its output can name files for `xargs`. */
  readonly finds: boolean;
}

/** Goes to another folder; to the home folder without `to`. */
export interface CdReading {
  readonly is: 'cd';
  readonly to: Word | undefined;
}

/** What one command does. */
export type Reading =
  | LookupReading
  | CdReading
  | { readonly is: 'neutral' }
  /** Runs a line of its own in a shell of its own. */
  | { readonly is: 'script'; readonly script: string };

export const NOTHING: Reading = { is: 'neutral' };

/** Where a command's input comes from. */
export interface Input {
  /** From a pipe or a file. */
  readonly isPiped: boolean;
  /** Whether a search's finds come through the pipe, or stand, by `xargs`, behind the arguments. */
  readonly found: 'none' | 'piped' | 'given';
}
