import type { Token } from './lexer.ts';
import type { Obstacle } from './reading.ts';
import { isKnown } from './word.ts';

/** What a redirection does: gives the command its input, writes nothing that stays, or stands in the way. */
export type Redirection = 'input' | 'harmless' | Obstacle;

const COPIES_STREAM = /^(?:\d+-?|-)$/;

/** Whether a token begins a redirection. */
export function isRedirection(token: Token): token is '<' | '<<<' | '<&' | '>' | '>&' {
  return typeof token === 'string' && /^[<>]/.test(token);
}

/** Reads a redirection: its operator and the token behind it. */
export function readRedirection(operator: '<' | '<<<' | '<&' | '>' | '>&', target: Token): Redirection {
  if (target === undefined || typeof target === 'string') return 'unclear-command';
  if (!isKnown(target)) return 'unclear-command';
  switch (operator) {
    case '<':
    case '<<<':
      return 'input';
    case '<&':
      return COPIES_STREAM.test(target.text) ? 'input' : 'unclear-command';
    case '>&':
      if (COPIES_STREAM.test(target.text)) return 'harmless';
      return target.text === '/dev/null' ? 'harmless' : 'other-command';
    case '>':
      return target.text === '/dev/null' ? 'harmless' : 'other-command';
  }
}
