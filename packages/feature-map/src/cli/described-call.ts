import { quote } from '../quote.ts';
import { CALL_SHAPE, type CallShape, type ToolCall } from '../tool-call.ts';
import { UsageError } from './cannot-run.ts';

interface CallParts {
  readonly path: string | undefined;
  readonly pattern: string | undefined;
  /** JSON of an object: all arguments, instead of the others. */
  readonly args: string | undefined;
}

/**
 * The tool call that a command line describes.
 *
 * @throws UsageError where the parts exclude each other or `args` is no JSON object
 */
export function describedCall(
  tool: string,
  { path, pattern, args }: CallParts,
  shape: CallShape = CALL_SHAPE,
): ToolCall {
  if (args !== undefined) {
    if (path !== undefined || pattern !== undefined) {
      throw new UsageError('--args gives all arguments: leave out the path and --pattern, or --args');
    }
    return { tool, arguments: readObject(args) };
  }
  const parts = partsOf(tool.toLowerCase(), path, pattern, shape);
  return {
    tool,
    arguments: Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)),
  };
}

/** The arguments that the one operand and the pattern stand for. */
function partsOf(
  tool: string,
  path: string | undefined,
  pattern: string | undefined,
  { shellTools, globTools, command }: CallShape,
): Record<string, string | undefined> {
  if (shellTools.includes(tool)) return { [command]: path, pattern };
  return globTools.includes(tool) && pattern === undefined ? { pattern: path } : { pattern, path };
}

function readObject(json: string): object {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new UsageError(`--args is no JSON: ${quote(json)}`);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new UsageError(`--args is to be a JSON object, not ${quote(json)}`);
}
