import type { Token } from './tokens.ts';

/** Names in a row: code spans, or quoted ones, that nothing but commas and "and" separates. */
export interface Run {
  readonly members: readonly Token[];
  /** Text in front of it, from the run before on, and behind it, up to the next one. */
  readonly before: string;
  readonly after: string;
}

const SEPARATOR = /^[\s_]*(?:,|,?\s*(?:and|&))[\s_]*$/;
const DASH = /^[\s_]*(?:—|–|--|-\s)/;

/** Whether text begins with a dash that says what stands in front of it. */
export function startsWithDash(text: string): boolean {
  return DASH.test(text);
}

/** Whether text is a dash and nothing else, so that what follows belongs to what stands in front. */
export function isDash(text: string): boolean {
  return /^[\s_]*(?:—|–|--|-)[\s_]*$/.test(text);
}

/** Whether text is a colon and nothing else. */
export function isColon(text: string): boolean {
  return /^[\s_]*:[\s_]*$/.test(text);
}

/**
 * Divides the tokens of a block into runs. What stands in parentheses is left out, comments are.
 *
 * @param quoted whether names in double quotes count as members
 */
export function readRuns(tokens: readonly Token[], quoted: boolean): Run[] {
  const runs: { members: Token[]; before: string; after: string }[] = [];
  let text = '';
  for (const token of withoutParentheses(tokens)) {
    if (token.kind === 'comment') continue;
    if (token.kind === 'text' || (token.kind === 'quoted' && !quoted)) {
      text += token.text;
      continue;
    }
    const last = runs.at(-1);
    if (last !== undefined && SEPARATOR.test(text)) last.members.push(token);
    else {
      if (last !== undefined) last.after = text;
      runs.push({ members: [token], before: text, after: '' });
    }
    text = '';
  }
  const last = runs.at(-1);
  if (last !== undefined) last.after = text;
  return runs;
}

/** The tokens that stand in no parentheses; an opening one that nothing closes takes nothing out. */
function withoutParentheses(tokens: readonly Token[]): Token[] {
  const kept: Token[] = [];
  const open: number[] = [];
  for (const token of tokens) {
    if (token.kind !== 'text') {
      kept.push(token);
      continue;
    }
    let from = 0;
    for (const match of token.text.matchAll(/[()]/g)) {
      if (match[0] === '(') {
        kept.push({ ...token, text: token.text.slice(from, match.index) });
        open.push(kept.length);
        from = match.index;
        continue;
      }
      const opened = open.pop();
      if (opened === undefined) continue;
      kept.length = opened;
      from = match.index + 1;
    }
    kept.push({ ...token, text: token.text.slice(from) });
  }
  return kept;
}
