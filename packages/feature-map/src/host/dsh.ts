import type { Context } from '@deepseek-ai/cordis';
import type { Agent } from '@deepseek-ai/dsh-agent';
import type {} from '@deepseek-ai/dsh-system-prompt';
import type {} from '@deepseek-ai/dsh-tools';
import { decide, type GuardSession, guardRules } from '../guard.ts';
import { INSTRUCTION } from '../instruction.ts';
import { findMapRoot } from '../map-root.ts';
import { MODES, resolveSettings } from '../settings.ts';
import { mapTools } from '../tools.ts';
import { Config } from './dsh-config.ts';
import { sessionStates } from './dsh-sessions.ts';
import { toolDefinition } from './dsh-tool.ts';

export { Config };

export const name = 'feature-map';
export const inject = ['tools', 'systemPrompt'];

/** Loads the tools and, by the mode, the guard and the instruction; all of it goes when the host disposes `ctx`. */
export function apply(ctx: Context, config: Config): void {
  const settings = resolveSettings(config);
  const rules = guardRules(settings);
  const on = MODES[settings.mode];
  const sessions = sessionStates();

  for (const tool of mapTools(settings)) ctx.tools.register(toolDefinition(tool, sessions));
  if (on.instruction) {
    ctx.systemPrompt.section({
      name,
      order: settings.sectionOrder,
      text: ({ agent }) => {
        if (agent === undefined) return '';
        const state = sessions(agent);
        state.instruction ??= instruction(agent, state);
        return state.instruction;
      },
    });
  }
  if (on.guard) {
    ctx.tools.guard(({ name: tool, arguments: args, agent }) => {
      if (agent === undefined || !isVisible(tool, agent)) return undefined;
      const decision = decide({ tool, arguments: args }, sessions(agent), rules);
      return decision.deny ? decision.reason : undefined;
    });
  }

  /** A call of a tool that the agent does not have reaches the guard too; the host answers that one. */
  function isVisible(tool: string, agent: Agent): boolean {
    return ctx.tools.get(tool, agent) !== undefined;
  }

  /** Text for a project that has a map, and an agent that could look source up by other means. */
  function instruction(agent: Agent, state: GuardSession): string {
    if (!settings.sourceTools.some((tool) => isVisible(tool, agent))) return '';
    if (state.cwd !== undefined && findMapRoot(state.cwd, rules) !== undefined) return INSTRUCTION;
    state.waived = true;
    return '';
  }
}
