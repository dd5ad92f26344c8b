import { member, stringOf } from '../json.ts';
import type { WireApi } from '../types.ts';
import type { Encoder } from './plan.ts';
import { type Remember, rememberAnthropic, rememberGoogle, rememberResponses } from './remember.ts';
import { encodeAnthropic } from './stream-anthropic.ts';
import { encodeGoogle } from './stream-google.ts';
import { encodeOpenaiCompletions } from './stream-openai-completions.ts';
import { encodeOpenaiResponses } from './stream-openai-responses.ts';

/** How one API streams: its encoder, its framing, and what its streams leave to remember. */
export interface Dialect {
  encode: Encoder;
  /** One stream event as its server-sent event. */
  frame(event: unknown): string;
  /** What follows the last event of a complete stream. */
  end: string;
  remember: Remember;
}

const dataEvent = (event: unknown): string => `data: ${JSON.stringify(event)}\n\n`;
const namedEvent = (event: unknown): string => {
  const type = stringOf(member(event, 'type'));
  return type === undefined ? dataEvent(event) : `event: ${type}\n${dataEvent(event)}`;
};

/** The four dialects by API. */
export const dialects: Record<WireApi, Dialect> = {
  'openai-completions': {
    encode: encodeOpenaiCompletions,
    frame: dataEvent,
    end: 'data: [DONE]\n\n',
    remember: () => {},
  },
  'openai-responses': {
    encode: encodeOpenaiResponses,
    frame: namedEvent,
    end: '',
    remember: rememberResponses,
  },
  anthropic: { encode: encodeAnthropic, frame: namedEvent, end: '', remember: rememberAnthropic },
  google: { encode: encodeGoogle, frame: dataEvent, end: '', remember: rememberGoogle },
};
