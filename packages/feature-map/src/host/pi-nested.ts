import type { ToolCallEvent } from '@earendil-works/pi-coding-agent';

type Call = Pick<ToolCallEvent, 'toolName' | 'toolCallId' | 'parentToolCallId'>;

/**
 * Tells which calls may be denied at all; it wants to see every call of a session until one was.
 *
 * A call that another tool makes is the model's own where that tool runs a script of the model, as `codemode` does.
 * The first call of such a script may be denied: the script has done nothing yet, and runs again from its start.
 * A later one may not, since work that is done would be done twice; nor may a call of a tool that uses others for
 * its own ends, since the model neither made it nor sees its error.
 *
 * @param runsScripts whether the tool of this name calls other tools as its input says.
 */
export function deniableCalls(runsScripts: (tool: string) => boolean): (call: Call) => boolean {
  const untouched = new Set<string>();
  return ({ toolName, toolCallId, parentToolCallId }) => {
    if (parentToolCallId !== undefined) return untouched.delete(parentToolCallId);
    if (runsScripts(toolName)) untouched.add(toolCallId);
    return true;
  };
}
