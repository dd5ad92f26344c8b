import type { ExtensionAPI, ExtensionContext } from '@earendil-works/pi-coding-agent';
import { consult, decide } from '../guard.ts';
import { INSTRUCTION, MAP_TOOL } from '../instruction.ts';
import { surroundings } from '../paths.ts';
import { projectSettings } from '../project-settings.ts';
import { isSettled, type SessionTerms, sessionTerms } from '../session-terms.ts';
import { MODES } from '../settings.ts';
import { mapTools } from '../tools.ts';
import { nodeWriter } from '../write/node-writer.ts';
import { writingTools } from '../writing-tools.ts';
import { PI_CALL_SHAPE, piCall } from './pi-call.ts';
import { deniableCalls } from './pi-nested.ts';
import { type PiSession, piSessions } from './pi-sessions.ts';
import { toolDefinition, writingToolDefinition } from './pi-tool.ts';

/**
 * The extension of Pi: registers the map's tools, and adds guard and instruction in a project whose settings file
 * does not say otherwise. Pi calls it for every session anew. No handler throws: Pi would take that for a denial.
 */
export default function featureMap(pi: ExtensionAPI): void {
  const machine = surroundings();
  const warnings: string[] = [];
  const settingsOf = projectSettings('pi', {}, (text) => warnings.push(text));
  const sessions = piSessions(pi);
  const isDeniable = deniableCalls(
    (tool) => pi.getAllTools().find(({ name }) => name === tool)?.reachesTools !== undefined,
  );

  const reading = mapTools(settingsOf, machine);
  const writing = writingTools(settingsOf, machine);
  for (const tool of reading) pi.registerTool(toolDefinition(tool, (args, cwd) => tool.run(args, cwd)));
  for (const tool of writing) {
    pi.registerTool(writingToolDefinition(tool, (args, cwd) => tool.run(args, cwd, nodeWriter)));
  }
  const consulting = new Set(
    [...reading, ...writing].filter((tool) => tool.consults).map(({ name }) => name),
  );

  pi.on('before_agent_start', ({ systemPromptOptions: { selectedTools, sections } }, ctx) =>
    handle(ctx, (session) => {
      const { hasMap, settings } = termsOf(session);
      const canLookUp = settings.sourceTools.some((tool) => selectedTools.includes(tool));
      if (hasMap && MODES[settings.mode].instruction && canLookUp && selectedTools.includes(MAP_TOOL)) {
        sections[MAP_TOOL] = INSTRUCTION;
      }
    }),
  );

  // Pi shows this event the calls whose arguments it refuses too, in front of the next call's `tool_call`.
  pi.on('tool_execution_start', ({ toolName }, ctx) => {
    if (consulting.has(toolName)) handle(ctx, consult);
  });

  pi.on('tool_call', (event, ctx) =>
    handle(ctx, (session) => {
      if (isSettled(session) || !isDeniable(event) || !pi.getActiveTools().includes(MAP_TOOL))
        return undefined;
      const { settings, rules } = termsOf(session);
      if (!MODES[settings.mode].guard) return undefined;
      const decision = decide(piCall(event.toolName, event.input, machine.home), session, rules);
      return decision.deny ? { block: true, reason: decision.reason } : undefined;
    }),
  );

  function handle<Result>(ctx: ExtensionContext, act: (session: PiSession) => Result): Result | undefined {
    return attempt(() => {
      const session = sessions.of(ctx);
      const result = act(session);
      // Neither is worth a decision: a session that cannot be written may be asked once more when it is resumed.
      attempt(() => sessions.keep(session));
      attempt(() => tell(ctx));
      return result;
    });
  }

  function tell({ hasUI, ui }: ExtensionContext): void {
    const told = warnings.splice(0);
    if (hasUI) for (const text of told) ui.notify(text, 'warning');
  }

  function termsOf(session: PiSession): SessionTerms {
    session.terms ??= sessionTerms(session.cwd, settingsOf, { ...machine, shape: PI_CALL_SHAPE });
    if (!session.terms.hasMap) session.waived = true;
    return session.terms;
  }
}

function attempt<Result>(act: () => Result): Result | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
