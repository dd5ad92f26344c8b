import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** What changes files, or makes a change durable, plus the looks between which other programs may come. */
const STEPS = [
  'accessSync',
  'copyFileSync',
  'fchmodSync',
  'fchownSync',
  'fsyncSync',
  'linkSync',
  'lstatSync',
  'renameSync',
  'unlinkSync',
  'writeSync',
] as const;

export type StepName = (typeof STEPS)[number] | 'openSync';

export interface Step {
  readonly name: StepName;
  readonly args: readonly unknown[];
  /** The call itself. */
  go(): unknown;
  /** The same with other arguments. */
  with(args: readonly unknown[]): unknown;
}

/**
 * Puts a function in front of every step that this process makes on files, until it is taken back.
 *
 * @param intercept gives what the step gives; called in its place
 */
export function interceptSteps(intercept: (step: Step) => unknown): () => void {
  const originals = new Map<StepName, unknown>();
  for (const name of [...STEPS, 'openSync'] as const) {
    const original = fs[name] as (...args: unknown[]) => unknown;
    originals.set(name, original);
    Reflect.set(fs, name, (...args: unknown[]) => {
      const changed = (others: readonly unknown[]) => original.apply(fs, [...others]);
      const go = () => changed(args);
      const isStep = name !== 'openSync' || opensForWriting(args);
      return isStep ? intercept({ name, args, go, with: changed }) : go();
    });
  }
  syncBuiltinESMExports();
  return () => {
    for (const [name, original] of originals) Reflect.set(fs, name, original);
    syncBuiltinESMExports();
  };
}

function opensForWriting([, flags]: readonly unknown[]): boolean {
  return typeof flags === 'string' && flags !== 'r';
}
