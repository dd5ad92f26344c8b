/** The four wire APIs that the scripted model speaks and the validators judge. */
export type WireApi = 'openai-completions' | 'openai-responses' | 'anthropic' | 'google';

export const WIRE_APIS: readonly WireApi[] = [
  'openai-completions',
  'openai-responses',
  'anthropic',
  'google',
];

/**
 * One streamed tool call. `id` and `name` are `unknown` on purpose: a value of any type is put on the wire
 * as it is, and a key that is absent here is absent there.
 */
export interface CallPart {
  type: 'call';
  id?: unknown;
  name?: unknown;
  /** An object is sent as JSON; a string is sent as it is, valid JSON or not. Default `{}`. */
  arguments?: unknown;
  /** Responses: the item's own id (`fc_...`). Default: minted by the server. */
  itemId?: unknown;
  /** Google: the `thoughtSignature` of the part. */
  thoughtSignature?: string;
  /**
   * Chat completions: the `index` of the delta; `null` leaves the key out, and nothing then ties later deltas
   * of a split call to its first. Default: position among the calls.
   */
  index?: number | null;
}

export interface TextPart {
  type: 'text';
  text: string;
}

/** Reasoning as each API streams it: reasoning_content, a reasoning item, a thinking block, a thought part. */
export interface ThinkingPart {
  type: 'thinking';
  thinking: string;
  /** Anthropic signature, Responses encrypted content (default: minted by the server); Google thought signature. */
  signature?: string;
  /** Anthropic: stream a `redacted_thinking` block with the signature as its data and no text. */
  redacted?: boolean;
}

export type TurnPart = CallPart | TextPart | ThinkingPart;

/** One answer of the scripted model. */
export interface Turn {
  /** What the model says, in order; rendered as the requested API streams it. */
  parts?: readonly TurnPart[];
  /** Why it stops. Default: `toolUse` when there is a call, else `stop`. `error` ends the stream with the API's error event. */
  stop?: 'stop' | 'toolUse' | 'length' | 'error';
  /** `one`: every part in a single delta; `split` (default): text and arguments cut into several deltas, arguments behind id and name. */
  chunking?: 'one' | 'split';
  /**
   * Stream events sent exactly as given, instead of `parts`. An object becomes a server-sent event of the API;
   * a string goes onto the wire as it is, so that a broken event can be sent too.
   */
  raw?: readonly unknown[];
  /** Answer with this HTTP status and the API's error shape instead of a stream. */
  httpError?: { status: number; message: string };
  /**
   * Send every part but not the end of the last one, then hold the stream open until the client goes away
   * (for aborts).
   */
  hang?: boolean;
}

/** A broken rule in a request body. */
export interface Violation {
  /** Stable id such as `completions/tool-call-id-empty`. */
  rule: string;
  /** Where in the body, e.g. `messages[3].tool_calls[0].id`. */
  path: string;
  /** In the provider's words where they are known. */
  message: string;
}

/** What the server streamed before, as far as rules refer to it. */
export interface Emitted {
  /**
   * Responses: item id -> id of the last reasoning item in front of it in the same answer, or `undefined` when
   * there was none, or when it is reasoning behind something else. In the order of streaming, so the first
   * entry of a reasoning item is its direct follower.
   */
  reasoningOfItem: ReadonlyMap<string, string | undefined>;
  /** Signature -> the exact thinking text it was streamed with. */
  thinkingOfSignature: ReadonlyMap<string, string>;
  /** Google: thought signatures that were streamed on a function call. */
  thoughtSignatures: ReadonlySet<string>;
  /**
   * Anthropic, Google: call (see `callKey`) -> the signature of the thinking that its answer began with, or
   * the group's thought signature; `undefined` once such a call was streamed without.
   */
  signatureOfCall: ReadonlyMap<string, string | undefined>;
}

export type WireValidator = (body: unknown, emitted: Emitted) => Violation[];

/** One request that the scripted model received. */
export interface RecordedRequest {
  api: WireApi;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: unknown;
  violations: Violation[];
  /** HTTP status of the answer. */
  status: number;
}

export interface ScriptedModelOptions {
  turns: readonly Turn[];
  /** Refuse illegal histories with 400. Default `true`. */
  strict?: boolean;
}

/** A running scripted model. Turns are handed out in order, one per accepted request; a refused request uses none. */
export interface ScriptedModel {
  /** `http://127.0.0.1:<port>` without a trailing slash; each API lives under its usual path (`/v1/chat/completions`, `/v1/responses`, `/v1/messages`, `/v1beta/models/<m>:streamGenerateContent`). */
  readonly url: string;
  readonly requests: readonly RecordedRequest[];
  /** Appends turns to the script. */
  push(...turns: Turn[]): void;
  /** Stops the server and ends its open streams. May be called again. */
  close(): Promise<void>;
  /** `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}
