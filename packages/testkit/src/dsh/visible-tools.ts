import type { Context } from '@deepseek-ai/cordis';
import type { DshAgentOptions } from './types.ts';

/** Hides and renames tools for one agent, as a profile or a preset does: by restriction and by scoped registration. */
export function composeTools(agentCtx: Context, { hideTools = [], renameTools = {} }: DshAgentOptions): void {
  const renamed = Object.entries(renameTools).map(([from, to]) => {
    const definition = agentCtx.tools.get(from);
    if (!definition) throw new Error(`there is no tool "${from}" to rename`);
    return { ...definition, name: to };
  });
  const deny = [...hideTools, ...Object.keys(renameTools)];
  if (deny.length > 0) agentCtx.tools.restrict({ deny });
  for (const definition of renamed) agentCtx.tools.register(definition);
}
