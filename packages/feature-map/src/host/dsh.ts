import type { Context } from '@deepseek-ai/cordis';
import type { Agent } from '@deepseek-ai/dsh-agent';
import type {} from '@deepseek-ai/dsh-system-prompt';
import type {} from '@deepseek-ai/dsh-tools';
import { decide } from '../guard.ts';
import { INSTRUCTION, MAP_TOOL } from '../instruction.ts';
import { surroundings } from '../paths.ts';
import { projectSettings } from '../project-settings.ts';
import { isSettled, type SessionTerms, sessionTerms } from '../session-terms.ts';
import { MODES } from '../settings.ts';
import { mapTools } from '../tools.ts';
import { writingTools } from '../writing-tools.ts';
import { Config } from './dsh-config.ts';
import { type SessionState, sessionStates } from './dsh-sessions.ts';
import { toolDefinition, writingToolDefinition } from './dsh-tool.ts';

export { Config };

export const name = 'feature-map';
export const inject = ['tools', 'systemPrompt'];

/** Loads the tools and, by the mode, the guard and the instruction; all of it goes when the host disposes `ctx`. */
export function apply(ctx: Context, config: Config): void {
  const machine = surroundings();
  const settingsOf = projectSettings('dsh', config, (text) => ctx.logger.warn('%s', text));
  const sessions = sessionStates();
  // Where the row leaves the mode open, each project may choose its own.
  const can = config.mode === undefined ? MODES.enforce : MODES[config.mode];

  for (const tool of mapTools(settingsOf, machine)) ctx.tools.register(toolDefinition(tool, sessions));
  for (const tool of writingTools(settingsOf, machine)) {
    ctx.tools.register(writingToolDefinition(tool, sessions, ctx));
  }
  if (can.instruction) {
    ctx.systemPrompt.section({
      name,
      order: settingsOf(undefined).sectionOrder,
      text: ({ agent }) => {
        if (agent === undefined) return '';
        const state = sessions(agent);
        state.instruction ??= instruction(agent, state);
        return state.instruction;
      },
    });
  }
  if (can.guard) {
    ctx.tools.guard(({ name: tool, arguments: args, agent }) => {
      if (agent === undefined) return undefined;
      const state = sessions(agent);
      if (isSettled(state) || !isVisible(tool, agent) || !isVisible(MAP_TOOL, agent)) return undefined;
      const { settings, rules } = termsOf(state);
      if (!MODES[settings.mode].guard) return undefined;
      const decision = decide({ tool, arguments: args }, state, rules);
      return decision.deny ? decision.reason : undefined;
    });
  }

  function termsOf(state: SessionState): SessionTerms {
    state.terms ??= sessionTerms(state.cwd, settingsOf, machine);
    return state.terms;
  }

  /** A call of a tool that the agent does not have reaches the guard too; the host answers that one. */
  function isVisible(tool: string, agent: Agent): boolean {
    return ctx.tools.get(tool, agent) !== undefined;
  }

  /** Text for a project that has a map, and an agent that can ask for it and could look source up by other means. */
  function instruction(agent: Agent, state: SessionState): string {
    const { hasMap, settings } = termsOf(state);
    if (!hasMap) state.waived = true;
    const isWanted = hasMap && MODES[settings.mode].instruction && isVisible(MAP_TOOL, agent);
    return isWanted && settings.sourceTools.some((tool) => isVisible(tool, agent)) ? INSTRUCTION : '';
  }
}
