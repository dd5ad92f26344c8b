import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

const { stdout } = process;
const paint = (style: Style, text: string) => styleText(style, text, { stream: stdout });

/** A demo as a story: chapters of steps, each of which must hold. Plain lines in a pipe, colours on a terminal. */
export class Story {
  #broken = 0;

  title(text: string): void {
    stdout.write(`\n${paint(['bold', 'cyan'], text)}\n`);
  }

  tell(text: string): void {
    stdout.write(`  ${text}\n`);
  }

  /** Text of somebody else: a host, a provider, a file. */
  quote(label: string, text: string): void {
    stdout.write(`  ${paint('dim', `${label}:`)} ${text}\n`);
  }

  /** Runs something that takes a moment, with a line that says so. */
  async during<T>(what: string, work: () => Promise<T>): Promise<T> {
    const start = Date.now();
    if (stdout.isTTY) stdout.write(paint('dim', `  … ${what}`));
    else stdout.write(`  … ${what}\n`);
    try {
      return await work();
    } finally {
      const seconds = ((Date.now() - start) / 1000).toFixed(1);
      if (stdout.isTTY) stdout.write(`\r\x1b[K  ${paint('dim', `${what} (${seconds} s)`)}\n`);
    }
  }

  /** One claim of the story. */
  expect(claim: string, holds: boolean): void {
    if (!holds) this.#broken++;
    stdout.write(`  ${holds ? paint('green', '✓') : paint('red', '✗')} ${claim}\n`);
  }

  /** The last line, and the exit code: 0 only when every claim held. */
  end(): number {
    const text = this.#broken === 0 ? 'The whole story held.' : `${this.#broken} claims did not hold.`;
    stdout.write(`\n${paint(this.#broken === 0 ? ['bold', 'green'] : ['bold', 'red'], text)}\n`);
    return this.#broken === 0 ? 0 : 1;
  }
}
