import type { WireApi } from '../types.ts';

const SUFFIXES: readonly [string, WireApi][] = [
  ['/chat/completions', 'openai-completions'],
  ['/responses', 'openai-responses'],
  ['/messages', 'anthropic'],
  [':streamGenerateContent', 'google'],
];

/** The API that a request path (without its query) asks for, whatever prefix the base URL has. */
export function apiOfPath(path: string): WireApi | undefined {
  return SUFFIXES.find(([suffix]) => path.endsWith(suffix))?.[1];
}

/** The model that a request names: in the path on Google, in the body elsewhere. */
export function modelOf(path: string, body: unknown): string {
  const named = typeof body === 'object' && body !== null ? Reflect.get(body, 'model') : undefined;
  return typeof named === 'string' ? named : (/\/models\/([^/:]+):/.exec(path)?.[1] ?? 'scripted');
}
