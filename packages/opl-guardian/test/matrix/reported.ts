import { readFileSync } from 'node:fs';
import type { CallPart, WireApi } from '@session-guards/testkit';
import { MINTED, type Shape } from './shapes.ts';

/** A publicly reported message that blocked a session, in the form of the host that made it. */
interface Report {
  /** `owner/repository#issue` */
  report: string;
  message: { content?: unknown; tool_calls?: unknown; type?: string; [key: string]: unknown };
}

type Fields = Record<string, unknown>;

const file = new URL('../fixtures/reported-blank-calls.json', import.meta.url);

/** The reports about blank ids and names as turns to stream, and the ones that hold no function call. */
export function reportedShapes(): { shapes: Shape[]; without: string[] } {
  const shapes: Shape[] = [];
  const without: string[] = [];
  for (const { report, message } of JSON.parse(readFileSync(file, 'utf8')) as Report[]) {
    const parts = callsOf(message);
    if (parts.length === 0) without.push(report);
    else shapes.push({ name: report, turn: { parts }, cannot: cannotArrive(parts) });
  }
  return { shapes, without };
}

/** Reads the calls of Pi, chat completions, Responses and Anthropic messages. */
function callsOf(message: Report['message']): CallPart[] {
  if (message.type === 'function_call') return [part(message, 'call_id', message.name, message.arguments)];
  if (Array.isArray(message.tool_calls)) {
    return (message.tool_calls as Fields[]).map((call) => {
      const { name, arguments: args } = call.function as Fields;
      return part(call, 'id', name, args);
    });
  }
  const blocks = Array.isArray(message.content) ? (message.content as Fields[]) : [];
  return blocks
    .filter((block) => block.type === 'toolCall' || block.type === 'tool_use')
    .map((block) => part(block, 'id', block.name, block.arguments ?? block.input));
}

function part(call: Fields, idKey: string, name: unknown, args: unknown): CallPart {
  return {
    type: 'call',
    ...(idKey in call ? { id: call[idKey] } : {}),
    name,
    arguments: args ?? {},
  };
}

function cannotArrive(parts: CallPart[]): Partial<Record<WireApi, string>> {
  const isBlankName = parts.some((call) => typeof call.name !== 'string' || call.name.trim() === '');
  return isBlankName ? {} : { google: MINTED };
}
