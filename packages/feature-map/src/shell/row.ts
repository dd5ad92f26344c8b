import type { Options } from './options.ts';

/** What a program does with its arguments. */
export interface CommandRow {
  readonly names: readonly string[];
  /** `reads`: shows files; `searches`: finds in or among them; `filters`: a lookup with no files of its own. */
  readonly use: 'reads' | 'searches' | 'filters';
  readonly options: Options;
  /** What the first operand is where it is no path, and where no option stands in for it. */
  readonly first?: 'pattern' | 'optional pattern' | 'script';
  /** Whether a script only reads and prints. */
  readonly isHarmless?: (script: string) => boolean;
  /**
   * Where it looks when it is given no path: at its standard input, in the working folder, or, as ripgrep does,
   * at its standard input if that is a pipe or a file and in the folder otherwise.
   */
  readonly otherwise: 'input' | 'folder' | 'input or folder';
  /** Operands that are no paths. `work` makes the command something else than a lookup. */
  readonly operand?: (text: string) => 'path' | 'skip' | 'work';
  /** Options end at the first operand. */
  readonly optionsInFront?: true;
  /** The paths are globs, in quotes too, for the program itself expands them. */
  readonly globsItself?: true;
  /** On files it is a lookup only with an option of the role `lookup`. */
  readonly needsOption?: true;
  /** Operands behind the pattern are paths only where no `--` follows them. */
  readonly revisions?: true;
}
