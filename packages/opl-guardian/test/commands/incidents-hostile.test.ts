import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { evidence, line, record, report, written } from './incident-evidence.ts';
import { oplHere } from './run.ts';
import { scratch } from './scratch.ts';

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
