import { denialText } from './denial.ts';
import { MAP_TOOL } from './instruction.ts';
import { type LookupRule, type LookupRules, type NoLookupRule, sourceLookup } from './lookup.ts';
import { findMapRoot } from './map-root.ts';
import { realPath, type Surroundings, surroundings } from './paths.ts';
import type { Settings } from './settings.ts';
import { CALL_SHAPE, type CallShape, type ToolCall } from './tool-call.ts';

/**
 * What the guard knows of one session. A host makes one record per session (a subagent's and a resumed one's
 * are sessions of their own), keeps it as long as the session lives, and hands it to every decision.
 */
export interface GuardSession {
  /** Absolute working folder; `undefined` where the host gives none. */
  readonly cwd: string | undefined;
  /** The one denial has been given. */
  asked: boolean;
  /** The map has been called for. */
  consulted: boolean;
  /** The project has no map. */
  waived: boolean;
}

/** A session that has not looked anything up yet. */
export function newGuardSession(cwd: string | undefined): GuardSession {
  return { cwd, asked: false, consulted: false, waived: false };
}

/** Calls that count as consulting the map, whatever their arguments and results. */
const MAP_TOOLS: ReadonlySet<string> = new Set([MAP_TOOL, `${MAP_TOOL}_regen`]);

/**
 * Records that the session called for the map. The tool does this too, before its first await: a host may
 * run the tool without showing the call to its guard.
 */
export function consult(session: GuardSession): void {
  session.consulted = true;
}

/** Everything a decision depends on besides the call and the session. */
export interface GuardRules extends LookupRules {
  readonly sourceTools: ReadonlySet<string>;
}

/**
 * Puts the rules together once per host.
 *
 * @param settings checked settings; see `checkSettings`.
 * @param overrides the host's argument names, and stand-ins for the machine in tests.
 */
export function guardRules(
  settings: Pick<Settings, 'sourceTools' | 'exemptPaths'>,
  overrides: Partial<Surroundings & { readonly shape: CallShape }> = {},
): GuardRules {
  const { shape = CALL_SHAPE, ...machine } = overrides;
  return {
    ...surroundings(machine),
    shape,
    exemptPaths: settings.exemptPaths,
    sourceTools: new Set(settings.sourceTools),
  };
}

export type AllowRule =
  | 'asked'
  | 'map-tool'
  | 'other-tool'
  | 'no-session'
  | 'no-cwd'
  | 'consulted'
  | 'waived'
  | 'no-map'
  | NoLookupRule;

/** What the guard says to a call, and by which rule; see `RULE_TEXTS` for what each rule means. */
export type Decision =
  | { readonly deny: false; readonly rule: AllowRule }
  | { readonly deny: true; readonly rule: LookupRule; readonly reason: string };

/**
 * Decides on one tool call, before the tool runs. At most one call of a session is denied: the denial is
 * recorded first and looked up first. A settled session (asked, consulted or waived) costs no file access.
 * Must not throw, since a host may take a throw for a denial.
 *
 * @param session the caller's session, which this updates; `undefined` for a call that belongs to none.
 */
export function decide(call: ToolCall, session: GuardSession | undefined, rules: GuardRules): Decision {
  if (session?.asked) return allow('asked');
  if (MAP_TOOLS.has(call.tool)) {
    if (session !== undefined) consult(session);
    return allow('map-tool');
  }
  if (!rules.sourceTools.has(call.tool)) return allow('other-tool');
  if (session === undefined) return allow('no-session');
  const { cwd } = session;
  if (typeof cwd !== 'string' || !rules.path.isAbsolute(cwd)) return allow('no-cwd');
  if (session.consulted) return allow('consulted');
  if (session.waived) return allow('waived');

  const project = findMapRoot(cwd, rules);
  if (project === undefined) {
    session.waived = true;
    return allow('no-map');
  }
  // Hosts hand the folder to the system, where `..` leads out of the folder behind a link and not out of the link.
  const lookup = sourceLookup(call, { cwd: realPath(cwd, rules.fs) ?? cwd, project }, rules);
  if (!lookup.source) return allow(lookup.rule);
  session.asked = true;
  return { deny: true, rule: lookup.rule, reason: denialText(call.tool, lookup.subject) };
}

function allow(rule: AllowRule): Decision {
  return { deny: false, rule };
}
