import type { WireApi } from '../types.ts';
import type { EmittedMemory } from './emitted.ts';
import type { Encoder } from './plan.ts';
import { encodeOpenaiCompletions } from './stream-openai-completions.ts';

/** How one API streams: its encoder, its framing, and what its streams leave to remember. */
export interface Dialect {
  encode: Encoder;
  /** One stream event as its server-sent event. */
  frame(event: unknown): string;
  /** What follows the last event of a complete stream. */
  end: string;
  /** Notes in `memory` what these events of one answer bind the client to. */
  remember(events: readonly unknown[], memory: EmittedMemory): void;
}

const dataLine = (event: unknown): string => `data: ${JSON.stringify(event)}\n\n`;

const openaiCompletions: Dialect = {
  encode: encodeOpenaiCompletions,
  frame: dataLine,
  end: 'data: [DONE]\n\n',
  remember: () => {},
};

/** The four dialects by API. */
export const dialects: Record<WireApi, Dialect> = {
  'openai-completions': openaiCompletions,
  'openai-responses': openaiCompletions,
  anthropic: openaiCompletions,
  google: openaiCompletions,
};
