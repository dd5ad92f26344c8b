import type { ToolDefinition } from '@earendil-works/pi-coding-agent';
import type { MapTool, ToolReply } from '../tools.ts';

/**
 * A tool of the map as Pi registers it. It has no line in the prompt's list, which every project would pay for. A
 * script gets the data of a reply; where a reply is its text alone, the text.
 *
 * @param run answers a call; see the tool's own `run`.
 */
export function toolDefinition(
  { name, description, parameters, value }: Omit<MapTool, 'run'>,
  run: (args: unknown, cwd: string) => ToolReply | Promise<ToolReply>,
): ToolDefinition {
  const hasData = Object.keys(value.properties ?? {}).length > 1;
  return {
    name,
    label: name.replaceAll('_', ' '),
    description,
    parameters,
    ...(hasData ? { outputSchema: value } : {}),
    annotations: { readOnlyHint: true, openWorldHint: false },
    async execute(_id, args, _signal, _onUpdate, { cwd }) {
      const reply = await run(args, cwd);
      const text = reply.isError ? reply.text : reply.value.text;
      return {
        content: [{ type: 'text', text }],
        details: undefined,
        ...(reply.isError ? { isError: true } : {}),
        ...(hasData && !reply.isError ? { structuredContent: { ...reply.value } } : {}),
      };
    },
  };
}

/** The same for a tool that may write. It runs alone, since what it writes is what another reads. */
export function writingToolDefinition(...args: Parameters<typeof toolDefinition>): ToolDefinition {
  return {
    ...toolDefinition(...args),
    annotations: { readOnlyHint: false, openWorldHint: false },
    executionMode: 'sequential',
  };
}
