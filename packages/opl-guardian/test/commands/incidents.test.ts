import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { writeEvidence } from '../../src/evidence.ts';
import { guardAssistantMessage } from '../../src/guardian.ts';
import { buildIncidentRecord } from '../../src/incident-record.ts';
import { opl, oplHere } from './run.ts';
import { scratch } from './scratch.ts';

interface Incident {
  day?: string;
  provider?: unknown;
  model?: unknown;
  calls?: readonly Record<string, unknown>[];
}

/** Has the guard itself write the evidence of a message, as it does when it takes calls out. */
function record(
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

const evidence = (project: string) => path.join(project, 'err', 'guardian.jsonl');

/** Evidence of any content. */
function written(t: TestContext, content: string | Uint8Array): string {
  const project = scratch(t);
  mkdirSync(path.join(project, 'err'));
  writeFileSync(evidence(project), content);
  return project;
}

const line = (more: object) =>
  `${JSON.stringify({ timestamp: '2026-01-31T12:00:00Z', kind: 'malformed_tool_call', removedToolCalls: [], ...more })}\n`;

async function report(cwd: string, ...args: string[]) {
  const { code, stdout, stderr } = await oplHere(['incidents', '--json', ...args], { cwd });
  assert.equal(stderr, '');
  assert.equal(code, 0);
  return JSON.parse(stdout);
}

describe('counting incidents', () => {
  it('counts by provider, model, reason and day, and shows the last ones', async (t) => {
    const project = scratch(t);
    record(project, { day: '2026-01-01', provider: 'one', model: 'a' });
    record(project, {
      day: '2026-01-02',
      provider: 'two',
      model: 'b',
      calls: [{ id: '' }, { id: 'c', name: '' }, { id: 'd' }],
    });
    record(project, { day: '2026-01-02', provider: 'two', model: 'b' });
    const counts = await report(project, '--last', '1');
    assert.equal(counts.file, evidence(project));
    assert.deepEqual([counts.incidents, counts.toolCalls, counts.unreadableLines.count], [3, 4, 0]);
    assert.deepEqual(counts.providers.values, [
      { value: 'two', incidents: 2 },
      { value: 'one', incidents: 1 },
    ]);
    assert.deepEqual(counts.models.values, [
      { value: 'b', incidents: 2 },
      { value: 'a', incidents: 1 },
    ]);
    assert.deepEqual(counts.reasons.values, [
      { value: 'blank-id', toolCalls: 3 },
      { value: 'blank-name', toolCalls: 1 },
    ]);
    assert.deepEqual(counts.days.values, [
      { value: '2026-01-01', incidents: 1 },
      { value: '2026-01-02', incidents: 2 },
    ]);
    assert.deepEqual(counts.last, [
      {
        line: 3,
        timestamp: '2026-01-02T12:00:00.000Z',
        kind: 'malformed_tool_call',
        action: 'dropped_all',
        provider: 'two',
        model: 'b',
        api: 'openai-completions',
        sessionId: 's-1',
        calls: [{ reason: 'blank-id', id: '', name: 'read' }],
        moreCalls: 0,
      },
    ]);
  });

  it('draws bars for a person, in the words of the evidence', async (t) => {
    const project = scratch(t);
    for (const provider of ['two', 'one', 'two']) record(project, { provider });
    const { code, stdout } = await opl(['incidents'], { cwd: project });
    assert.equal(code, 0);
    assert.match(stdout, /^3 incidents with 3 tool calls in /);
    assert.match(stdout, /By provider\n {2}two {2}2 {2}█{30}\n {2}one {2}1 {2}█{15}\n/);
    assert.match(
      stdout,
      /Incidents\n {2}2026-01-31T12:00:00\.000Z {2}dropped_all {2}two\/m {2}session s-1\n {4}blank-id: name "read", id ""\n/,
    );
  });

  it('finds the evidence by the project, its folder, the file, and the working folder', async (t) => {
    const project = scratch(t);
    record(project, {});
    for (const named of ['.', project, path.join(project, 'err'), evidence(project), 'err/guardian.jsonl']) {
      assert.equal((await report(project, named)).incidents, 1, named);
    }
    assert.equal((await report(path.join(project, 'err'))).incidents, 1);
  });

  it('says where it looked when there is nothing', async (t) => {
    const project = scratch(t);
    const { code, stdout } = await oplHere(['incidents'], { cwd: project });
    assert.equal(code, 0);
    assert.equal(stdout, `No evidence of incidents. Looked for:\n  ${evidence(project)}\n`);
    const empty = await report(project);
    assert.deepEqual([empty.incidents, empty.file, empty.lookedAt], [0, undefined, [evidence(project)]]);
  });

  it('shows the last ones by their times, whatever their order in the file', async (t) => {
    const days = ['2026-01-03', 'never', '2026-01-01', '2026-01-04', '2026-01-02'];
    const lines = days.map((day) => line({ timestamp: day, sessionId: day }));
    const project = written(t, lines.join(''));
    const ids = async (...args: string[]) =>
      (await report(project, ...args)).last.map(({ sessionId }: { sessionId: string }) => sessionId);
    const inOrder = ['never', '2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04'];
    for (const count of [0, 1, 2, 4, 5]) {
      assert.deepEqual(await ids('--last', String(count)), inOrder.slice(inOrder.length - count));
    }
    const { stdout } = await oplHere(['incidents', '--last', '1'], { cwd: project });
    assert.match(stdout, /\nThe last incident\n {2}2026-01-04T/);
    assert.match(
      (await oplHere(['incidents', '--last', '2'], { cwd: project })).stdout,
      /\nThe last 2 incidents\n/,
    );
  });

  it('shows a value that is no text without quotes', async (t) => {
    const ids = [null, 'null', 7, true, undefined];
    const removedToolCalls = ids.map((id) => ({ reason: 'blank-id', toolCall: { id, name: 'read' } }));
    const project = written(t, line({ removedToolCalls }));
    const { stdout } = await oplHere(['incidents'], { cwd: project });
    const shown = [...stdout.matchAll(/name "read", id (.*)$/gm)].map(([, id]) => id);
    assert.deepEqual(shown, ['null', '"null"', '7', 'true', '(missing)']);
    const [{ calls }] = (await report(project)).last;
    assert.deepEqual(
      calls.map(({ id }: { id?: unknown }) => id),
      ids,
    );
  });

  it('says so of a file that holds something else, and takes an empty one for no incidents', async (t) => {
    const cwd = scratch(t);
    writeFileSync(path.join(cwd, 'README.md'), '# Title\n\nText.\n');
    writeFileSync(path.join(cwd, 'one.json'), '{"version":1}');
    writeFileSync(path.join(cwd, 'empty.jsonl'), '');
    for (const [name, why] of [
      ['README.md', 'none of its 2 lines is a record of it'],
      ['one.json', 'its only line is no record of it'],
    ] as const) {
      for (const args of [[], ['--json']]) {
        const { code, stdout, stderr } = await oplHere(['incidents', name, ...args], { cwd });
        assert.deepEqual([code, stdout], [2, '']);
        assert.equal(stderr, `opl-guardian: "${path.join(cwd, name)}" is no evidence of the guard: ${why}\n`);
      }
    }
    assert.equal((await report(cwd, 'empty.jsonl')).incidents, 0);
  });

  it('refuses a path that is not there, and a count that is none', async (t) => {
    const cwd = scratch(t);
    for (const [args, why] of [
      [['none'], /"[^"]*none" cannot be looked at: there is no such file/],
      [['--last', 'many'], /--last "many": expected a number from 0 to 1000/],
      [['--last', '1001'], /expected a number/],
      [['a', 'b'], /unexpected: "b"/],
    ] as const) {
      const { code, stderr } = await oplHere(['incidents', ...args], { cwd });
      assert.equal(code, 2);
      assert.match(stderr, why);
    }
  });
});

describe('private and hostile evidence', () => {
  const HOSTILE = 'a\u001b[31m\u0007\u009b\u202e\u2028\r\nb\ud800';
  const SHOWN = 'a\\u001b[31m\\u0007\\u009b\\u202e\\u2028\\r\\nb\\ud800';

  it('shows arguments only when asked', async (t) => {
    const project = scratch(t);
    record(project, { calls: [{ id: '', arguments: { secret: 'xyzzy' } }] });
    for (const args of [[], ['--json']]) {
      const without = await oplHere(['incidents', ...args], { cwd: project });
      assert.doesNotMatch(without.stdout, /xyzzy|secret/);
      const { stdout } = await oplHere(['incidents', '--with-arguments', ...args], { cwd: project });
      assert.match(stdout, /xyzzy/);
    }
    assert.equal(
      (await report(project, '--with-arguments')).last[0].calls[0].arguments,
      '{"secret":"xyzzy"}',
    );
  });

  it('escapes everything that a terminal would obey, in every field', async (t) => {
    const toolCall = { id: HOSTILE, name: HOSTILE, arguments: { [HOSTILE]: HOSTILE } };
    const removedToolCalls = [{ reason: HOSTILE, mintedId: HOSTILE, toolCall }];
    const fields = ['provider', 'model', 'api', 'kind', 'action', 'sessionId', 'timestamp'];
    const project = written(
      t,
      line({ ...Object.fromEntries(fields.map((key) => [key, HOSTILE])), removedToolCalls }),
    );
    for (const args of [['--with-arguments'], ['--with-arguments', '--json']]) {
      const { stdout } = await oplHere(['incidents', ...args], { cwd: project });
      assert.doesNotMatch(stdout.replaceAll('\n', ''), /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
      if (!args.includes('--json')) assert.ok(stdout.includes(SHOWN), stdout);
    }
    assert.equal((await report(project)).last[0].provider, HOSTILE, 'JSON gives the text back');
  });

  it('counts lines that are no record, and reads on', async (t) => {
    const odd = ['no JSON', '{"cut":', '7', 'null', '[]', '{"removedToolCalls":{}}', '\u0000'];
    const project = written(t, `${line({})}\n${odd.join('\n')}\n${line({})}{"torn`);
    const { incidents, unreadableLines } = await report(project);
    assert.equal(incidents, 2);
    assert.deepEqual(unreadableLines, { count: 8, lines: [3, 4, 5, 6, 7, 8, 9, 11] });
    const { stdout } = await oplHere(['incidents'], { cwd: project });
    assert.match(stdout, /8 lines could not be read as records: 3, 4, 5, 6, 7, 8, 9, 11\n/);
  });

  it('takes fields of any type, missing ones and nesting of any depth', async (t) => {
    const deep = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
    const calls = `[7,null,{"toolCall":null},{"toolCall":{"id":7,"name":{"a":[]},"arguments":${deep}}}]`;
    const project = written(
      t,
      `{"provider":7,"model":{"a":1},"timestamp":"never","removedToolCalls":${calls}}\n`,
    );
    const counts = await report(project, '--with-arguments');
    assert.deepEqual(counts.providers.values, [{ value: '7', incidents: 1 }]);
    assert.deepEqual(counts.models.values, [{ value: '{"a":1}', incidents: 1 }]);
    assert.deepEqual(counts.days.values, [{ value: '(unknown)', incidents: 1 }]);
    assert.deepEqual(counts.last[0].calls[0], { reason: '(unknown)', arguments: '(missing)' });
    assert.deepEqual([counts.last[0].calls[3].id, counts.last[0].calls[3].name], [7, '{"a":[]}']);
    assert.match(counts.last[0].calls[3].arguments, /nested too deeply/);
    assert.equal((await oplHere(['incidents', '--with-arguments'], { cwd: project })).code, 0);
  });

  it('passes over a line that is longer than any record without keeping it', async (t) => {
    const project = written(t, line({ provider: 'x'.repeat(1024 * 1024) }) + line({ provider: 'short' }));
    const { providers, unreadableLines } = await report(project);
    assert.deepEqual(unreadableLines, { count: 1, lines: [1] });
    assert.deepEqual(providers.values, [{ value: 'short', incidents: 1 }]);
  });

  it('counts together what comes after a thousand different values', async (t) => {
    const lines = Array.from({ length: 1200 }, (_, at) => line({ provider: `p${at}` }));
    const { providers, incidents } = await report(written(t, lines.join('')));
    assert.deepEqual([providers.values.length, providers.others, incidents], [1000, 200, 1200]);
  });

  it('reads lines across the borders of chunks', async (t) => {
    const project = written(t, '');
    for (let at = 0; at < 40; at++)
      appendFileSync(evidence(project), line({ model: `m${at % 2}`, sessionId: 'é'.repeat(40_000 + at) }));
    const { incidents, models, unreadableLines } = await report(project);
    assert.deepEqual([incidents, unreadableLines.count], [40, 0]);
    assert.deepEqual(
      models.values.map((one: { incidents: number }) => one.incidents),
      [20, 20],
    );
  });

  it('follows no link that a project has in the place of its evidence', async (t) => {
    const project = scratch(t);
    const other = written(t, line({}));
    symlinkSync(path.join(other, 'err'), path.join(project, 'err'));
    const { code, stderr } = await oplHere(['incidents'], { cwd: project });
    assert.equal(code, 2);
    assert.match(stderr, /err" is a symbolic link, and the guard never writes through one/);
    assert.equal(
      (await report(project, evidence(project))).incidents,
      1,
      'one that the user names is followed',
    );
  });

  it('does not wait for a pipe, and says why a file cannot be read', async (t) => {
    const project = scratch(t);
    mkdirSync(path.join(project, 'err'));
    execFileSync('mkfifo', [evidence(project)]);
    const { code, stderr } = await oplHere(['incidents'], { cwd: project });
    assert.equal(code, 2);
    assert.match(stderr, /guardian\.jsonl" cannot be read: it is no regular file/);
  });
});
