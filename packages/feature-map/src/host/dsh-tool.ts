import type { Context } from '@deepseek-ai/cordis';
import type { ToolDefinition, ToolRunContext } from '@deepseek-ai/dsh-tools';
import { consult } from '../guard.ts';
import type { MapTool, ToolReply, ToolValue, WritingTool } from '../tools.ts';
import type { SessionStates } from './dsh-sessions.ts';
import { dshWriterFor } from './dsh-writer.ts';

/** A tool of the map as the host registers it. */
export function toolDefinition(tool: MapTool, sessions: SessionStates): ToolDefinition {
  return {
    ...definition(tool, sessions, (args, cwd) => tool.run(args, cwd)),
    isConcurrencySafe: () => true,
  };
}

/** A tool that may write as the host registers it: it runs alone, since what it writes is what another reads. */
export function writingToolDefinition(
  tool: WritingTool,
  sessions: SessionStates,
  ctx: Context,
): ToolDefinition {
  return definition(tool, sessions, (args, cwd, exec) => tool.run(args, cwd, dshWriterFor(ctx, exec)));
}

type Run = (args: unknown, cwd: string | undefined, exec: ToolRunContext) => ToolReply | Promise<ToolReply>;

/** The schema is given raw, since the host's `defineTool` leaves the root open. */
function definition(tool: Omit<MapTool, 'run'>, sessions: SessionStates, run: Run): ToolDefinition {
  return {
    name: tool.name,
    description: tool.description,
    parameters: tool.parameters,
    output: {
      schema: tool.value,
      render: (_args, value) => [{ type: 'text', text: (value as ToolValue & typeof value).text }],
    },
    async execute(args, exec) {
      const session = exec.agent && sessions(exec.agent);
      if (session !== undefined && tool.consults) consult(session);
      const reply = await run(args, session?.cwd, exec);
      if (reply.isError) throw new Error(reply.text);
      return reply.value;
    },
  };
}
