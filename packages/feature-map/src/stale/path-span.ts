import path from 'node:path';
import { kindOfName, type NameKind } from './extensions.ts';

/** A code span that has the form of a path. */
export interface PathSpan {
  /** The path without line numbers and anchor; one `/` at its end says that a folder is meant. */
  readonly path: string;
  /** Its segments, those that only go up or stay left out. */
  readonly segments: readonly string[];
  /** How surely its last segment is a file's name. */
  readonly name: NameKind;
  /** Whether it looks made up, or as if it belonged elsewhere, so that only the project itself can vouch for it. */
  readonly doubtful: boolean;
}

const LONGEST = 300;
const PLACE_BEHIND = /(?::\d+(?:[-:,]\d+)*|#L\d+(?:-L?\d+)?|#[\w.-]*|::[\w:[\].-]+)$/;
/** Globs, placeholders, variables, commands, packages with a scope or a version, schemes. */
const NEVER = /[\s*<>{}()[\]|"'`\\=,;!?%&^+…$@:#]|\.\.\./;
/** Segments that stand for any file or folder. */
const PLACEHOLDER = /^(?:path|to|(?:your|my|some)[-_].*|[XN]{3,}.*|YYYY.*)$/;
/** A name that stands for any file's. */
const ANY_FILE = /^file(?:name)?\.\w+$/;
/** Parts in front of an extension that no member has. */
const FILE_PARTS = /\.(?:config|d|e2e|min|module|service|spec|stories|test)\.\w+$/;
const HOST = /^[^.]+(?:\.[^.]+)*\.[a-z]{2,}$/i;

/**
 * Reads a code span as a path.
 *
 * @returns `undefined` where it cannot be one of the project's: a package with a scope, a path from the root of the
 *   machine or from a home folder, a variable, an address, a glob, a placeholder, a command
 */
export function readPathSpan(span: string): PathSpan | undefined {
  if (span.length > LONGEST) return undefined;
  const written = span.replace(PLACE_BEHIND, '');
  if (written === '' || NEVER.test(written) || /^[/~-]/.test(written) || written.includes('//'))
    return undefined;
  const segments = written
    .replace(/^(?:\.\.?\/)+/, '')
    .replace(/\/$/, '')
    .split('/');
  if (segments.some((segment) => /^\.{0,2}$/.test(segment))) return undefined;
  const [first = ''] = segments;
  const name = segments.at(-1) ?? '';
  const host = segments.length > 1 && HOST.test(first) && !first.startsWith('.');
  const doubtful =
    host ||
    (segments.length === 1 && ANY_FILE.test(name)) ||
    segments.some((segment) => PLACEHOLDER.test(segment));
  return { path: written, segments, name: written.endsWith('/') ? 'none' : kindOfName(name), doubtful };
}

/** Whether a path is written from where it stands. */
export function isRelative(written: string): boolean {
  return written.startsWith('./') || written.startsWith('../');
}

/**
 * The path from the project's root; it begins with `../` where it leads out.
 *
 * @param pageFolder folder of the page, from the project's root
 */
export function rootPath({ path: written }: PathSpan, pageFolder: string): string {
  const bare = written.replace(/\/$/, '');
  return isRelative(written) ? path.posix.join(pageFolder, bare) : path.posix.normalize(bare);
}

/** Whether a span could as well be a member of something: `ctx.fs`, `response.json`, `message.ts`. */
export function looksLikeMember({ segments: [first = '', ...others] }: PathSpan): boolean {
  if (FILE_PARTS.test(first)) return false;
  return others.length === 0 && /^[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)+$/u.test(first);
}
