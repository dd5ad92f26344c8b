import { fileURLToPath } from 'node:url';
import { CALL_SHAPE, type CallShape, type ToolCall } from '../tool-call.ts';

/** The tools of Pi: `find` takes a glob. */
export const PI_CALL_SHAPE: CallShape = { ...CALL_SHAPE, globTools: ['find'] };

/** Pi takes each of these for a space, wherever a path holds one. */
const UNICODE_SPACES = /[\u00A0\u2000-\u200A\u202F\u205F\u3000]/g;

/**
 * A call with its paths written plainly. Pi's own tools take a path with a leading `@`, with `~` and as a file URL
 * (`resolveToCwd` in Pi 1.6.0) and an empty one for the working folder, which `ls` lists where it gets none.
 *
 * @param input arguments that Pi has checked against the tool's schema.
 * @param home the user's home folder, absolute; `undefined` where the system knows none.
 * @throws where a path is a file URL that names no file of this machine; Pi's tool refuses the same one.
 */
export function piCall(tool: string, input: object, home: string | undefined): ToolCall {
  const given: Record<string, unknown> = { ...input };
  if (tool === 'ls') given.path ??= '.';
  for (const name of PI_CALL_SHAPE.paths) {
    const path = given[name];
    if (typeof path === 'string') given[name] = plainPath(path, home);
  }
  return { tool, arguments: given };
}

function plainPath(path: string, home: string | undefined): string {
  const written = path.replace(UNICODE_SPACES, ' ').replace(/^@/, '');
  if (home !== undefined && /^~(?:\/|$)/.test(written)) return home + written.slice(1);
  return written.startsWith('file://') ? fileURLToPath(written) : written || '.';
}
