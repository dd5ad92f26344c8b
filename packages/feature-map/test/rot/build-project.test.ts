import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  type BuildOptions,
  buildProject,
  oldState,
  readHistory,
  readProject,
  runGit,
  type Step,
} from './build-project.ts';

async function withProject(options: BuildOptions, work: (dir: string) => Promise<void>): Promise<void> {
  const dir = await buildProject(options);
  try {
    await work(dir);
  } finally {
    await rm(dir, { recursive: true });
  }
}

const list = (text: string): string[] => text.split('\n').filter(Boolean);

/** The paths of all steps of one kind. */
function named(history: readonly Step[], kind: 'deleted' | 'untracked' | 'ignored'): string[] {
  return history.flatMap((step) =>
    Object.entries(step).flatMap(([key, path]) => (key === kind ? [path] : [])),
  );
}

test('the repository has the old state and the new one, by a neutral author at fixed times', () =>
  withProject({}, async (dir) => {
    assert.deepEqual(list(await runGit(dir, 'log', '--reverse', '--format=%an <%ae> %aI %s')), [
      'Fixture <fixture@example.invalid> 2025-01-15T12:00:00+00:00 The old state',
      'Fixture <fixture@example.invalid> 2025-03-15T12:00:00+00:00 The new state',
    ]);
  }));

test('two builds give the same commits', () =>
  withProject({}, (first) =>
    withProject({}, async (second) => {
      assert.equal(await runGit(first, 'rev-parse', 'HEAD'), await runGit(second, 'rev-parse', 'HEAD'));
    }),
  ));

test('git records every rename and every deletion of the history', () =>
  withProject({}, async (dir) => {
    const history = await readHistory();
    const changes = list(await runGit(dir, 'diff', '--find-renames', '--name-status', 'HEAD~1', 'HEAD'));
    const renames = changes.filter((line) => line.startsWith('R')).map((line) => line.split('\t').slice(1));
    const wanted = history.flatMap((step) => ('rename' in step ? [[...step.rename]] : []));
    assert.deepEqual(renames.sort(), wanted.sort());
    const deletions = changes.filter((line) => line.startsWith('D')).map((line) => line.slice(2));
    assert.deepEqual(deletions.sort(), named(history, 'deleted').sort());
    assert.deepEqual(
      changes.filter((line) => line.startsWith('A')),
      [],
    );
  }));

test('the untracked files are untracked, the ignored ones ignored, and nothing else differs', () =>
  withProject({}, async (dir) => {
    const history = await readHistory();
    const status = list(await runGit(dir, 'status', '--porcelain', '--ignored', '--untracked-files=all'));
    assert.deepEqual(
      status.sort(),
      [
        ...named(history, 'untracked').map((path) => `?? ${path}`),
        ...named(history, 'ignored').map((path) => `!! ${path}`),
      ].sort(),
    );
  }));

test('a shallow clone has the new state alone', () =>
  withProject({ shallow: true }, async (dir) => {
    assert.equal((await runGit(dir, 'rev-parse', '--is-shallow-repository')).trim(), 'true');
    assert.deepEqual(list(await runGit(dir, 'log', '--format=%s')), ['The new state']);
    assert.ok(existsSync(join(dir, 'src/server/alerts/escalation.ts')));
  }));

test('without a repository the files are the same and there is no history', () =>
  withProject({ git: false }, async (dir) => {
    assert.ok(!existsSync(join(dir, '.git')));
    for (const path of (await readProject()).keys()) assert.ok(existsSync(join(dir, path)), path);
    for (const path of named(await readHistory(), 'ignored')) assert.ok(existsSync(join(dir, path)), path);
  }));

test('a history that does not fit the project is refused with the place', () => {
  const project = new Map([['a.ts', 'one']]);
  assert.throws(() => oldState(project, [{ rename: ['old.ts', 'b.ts'] }]), /b\.ts, which is not in project/);
  assert.throws(
    () => oldState(project, [{ edit: 'a.ts', edits: [['two', 'three']] }]),
    /"two", not in a\.ts/,
  );
});
