import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { writeEvidence } from '../../src/evidence.ts';
import { guardAssistantMessage } from '../../src/guardian.ts';
import { buildIncidentRecord } from '../../src/incident-record.ts';
import { oplHere } from './run.ts';
import { scratch } from './scratch.ts';

interface Incident {
  day?: string;
  provider?: unknown;
  model?: unknown;
  calls?: readonly Record<string, unknown>[];
}

/** Has the guard itself write the evidence of a message, as it does when it takes calls out. */
export function record(
  project: string,
  { day = '2026-01-31', provider = 'p', model = 'm', calls = [{ id: '' }] }: Incident,
): void {
  const message = {
    role: 'assistant',
    api: 'openai-completions',
    provider,
    model,
    stopReason: 'toolUse',
    timestamp: Date.parse(`${day}T12:00:00Z`),
    content: calls.map((call) => ({ type: 'toolCall', name: 'read', arguments: { path: 'a.ts' }, ...call })),
  };
  const removed = guardAssistantMessage(message)?.removedToolCalls ?? [];
  const session = { sessionId: 's-1', cwd: project };
  assert.deepEqual(writeEvidence(() => buildIncidentRecord(message, session, removed)).written, true);
}

/** The file of a project that the guard writes its evidence to. */
export const evidence = (project: string) => path.join(project, 'err', 'guardian.jsonl');

/** A new project with evidence of any content. */
export function written(t: TestContext, content: string | Uint8Array): string {
  const project = scratch(t);
  mkdirSync(path.join(project, 'err'));
  writeFileSync(evidence(project), content);
  return project;
}

/** A line of evidence without calls, and with these fields. */
export const line = (more: object) =>
  `${JSON.stringify({ timestamp: '2026-01-31T12:00:00Z', kind: 'malformed_tool_call', removedToolCalls: [], ...more })}\n`;

/** What `incidents --json` says in a folder, where it runs without a complaint. */
export async function report(cwd: string, ...args: string[]) {
  const { code, stdout, stderr } = await oplHere(['incidents', '--json', ...args], { cwd });
  assert.equal(stderr, '');
  assert.equal(code, 0);
  return JSON.parse(stdout);
}
