import { lexer } from './lexer.ts';
import { readCommand } from './read-command.ts';
import type { CdReading, LookupReading, Obstacle } from './reading.ts';
import { isRedirection, readRedirection } from './redirection.ts';
import { isSyntax, type Word } from './word.ts';

/** What a line does in the end, in order. */
export type Step =
  | LookupReading
  | CdReading
  /** A group begins, or a line in a shell of its own. */
  | { readonly is: 'enter' }
  /** The group ends, and with it what it did to the working folder, if that is so. */
  | { readonly is: 'leave'; readonly restores: boolean };

/** How deep shells in shells are read; each level reads its part of the line once more. */
const DEPTH = 8;

/** Words with which Bash begins, or goes on with, what is more than a list of commands (Bash manual, 3.2.5). */
const RESERVED = new Set(
  'if then elif else fi for while until select do done case esac in function coproc [[ ]]'.split(' '),
);

interface Group {
  readonly close: ')' | '}';
  /** Its standard input is a pipe or a file. */
  readonly isPiped: boolean;
  readonly isBehindPipe: boolean;
}

/**
 * Reads a command line.
 *
 * @param isPiped the line's own standard input is a pipe or a file.
 * @returns its steps, none for a line that looks nothing up, or what stands in the way of an answer.
 */
export function stepsOf(line: string, isPiped = false, depth = 0): readonly Step[] | Obstacle {
  if (depth === DEPTH) return 'unclear-command';
  const next = lexer(line);
  const steps: Step[] = [];
  const groups: Group[] = [];
  let token = next();
  /** A command has to follow. */
  let isWanted = false;
  let isBehindPipe = false;
  /** The pipe carries what a search found. */
  let carriesPaths = false;

  while (token !== 'end') {
    const obstacle = readPart();
    if (obstacle !== undefined) return obstacle;
  }
  return isWanted || groups.length > 0 ? 'unclear-command' : steps;

  /** Reads from where a command can begin to where the next one can. */
  function readPart(): Obstacle | undefined {
    if (token === '(') return open(')');
    if (token === ')') return close(')');
    if (token === '\n') return advance();
    if (typeof token === 'object' && isSyntax(token)) {
      if (token.text === '{') return open('}');
      if (token.text === '}') return close('}');
      if (RESERVED.has(token.text)) return 'unclear-command';
      if (token.text === '!') {
        if (isBehindPipe) return 'unclear-command';
        isWanted = true;
        return advance();
      }
    }
    return typeof token === 'object' || isRedirection(token) ? simpleCommand() : 'unclear-command';
  }

  function advance(): undefined {
    token = next();
  }

  function simpleCommand(): Obstacle | undefined {
    const words: Word[] = [];
    let hasInput = false;
    for (;;) {
      if (typeof token === 'object') {
        words.push(token);
        advance();
      } else {
        const redirection = redirections();
        if (redirection === 'none') break;
        if (redirection !== 'harmless' && redirection !== 'input') return redirection;
        hasInput ||= redirection === 'input';
      }
    }
    if (token === undefined || token === '(') return 'unclear-command';
    return run(words, hasInput || hasPipe()) ?? separator();
  }

  /** Whether the next command's standard input is a pipe or a file, if it has no redirection. */
  function hasPipe(): boolean {
    return isBehindPipe || (groups.at(-1)?.isPiped ?? isPiped);
  }

  /** The redirections that stand here, as one. */
  function redirections(): 'none' | 'input' | 'harmless' | Obstacle {
    let all: 'none' | 'input' | 'harmless' = 'none';
    while (isRedirection(token)) {
      const one = readRedirection(token, next());
      if (one !== 'harmless' && one !== 'input') return one;
      if (all !== 'input') all = one;
      advance();
    }
    return all;
  }

  function run(words: readonly Word[], hasInput: boolean): Obstacle | undefined {
    const found = isBehindPipe && carriesPaths ? 'piped' : 'none';
    const reading = readCommand(words, { isPiped: hasInput, found });
    if (typeof reading === 'string') return reading;
    carriesPaths = reading.is === 'lookup' ? reading.finds : reading.is === 'neutral' && found === 'piped';
    if (reading.is === 'script') {
      const inner = stepsOf(reading.script, hasInput, depth + 1);
      if (typeof inner === 'string') return inner;
      steps.push({ is: 'enter' });
      for (const step of inner) steps.push(step);
      steps.push({ is: 'leave', restores: true });
    } else if (reading.is === 'lookup') {
      steps.push(reading);
    } else if (reading.is === 'cd' && !isBehindPipe && token !== '|') {
      // Each part of a pipeline has a shell of its own.
      steps.push(reading);
    }
    return undefined;
  }

  function open(sign: Group['close']): undefined {
    groups.push({ close: sign, isPiped: hasPipe(), isBehindPipe });
    steps.push({ is: 'enter' });
    isWanted = true;
    isBehindPipe = false;
    advance();
  }

  function close(sign: Group['close']): Obstacle | undefined {
    const group = groups.pop();
    if (isWanted || group?.close !== sign) return 'unclear-command';
    advance();
    const redirection = redirections();
    // What is in the group was read as if it had no such input.
    if (redirection === 'input') return 'unclear-command';
    if (redirection !== 'none' && redirection !== 'harmless') return redirection;
    steps.push({ is: 'leave', restores: sign === ')' || group.isBehindPipe || token === '|' });
    carriesPaths = false;
    return separator();
  }

  /** What stands behind a command says whether one has to follow, and where that has its input from. */
  function separator(): Obstacle | undefined {
    isBehindPipe = token === '|';
    isWanted = token === '|' || token === '&&' || token === '||';
    if (token === 'end' || token === ')') return undefined;
    return isWanted || token === ';' || token === '\n' ? advance() : 'unclear-command';
  }
}
