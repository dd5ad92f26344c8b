import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { createZstdDecompress } from 'node:zlib';
import { parseJson } from '../json.ts';
import type { RecordedRequest, ScriptedModel, ScriptedModelOptions, Turn, Violation } from '../types.ts';
import { validators } from '../wire/index.ts';
import { answerError, answerTurn } from './answer.ts';
import { emptyEmitted } from './emitted.ts';
import type { ApiError } from './error-body.ts';
import type { Mint } from './plan.ts';
import { apiOfPath, modelOf } from './routes.ts';

/**
 * Starts a scripted model on 127.0.0.1 and a free port. One server speaks all four APIs, by path; they share
 * its script and its memory of what was streamed. A request that no turn is left for is recorded and answered
 * with 500; a path of no API is answered with 404 and not recorded.
 */
export async function startScriptedModel(options: ScriptedModelOptions): Promise<ScriptedModel> {
  const script = [...options.turns];
  const requests: RecordedRequest[] = [];
  const memory = emptyEmitted();
  const mint = createMint();
  let used = 0;

  const next = (): Turn | ApiError => {
    const turn = script[used];
    if (!turn) return { status: 500, message: `The script is over: all ${used} of its turns are used` };
    used += 1;
    return turn.httpError ?? turn;
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? '/';
    const [pathname = path] = path.split('?');
    const text = await readText(plainBody(request));
    const api = apiOfPath(pathname);
    if (!api || request.method !== 'POST') {
      const message = `The scripted model serves no ${request.method} ${path}`;
      answerError(response, 'openai-completions', { status: 404, message });
      return;
    }
    const body = parseJson(text);
    const violations = body === undefined ? [NOT_JSON] : validators[api](body, memory);
    const judged = options.strict !== false || body === undefined;
    const refused = violations[0] && judged ? refusal(violations[0]) : undefined;
    const outcome = refused ?? next();
    const status = 'status' in outcome ? outcome.status : 200;
    const headers = Object.fromEntries(Object.entries(request.headers).map(([k, v]) => [k, String(v)]));
    requests.push({ api, method: request.method, path, headers, body: body ?? text, violations, status });
    if ('status' in outcome) answerError(response, api, outcome);
    else answerTurn(response, api, outcome, { model: modelOf(pathname, body), mint, memory });
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else answerError(response, 'openai-completions', { status: 500, message: `Scripted model: ${error}` });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The scripted model got no TCP port');

  const close = async (): Promise<void> => {
    if (!server.listening) return;
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    push: (...turns) => void script.push(...turns),
    close,
    [Symbol.asyncDispose]: close,
  };
}

const NOT_JSON: Violation = {
  rule: 'body-not-json',
  path: '',
  message: 'We could not parse the JSON body of your request.',
};

/** The 400 of a strict endpoint, which names the first thing that it found. */
function refusal({ rule, path, message }: Violation): ApiError {
  return { status: 400, message, param: path, code: rule };
}

/** Ids that differ between servers too: a session that is resumed against another server holds both. */
function createMint(): Mint {
  const server = randomBytes(4).toString('hex');
  let count = 0;
  return (prefix) => `${prefix}_${server}${String(++count).padStart(6, '0')}`;
}

/** Pi's Codex client compresses what it sends. */
function plainBody(request: IncomingMessage): NodeJS.ReadableStream {
  return request.headers['content-encoding'] === 'zstd' ? request.pipe(createZstdDecompress()) : request;
}
