import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { evidence, line, record, report, written } from './incident-evidence.ts';
import { opl, oplHere } from './run.ts';
import { scratch } from './scratch.ts';

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
