import assert from 'node:assert/strict';
import type { HostRow } from '../hosts.ts';
import type { Scenario } from '../scenario.ts';
import { guard } from './guard.ts';
import { instruction, tools } from './offer.ts';
import { sessions } from './sessions.ts';

/** What the feature map promises on a host with this row. */
export function featureMapContract({ blocks, rewrites, reads, featureMap }: HostRow): Scenario[] {
  assert.ok(featureMap, 'the row of this host does not say what the feature map does there');
  return [
    ...tools(featureMap),
    ...(rewrites.includes('system prompt') ? instruction(reads) : []),
    ...(blocks.includes('tool call') ? [...guard(featureMap), ...sessions(reads, featureMap)] : []),
  ];
}
