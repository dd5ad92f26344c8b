import type { ToolDefinition } from '@deepseek-ai/dsh-tools';
import { consult } from '../guard.ts';
import type { MapTool, ToolValue } from '../tools.ts';
import type { SessionStates } from './dsh-sessions.ts';

/** A tool of the map as the host registers it: with a raw schema, since the host's `defineTool` leaves the root open. */
export function toolDefinition(tool: MapTool, sessions: SessionStates): ToolDefinition {
  return {
    name: tool.name,
    description: tool.description,
    parameters: tool.parameters,
    output: {
      schema: tool.value,
      render: (_args, value) => [{ type: 'text', text: (value as ToolValue & typeof value).text }],
    },
    isConcurrencySafe: () => true,
    async execute(args, { agent }) {
      const session = agent && sessions(agent);
      if (session !== undefined && tool.consults) consult(session);
      const reply = tool.run(args, session?.cwd);
      if (reply.isError) throw new Error(reply.text);
      return reply.value;
    },
  };
}
