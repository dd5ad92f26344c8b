import assert from 'node:assert/strict';
import { isObject } from '../../json.ts';
import type { RecordedRequest } from '../../types.ts';
import type { Said } from '../host.ts';
import { type FeatureMapOnHost, type LookupTool, lookupCall } from '../hosts.ts';
import type { Scenario } from '../scenario.ts';
import { message } from '../turns.ts';
import { done, inPlace, MAPLESS, MAPPED, topic } from './place.ts';

/** What the model is offered. */
export function tools({ tools: expected }: FeatureMapOnHost): Scenario[] {
  return [
    {
      name: "the model is offered the map's tools, and gets the map from them",
      run: (host) =>
        inPlace(host, MAPPED, async (session) => {
          const said = await session.say(message(topic()), done);
          assert.deepEqual(
            toolsOf(said)
              .filter((tool) => tool.startsWith('feature_map'))
              .sort(),
            [...expected].sort(),
          );
          assert.match(said.calls[0]?.text ?? '', /Sells tickets/);
        }),
    },
  ];
}

/** What the model is told. */
export function instruction(reads: LookupTool): Scenario[] {
  return [
    {
      name: 'the prompt tells of the map once, the same text in each request',
      run: (host) =>
        inPlace(host, MAPPED, async (session) => {
          const { requests } = await session.say(message(lookupCall(reads, 'src/tickets.ts')), done);
          const [first, second] = requests.map(systemText);
          assert.equal(first?.split('keeps a feature map').length, 2);
          assert.equal(second, first);
        }),
    },
    {
      name: 'the prompt of a project without a map does not',
      holdsUnguarded: true,
      run: (host) =>
        inPlace(host, MAPLESS, async (session) => {
          const { requests } = await session.say(done);
          assert.doesNotMatch(requests.map(systemText).join(), /feature.map/);
        }),
    },
  ];
}

interface ChatBody {
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

function bodyOf({ body }: RecordedRequest): ChatBody {
  assert.ok(isObject(body) && Array.isArray(body.messages));
  return body as unknown as ChatBody;
}

function toolsOf({ requests: [first] }: Said): string[] {
  assert.ok(first);
  return (bodyOf(first).tools ?? []).map((tool) => tool.function.name);
}

function systemText(request: RecordedRequest): string {
  return JSON.stringify(bodyOf(request).messages.filter(({ role }) => role === 'system'));
}
