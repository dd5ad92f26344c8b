import { Writable } from 'node:stream';

// On a terminal the test runner asks its children for colours; a program that runs in this process must not follow.
delete process.env.FORCE_COLOR;
delete process.env.NO_COLOR;

/** The output of a program that runs within the process of its test. */
export interface CollectedOutput {
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** What was written to each so far. */
  readonly written: { readonly stdout: string; readonly stderr: string };
}

export function collectOutput(): CollectedOutput {
  const written = { stdout: '', stderr: '' };
  const sink = (name: keyof typeof written) =>
    new Writable({
      decodeStrings: false,
      write(text, _encoding, done) {
        written[name] += text;
        done();
      },
    });
  return { stdout: sink('stdout'), stderr: sink('stderr'), written };
}
