import { isExternal } from '../map/page-link.ts';
import {
  type Claim,
  type Exemption,
  isExemption,
  type NameClaim,
  type PathClaim,
  type Place,
} from './claims.ts';
import { isKnownName } from './extensions.ts';
import type { FileTree, Target } from './file-tree.ts';
import type { Block } from './judged-blocks.ts';
import { looksLikeMember, readPathSpan, rootPath } from './path-span.ts';
import { isColon, isDash, type Run, readRuns, startsWithDash } from './runs.ts';
import { Surroundings } from './surroundings.ts';
import { symbolSegments } from './symbol-name.ts';
import { isTestName } from './test-name.ts';
import { readTokens, type Token } from './tokens.ts';
import { isIdentifierForm } from './well-known.ts';

/** Files that the items of the list below belong to: `x.test.ts:` and a list of its tests. */
interface Heading {
  owners: readonly PathClaim[];
  /** Column of the item that names them; -1 for a paragraph. */
  column: number;
}

/** Where the names of a run stand. */
interface Standing {
  block: Block;
  run: Run;
  /** The files that they are listed with. */
  listedWith: readonly PathClaim[];
  /** Whether they open an item, stand there or before a dash, or have words in front of them. */
  opens: boolean;
  prominent: boolean;
  inSentence: boolean;
}

/** Reads what the blocks of a page's sections for files and tests claim, in order. One object serves one page. */
export class BlockReader {
  readonly claims: Claim[] = [];
  readonly exemptions: Exemption[] = [];
  readonly #tree: FileTree;
  readonly #pageFolder: string;
  readonly #placeOf: (block: Block, line: number) => Place;
  readonly #surroundings = new Surroundings();
  #heading: Heading | undefined;
  #last: Block | undefined;

  /**
   * @param pageFolder folder of the page, from the project's root
   * @param placeOf the place of a 0-based line within a block's section
   */
  constructor(tree: FileTree, pageFolder: string, placeOf: (block: Block, line: number) => Place) {
    this.#tree = tree;
    this.#pageFolder = pageFolder;
    this.#placeOf = placeOf;
  }

  read(block: Block): void {
    this.#leaveHeading(block);
    const tokens = readTokens(block.source);
    this.#surroundings.enter(block, tokens);
    const places = this.#placesOf(block, tokens);
    const judged = block.role === 'map' || block.role === 'tests';
    const runs = judged ? readRuns(tokens, block.role === 'tests') : [];
    const claims = new Map<Token, Claim>();
    let owners: PathClaim[] = [];
    for (const [index, run] of runs.entries()) {
      const opens = index === 0 && block.kind === 'item' && opensItem(run.before);
      const listedWith =
        index > 0 && introduces(run, block) ? owners : opens ? (this.#heading?.owners ?? []) : [];
      const prominent = opens || startsWithDash(run.after);
      const inSentence = !prominent && !(block.kind === 'cell' && isAlone(runs));
      const standing = { block, run, listedWith, opens, prominent, inSentence };
      owners = [];
      for (const token of run.members) {
        const place = places.get(token.start);
        if (place === undefined) continue;
        const claim = this.#readPath(token, place, standing) ?? this.#readName(token, place, standing);
        if (claim !== undefined) claims.set(token, claim);
        if (claim?.kind === 'path') owners.push(claim);
        else owners.length = 0;
      }
    }
    this.#collect(tokens, claims, places);
    if (block.role === 'tests') this.#openHeading(block, owners, runs.at(-1)?.after ?? '');
  }

  #readPath(
    token: Token,
    place: Place,
    { block, listedWith, opens, prominent, inSentence }: Standing,
  ): PathClaim | undefined {
    const span = token.kind === 'code' ? readPathSpan(token.text) : undefined;
    if (span === undefined || (token.link !== undefined && isExternal(token.link))) return undefined;
    const named = span.name !== 'none' || isKnownName(span.segments.at(-1) ?? '');
    const target = this.#tree.find(span.path, this.#pageFolder) ?? this.#linked(token.link);
    const isWord = !named && span.segments.length === 1 && !span.path.endsWith('/');
    if (isWord && (listedWith.length > 0 || !prominent || target?.kind !== 'file')) return undefined;
    if (listedWith.length > 0 && target === undefined) {
      const inFolder = listedWith.some((owner) => owner.target?.kind === 'folder');
      const isPath =
        span.segments.length > 1 ? named || span.path.endsWith('/') : inFolder || !looksLikeMember(span);
      if (!isPath) return undefined;
    }
    const root = rootPath(span, this.#pageFolder);
    return {
      kind: 'path',
      place,
      text: token.text,
      span,
      root,
      prominent: prominent || listedWith.length > 0,
      inSentence,
      saidAbsent:
        target === undefined && this.#surroundings.sayAbsent(token, !opens && block.kind !== 'cell'),
      item: block.row ?? block,
      target,
    };
  }

  #readName(token: Token, place: Place, { block, run, listedWith: owners }: Standing): NameClaim | undefined {
    if (owners.length === 0) return undefined;
    const { text } = token;
    const last = run.members.at(-1) ?? token;
    const kind = block.role === 'tests' ? 'test' : 'symbol';
    const isName =
      kind === 'test' ? isTestName(text) : symbolSegments(text) !== undefined && !isAdjective(token, run);
    if (!isName) return undefined;
    const goesOn = kind === 'test' ? GOES_ON.test(run.after) : token === last && OF_ANOTHER.test(run.after);
    const spokenOf = goesOn || this.#surroundings.sayGone(token, last);
    return { kind, place, text, owners, quoted: token.kind === 'quoted', spokenOf };
  }

  #linked(link = ''): Target | undefined {
    const span = readPathSpan(link);
    return span === undefined ? undefined : this.#tree.find(span.path, this.#pageFolder);
  }

  /** Places of tokens by their offset. */
  #placesOf(block: Block, tokens: readonly Token[]): Map<number, Place> {
    const places = new Map<number, Place>();
    let { line } = block;
    let from = 0;
    for (const { start } of tokens) {
      line += block.source.slice(from, start).match(/\r\n|[\r\n]/g)?.length ?? 0;
      from = start;
      places.set(start, this.#placeOf(block, line));
    }
    return places;
  }

  /** Keeps the claims in order, and gives each exemption the one in front of it. */
  #collect(
    tokens: readonly Token[],
    claims: ReadonlyMap<Token, Claim>,
    places: ReadonlyMap<number, Place>,
  ): void {
    let last: Claim | undefined;
    for (const token of tokens) {
      const claim = claims.get(token);
      const place = places.get(token.start);
      if (claim !== undefined) this.claims.push(claim);
      if (token.kind === 'comment' && place !== undefined && isExemption(token.text)) {
        this.exemptions.push({ place, claim: last });
      }
      last = claim ?? last;
    }
  }

  #leaveHeading(block: Block): void {
    const sameSection = this.#last?.section === block.section;
    const inside = block.kind === 'item' ? block.column > (this.#heading?.column ?? -1) : block.column > 0;
    if (!sameSection || !inside) this.#heading = undefined;
    this.#last = block;
  }

  #openHeading(block: Block, owners: readonly PathClaim[], after: string): void {
    if (owners.length === 0 || !/^[\s_.]*$|:[\s_]*$/.test(after)) return;
    this.#heading = { owners, column: block.kind === 'item' ? block.column : -1 };
  }
}

/** Whether one run, perhaps with something in parentheses, is all of a block. */
function isAlone([run, ...others]: readonly Run[]): boolean {
  return others.length === 0 && run !== undefined && /^[\s_]*$/.test(run.before + run.after);
}

/** A word behind a list of names: then they may be no list. */
const GOES_ON = /^\s+\p{L}/u;
/** What says that the last name is one of something else: `useCart()` from `hooks/useCart.ts`. */
const OF_ANOTHER = /^\s+(?:by|from|in|inside|of|on|out of|through|under|via)\b/;

/** Whether nothing but a task's box stands between a list marker and what follows. */
function opensItem(before: string): boolean {
  return /^[\s_]*(?:[ xX]\])?[\s_]*$/.test(before);
}

/** Whether the names of a run belong to the files that stand in front of it. */
function introduces(run: Run, { role }: Block): boolean {
  return isDash(run.before) || (role === 'tests' && isColon(run.before));
}

/** Whether a word says something of the next one: `npm` scripts, `Postgres` access, `WeakMap`-keyed. */
function isAdjective(token: Token, { members, after }: Run): boolean {
  if (token !== members.at(-1)) return false;
  return /^-\p{L}/u.test(after) || (!isIdentifierForm(token.text) && /^\s+\p{L}/u.test(after));
}
