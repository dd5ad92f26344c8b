import assert from 'node:assert/strict';
import type { HostRow } from '../hosts.ts';
import type { Scenario } from '../scenario.ts';
import { histories } from './history.ts';
import { responses } from './responses.ts';

/** What opl-guardian promises on a host with this row. */
export function oplGuardianContract({ rewrites, reads, oplGuardian }: HostRow): Scenario[] {
  assert.ok(oplGuardian, 'the row of this host does not say what opl-guardian does there');
  return [
    ...(rewrites.includes('response') ? responses(reads, oplGuardian) : []),
    ...(rewrites.includes('history') ? histories(reads, oplGuardian) : []),
  ];
}
