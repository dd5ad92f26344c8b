import type { Page, Section } from '../map/types.ts';
import type { Target } from './file-tree.ts';
import type { PathSpan } from './path-span.ts';

/** Where a span stands. */
export interface Place {
  readonly page: Page;
  readonly section: Section;
  /** 1-based. */
  readonly line: number;
}

interface Stated {
  readonly place: Place;
  /** The span as written, a wrap as one space; of a setting its key. */
  readonly text: string;
}

/** A span that may name a file or a folder. */
export interface PathClaim extends Stated {
  readonly kind: 'path';
  readonly span: PathSpan;
  /** Its path from the project's root; it begins with `../` where it leads out. */
  readonly root: string;
  /** Whether it opens a list item or stands before a dash. */
  readonly prominent: boolean;
  /** Whether it stands in a sentence, with words in front of it. */
  readonly inSentence: boolean;
  /** Whether the page itself says that it is gone, made by a build, optional or somebody else's. */
  readonly saidAbsent: boolean;
  /** The item, paragraph or row that names it: the same object for all that it names. */
  readonly item: object;
  /** What it leads to in the project. */
  readonly target: Target | undefined;
}

/** A name listed with files: a symbol or a test of one of them. */
export interface NameClaim extends Stated {
  readonly kind: 'symbol' | 'test';
  /** The files that it is listed with; names of one list have the same array. */
  readonly owners: readonly PathClaim[];
  /** Whether it is in quotation marks instead of a code span. */
  readonly quoted: boolean;
  /** Whether the text goes on with a word, or says that it is gone, so that it may be no item of a list. */
  readonly spokenOf: boolean;
}

/** A default in a table beside its key. */
export interface SettingClaim extends Stated {
  readonly kind: 'setting';
  /** The default, without markup. */
  readonly value: string;
}

export type Claim = PathClaim | NameClaim | SettingClaim;

/** A comment that takes the item beside it out of the check. */
export interface Exemption {
  readonly place: Place;
  /** The item that was named last in front of it, `undefined` where its block names none. */
  readonly claim: Claim | undefined;
}

/** Everything that a page says of files, names and defaults, in order. */
export interface PageClaims {
  readonly page: Page;
  readonly claims: readonly Claim[];
  readonly exemptions: readonly Exemption[];
}

const EXEMPTION = /^map:\s*allow stale$/i;

/** Whether the text of a comment is an exemption. */
export function isExemption(comment: string): boolean {
  return EXEMPTION.test(comment);
}
