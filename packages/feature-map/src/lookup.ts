import { isFolder } from './paths.ts';
import { quote } from './quote.ts';
import type { FoundLookup } from './shell/judge.ts';
import type { Obstacle } from './shell/reading.ts';
import { shellLookup } from './shell/shell-lookup.ts';
import { isProjectRoot, judgeGlob, judgePath, type Place, type TargetRules, type Verdict } from './target.ts';
import { type CallShape, isShellCall, readCall, readCommandLine, type ToolCall } from './tool-call.ts';

/** What a call is judged by. */
export interface LookupRules extends TargetRules {
  readonly shape: CallShape;
}

/** Why a call is no source lookup. */
export type NoLookupRule = 'bad-arguments' | 'no-path' | 'folder' | Obstacle | Exclude<Verdict, 'source'>;

/** What makes a call one: a path in the source, a search under such a path, a search without one. */
export type LookupRule = 'source-path' | 'source-search' | 'project-search';

export type Lookup =
  | { readonly source: false; readonly rule: NoLookupRule }
  /** `subject` tells the call apart in a message: its quoted path, or its pattern where no path says more. */
  | { readonly source: true; readonly rule: LookupRule; readonly subject: string };

/**
 * Whether a call reads or searches the project's source: something that exists inside the project and that no
 * exempt entry covers. Paths are relative to the session's working folder and judged by where their links
 * lead. A search without a path covers the working folder; one that a glob bounds is judged by the glob's
 * fixed leading path. Of several paths, one in the source is enough. A shell's command line is judged by what
 * its commands look at. Never throws.
 */
export function sourceLookup(call: ToolCall, place: Place, rules: LookupRules): Lookup {
  return isShellCall(call, rules.shape) ? shellCall(call, place, rules) : fileCall(call, place, rules);
}

function fileCall(call: ToolCall, place: Place, rules: LookupRules): Lookup {
  const request = readCall(call, rules.shape);
  if (request === undefined) return { source: false, rule: 'bad-arguments' };
  const { paths, pattern, glob, takesFolder } = request;
  if (pattern === undefined && paths.length === 0) return { source: false, rule: 'no-path' };

  let rule: NoLookupRule | undefined;
  for (const path of paths.length === 0 ? ['.'] : paths) {
    const verdict = glob === undefined ? judgePath(path, place, rules) : judgeGlob(glob, path, place, rules);
    if (verdict !== 'source') rule ??= verdict;
    else if (!takesFolder && isFolder(rules.path.resolve(place.cwd, path), rules.fs)) rule ??= 'folder';
    else return found({ path, written: paths.length === 0 ? undefined : path, pattern, place }, rules);
  }
  return { source: false, rule: rule ?? 'no-path' };
}

function shellCall(call: ToolCall, { cwd, project }: Place, rules: LookupRules): Lookup {
  const request = readCommandLine(call, rules.shape);
  if (request === undefined) return { source: false, rule: 'bad-arguments' };
  const folder = rules.path.resolve(cwd, request.folder);
  const verdict = shellLookup(request.line, { cwd: folder, project }, rules);
  return typeof verdict === 'string' ? { source: false, rule: verdict } : found(verdict, rules);
}

function found({ path, written, pattern, place }: FoundLookup, rules: LookupRules): Lookup {
  if (pattern === undefined) return { source: true, rule: 'source-path', subject: quote(written ?? path) };
  if (written === undefined || isProjectRoot(path, place, rules)) {
    return { source: true, rule: 'project-search', subject: `(${rules.shape.pattern} ${quote(pattern)})` };
  }
  return { source: true, rule: 'source-search', subject: quote(written) };
}
