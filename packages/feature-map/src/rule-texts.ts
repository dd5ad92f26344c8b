import type { AllowRule } from './guard.ts';
import type { LookupRule } from './lookup.ts';

/** One sentence for every rule by which the guard decides, in the order in which the rules are tried. */
export const RULE_TEXTS: Readonly<Record<AllowRule | LookupRule, string>> = {
  asked: 'Allowed: the session was asked before, and is asked only once.',
  'map-tool': 'Allowed: the call is for the map itself.',
  'other-tool': 'Allowed: the tool is not one of `sourceTools`.',
  'no-session': 'Allowed: the call belongs to no session.',
  'no-cwd': 'Allowed: the session has no absolute working folder.',
  consulted: 'Allowed: the session has called for the map.',
  waived: 'Allowed: the session was found to have no map.',
  'no-map': 'Allowed, for the rest of the session: its project has no map.',
  'bad-arguments': 'Allowed: the arguments are not what such a tool takes.',
  'no-path': 'Allowed: the call names no path and no pattern.',
  folder: 'Allowed: the path is a folder, and the tool reads files.',
  'unclear-command': 'Allowed: something in the command line is not understood.',
  'other-command': 'Allowed: a command of the line does something else than look source up.',
  missing: 'Allowed: nothing is at that path.',
  outside: 'Allowed: the path leads out of the project, or into what git keeps of itself.',
  exempt: 'Allowed: an entry of `exemptPaths` covers the path.',
  'source-path': 'Denied once: the path leads to source of the project.',
  'source-search': 'Denied once: the search is in source of the project.',
  'project-search': 'Denied once: the search is in source, and no path below the project root narrows it.',
};
