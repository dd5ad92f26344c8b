import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Context } from '@deepseek-ai/cordis';
import * as deepseek from '@deepseek-ai/dsh-llm-deepseek';
import { startScriptedModel } from '../model/server.ts';
import type { Turn } from '../types.ts';
import type { Provider } from './provider.ts';
import type { DshRequest } from './types.ts';

/**
 * The host's own DeepSeek adapter, speaking chat completions to a scripted server on 127.0.0.1, which refuses an
 * illegal history with 400 when `strict`.
 */
export async function mountHttp(ctx: Context, turns: readonly Turn[], strict: boolean): Promise<Provider> {
  isolateEnvironment();
  const server = await startScriptedModel({ turns: [...turns], strict });
  await ctx.plugin(deepseek, { baseURL: `${server.url}/v1` });
  let scripted = turns.length;
  return {
    route: { provider: 'deepseek-official', model: 'scripted' },
    get requests() {
      return server.requests.map(({ body }) => wireRequest(body));
    },
    server,
    push: (...more) => {
      scripted += more.length;
      server.push(...more);
    },
    balance: () => scripted - server.requests.filter((request) => !strict || accepted(request)).length,
    close: () => server.close(),
  };
}

function accepted(request: { violations: readonly unknown[] }): boolean {
  return request.violations.length === 0;
}

interface WireBody {
  messages: { role: string; content: unknown }[];
  tools?: { function: { name: string } }[];
}

function wireRequest(body: unknown): DshRequest {
  const { messages, tools = [] } = body as WireBody;
  const system = messages.find(({ role }) => role === 'system')?.content;
  return {
    system: typeof system === 'string' ? system : '',
    tools: tools.map((tool) => tool.function.name),
    messages,
  };
}

let home: string | undefined;

/** The adapter reads a key from the environment and keeps an id in the harness home: both are this process's own. */
function isolateEnvironment(): void {
  if (home !== undefined) return;
  const folder = mkdtempSync(join(tmpdir(), 'dsh-home-'));
  home = folder;
  process.env.DSH_HOME = folder;
  process.env.DEEPSEEK_API_KEY = 'sk-scripted';
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}
