import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { diskFiles, type MapFiles } from '../../src/map/map-files.ts';
import { projectSettings } from '../../src/project-settings.ts';
import { DEFAULT_SETTINGS } from '../../src/settings.ts';
import { problemText, SETTINGS_FILE, settingsReader } from '../../src/settings-file.ts';

/** A project's root, with a settings file where a text is given. */
function project(t: TestContext, text?: string): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'settings-')));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, 'docs/features'), { recursive: true });
  if (text !== undefined) writeFileSync(join(root, SETTINGS_FILE), text);
  return root;
}

/** What is wrong with the settings of a project, as lines. */
function problems(root: string): string[] {
  const { settings, problems: found } = settingsReader('dsh')(root);
  assert.deepEqual(settings, {});
  return found.map(problemText);
}

test('the file stands beside the index of the map', () => {
  assert.equal(SETTINGS_FILE, 'docs/features/feature-map.json');
});

test('a project without a settings file, or without a map, sets nothing', (t) => {
  const read = settingsReader('dsh');
  for (const root of [project(t), join(project(t), 'nowhere')]) {
    assert.deepEqual(read(root), { settings: {}, problems: [] });
  }
});

test('a problem is shown with file, line, column and pointer on one line', (t) => {
  assert.deepEqual(problems(project(t, '{\n "mode": "x"}')), [
    'docs/features/feature-map.json:2:2 /mode: expected one of enforce, prompt, off; got "x"',
  ]);
  const hostile = problems(project(t, '{"\\u001b[2J\\n": 1}'));
  assert.match(
    hostile[0] ?? '',
    /^docs\/features\/feature-map\.json:1:2 "\/\\u001b\[2J\\u000a": unknown setting/,
  );
});

test('a link that leads out of the project is not read, one that stays inside is', (t) => {
  const root = project(t);
  const outside = project(t, '{"mode": "off"}');
  const file = join(root, SETTINGS_FILE);
  symlinkSync(join(outside, SETTINGS_FILE), file);
  assert.deepEqual(problems(root), [
    'docs/features/feature-map.json is a link that leads out of the project',
  ]);

  rmSync(file);
  writeFileSync(join(root, 'shared.json'), '{"mode": "off"}');
  symlinkSync('../../shared.json', file);
  assert.deepEqual(settingsReader('dsh')(root).settings, { mode: 'off' });
});

test('a loop of links, a folder and a pipe that nobody writes to are named and not waited for', (t) => {
  const loop = project(t);
  symlinkSync('feature-map.json', join(loop, SETTINGS_FILE));
  assert.deepEqual(problems(loop), ['docs/features/feature-map.json cannot be reached (ELOOP)']);

  const folder = project(t);
  mkdirSync(join(folder, SETTINGS_FILE));
  assert.deepEqual(problems(folder), ['docs/features/feature-map.json is not a regular file']);

  const pipe = project(t);
  execFileSync('mkfifo', [join(pipe, SETTINGS_FILE)]);
  assert.deepEqual(problems(pipe), ['docs/features/feature-map.json is not a regular file']);
});

test('a file that is too large, binary or not UTF-8 is refused', (t) => {
  const large = project(t, '{}');
  truncateSync(join(large, SETTINGS_FILE), 1_000_000_000);
  assert.match(problems(large)[0] ?? '', /has 1000000000 bytes, more than the 262144 that are read/);
  assert.match(problems(project(t, '{}\0'))[0] ?? '', /is binary/);
  const latin = project(t);
  writeFileSync(join(latin, SETTINGS_FILE), Buffer.from([0x7b, 0xff, 0x7d]));
  assert.match(problems(latin)[0] ?? '', /is not UTF-8/);
});

test('a file that changed is read anew, and one that did not is not', (t) => {
  const root = project(t, '{"maxBytes": 2048}');
  let reads = 0;
  const files: MapFiles = {
    ...diskFiles,
    read(file, limit) {
      reads += 1;
      return diskFiles.read(file, limit);
    },
    // A clock far ahead, so that the file counts as settled at once.
    now: () => diskFiles.now() + 3_600_000_000_000n,
  };
  const read = settingsReader('dsh', files);
  for (let call = 0; call < 3; call += 1) assert.equal(read(root).settings.maxBytes, 2048);
  assert.equal(reads, 1);

  writeFileSync(join(root, SETTINGS_FILE), '{"maxBytes": 4096, "mode": "off"}');
  assert.equal(read(root).settings.maxBytes, 4096);
  rmSync(join(root, SETTINGS_FILE));
  assert.deepEqual(read(root).settings, {});
});

test('the defaults come first, then the file, then what the host sets itself', (t) => {
  const root = project(t, '{"mode": "prompt", "maxBytes": 2048}');
  const settingsOf = projectSettings('dsh', { mode: undefined, maxBytes: 8192 }, assert.fail);
  assert.deepEqual(settingsOf(root), { ...DEFAULT_SETTINGS, mode: 'prompt', maxBytes: 8192 });
  assert.deepEqual(settingsOf(undefined), { ...DEFAULT_SETTINGS, maxBytes: 8192 });

  const onPi = projectSettings('pi', {}, assert.fail);
  assert.deepEqual(onPi(root).sourceTools, ['read', 'bash'], "a host's tools have other names");
});

test('in a host a bad file is ignored as a whole and warned of once, until it changes', (t) => {
  const root = project(t, '{"mode": "off", "maxBytes": 1}');
  const warnings: string[] = [];
  const settingsOf = projectSettings('dsh', {}, (text) => warnings.push(text));

  for (let call = 0; call < 3; call += 1) assert.deepEqual(settingsOf(root), DEFAULT_SETTINGS);
  assert.equal(warnings.length, 1);
  assert.ok(warnings[0]?.includes(root));
  assert.match(warnings[0] ?? '', /ignored.*feature-map\.json:1:17 \/maxBytes: expected/);

  writeFileSync(join(root, SETTINGS_FILE), '{"mode": "off"}');
  assert.equal(settingsOf(root).mode, 'off');
  writeFileSync(join(root, SETTINGS_FILE), JSON.stringify({ a: 1, b: 1, c: 1, d: 1, e: 1 }));
  assert.deepEqual(settingsOf(root), DEFAULT_SETTINGS);
  assert.equal(warnings.length, 2);
  assert.match(warnings[1] ?? '', /; 2 more$/);
});
