import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, closeSync, constants, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { COMMAND_NAMES } from '../../src/cli/commands.ts';
import { cliEnv, featureMap, featureMapHere, lendery, scratch, writeFiles } from './cli.ts';

const PACKAGE = fileURLToPath(new URL('../../', import.meta.url));
const BUILT = join(PACKAGE, 'dist/cli.js');

test('the help text names every command, and each command has one of its own', async (t) => {
  const cwd = scratch(t);
  const general = await featureMapHere(['--help'], { cwd });
  assert.equal(general.code, 0);
  for (const name of COMMAND_NAMES) {
    assert.match(general.stdout, new RegExp(`^  ${name} +\\S`, 'm'));
    const own = await featureMapHere([name, '--help'], { cwd });
    assert.equal(own.code, 0);
    assert.match(own.stdout, new RegExp(`^Usage: feature-map ${name}\\b`));
    assert.match(own.stdout, /Exit codes: 0 .*1 .*2 /s);
    assert.match(own.stdout, /--root <folder>.*--json/s);
    assert.ok(
      own.stdout.split('\n').every((line) => line.length <= 100),
      name,
    );
  }
  assert.equal(
    (await featureMapHere(['help', 'check'], { cwd })).stdout,
    (await featureMapHere(['check', '-h'], { cwd })).stdout,
  );
});

test('the version is that of the package', async (t) => {
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'));
  assert.deepEqual(await featureMap(['--version'], { cwd: scratch(t) }), {
    code: 0,
    stdout: `${version}\n`,
    stderr: '',
  });
});

for (const [args, complaint] of [
  [[], /no command.*Usage: feature-map/s],
  [['chek'], /"chek": unknown command; did you mean check\?/],
  [['colour'], /"colour": unknown command; there are check, /],
  [['--root', '.', 'check'], /the command comes first, not "--root"/],
  [['check', '--jsn'], /--jsn: unknown option; did you mean --json\?\n.*feature-map check --help/],
  [['check', '-x'], /-x: unknown option; there are --strict/],
  [['check', '--json=yes'], /--json takes no value, but has "yes"/],
  [['check', '--json', '--json'], /--json stands twice/],
  [['check', '--root'], /--root needs a value: --root=<folder>/],
  [['check', '--root', '--json'], /--root needs a value, and "--json" looks like an option/],
  [['check', '--root='], /--root needs a value/],
  [['check', 'all'], /unexpected: "all"/],
  [['topic'], /missing: <words\.\.\.>/],
  [['check', '\u001b[2J'], /unexpected: "\\u001b\[2J"/],
  [['check', '--root', 'nowhere'], /there is no folder ".*nowhere"/],
] as const) {
  test(`\`feature-map ${JSON.stringify(args)}\` could not run, and says why`, async (t) => {
    const { code, stdout, stderr } = await featureMapHere(args, { cwd: scratch(t) });
    assert.equal(code, 2);
    assert.equal(stdout, '');
    assert.match(stderr, complaint);
  });
}

test('what could not run leaves standard output empty and names the remedy on the error stream', async (t) => {
  assert.deepEqual(await featureMap(['check', '--jsn'], { cwd: scratch(t) }), {
    code: 2,
    stdout: '',
    stderr:
      'feature-map: --jsn: unknown option; did you mean --json?\n' +
      'What there is: feature-map check --help\n',
  });
});

test('in a folder without a map a command that needs one says where it looked and how to begin', async (t) => {
  const cwd = scratch(t);
  for (const args of [['check'], ['topic', 'x']]) {
    const { code, stderr } = await featureMapHere(args, { cwd });
    assert.equal(code, 2);
    assert.ok(stderr.includes(cwd));
    assert.match(stderr, /docs\/features\/README\.md.*feature-map init/s);
  }
});

test('the map is found from a folder below it, and --root names another folder', async (t) => {
  const root = lendery(t);
  const below = await featureMapHere(['check'], { cwd: join(root, 'server/src') });
  assert.match(below.stdout, /^No drift found/m);
  const elsewhere = await featureMapHere(['check', '--root', join(root, 'kiosk')], { cwd: scratch(t) });
  assert.equal(elsewhere.code, 0);
});

test('a wrong settings file stops every command that reads it, with each place', async (t) => {
  const root = lendery(t, { 'docs/features/feature-map.json': '{\n  "modee": "off",\n  "maxBytes": 3\n}\n' });
  for (const args of [['check'], ['topic', 'deposit'], ['explain', 'read', 'README.md']]) {
    const { code, stdout, stderr } = await featureMapHere(args, { cwd: root });
    assert.equal(code, 2);
    assert.equal(stdout, '');
    assert.match(
      stderr,
      /docs\/features\/feature-map\.json:2:3 \/modee: unknown setting; did you mean mode\?/,
    );
    assert.match(
      stderr,
      /docs\/features\/feature-map\.json:3:3 \/maxBytes: expected a whole number from 1024/,
    );
  }
  writeFiles(root, { 'docs/features/feature-map.json': '{"mode": "off"' });
  const { code, stderr } = await featureMapHere(['check'], { cwd: root });
  assert.equal(code, 2);
  assert.match(stderr, /feature-map\.json:1:15 is no JSON: expected "," or "}", got the end of the text/);
});

test('a reader that closes the pipe early is no error, and the exit code stays that of the answer', async (t) => {
  const root = lendery(t, manyPages(600));
  const program = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));
  const child = spawn(process.execPath, [program, 'check'], { cwd: root, env: cliEnv() });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  await once(child.stdout, 'data');
  child.stdout.destroy();
  const [code] = await once(child, 'close');
  assert.equal(stderr, '');
  assert.equal(code, 1);
});

test('output that cannot be written is told in one line, and the command could not run', async (t) => {
  const root = lendery(t);
  const program = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));
  // Open for reading alone: each write to it fails.
  const unwritable = openSync(join(root, 'docs/features/README.md'), 'r');
  t.after(() => closeSync(unwritable));
  for (const args of [['check'], ['check', '--json'], ['--help']]) {
    const child = spawn(process.execPath, [program, ...args], {
      cwd: root,
      env: cliEnv(),
      stdio: ['ignore', unwritable, 'pipe'],
    });
    let stderr = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    const [code] = await once(child, 'close');
    assert.match(stderr, /^feature-map: cannot write the output: EBADF[^\n]*\n$/);
    assert.equal(code, 2);
  }
  const stdio = ['ignore', unwritable, unwritable] as const;
  const [code] = await once(
    spawn(process.execPath, [program, 'check'], { cwd: root, env: cliEnv(), stdio: [...stdio] }),
    'close',
  );
  assert.equal(code, 2);
});

test('the built program runs as the sources do', async (t) => {
  const program = existsSync(BUILT) ? { program: BUILT } : {};
  const root = lendery(t);
  const [built, source] = await Promise.all([
    featureMap(['check', '--json'], { cwd: root, ...program }),
    featureMap(['check', '--json'], { cwd: root }),
  ]);
  assert.deepEqual(built, source);
});

/** Pages that no row links: a report larger than any pipe's buffer. */
function manyPages(count: number): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`docs/features/loose-${at}.md`, `# Loose ${at}\n`]),
  );
}

test('what npm links is there before anything is built, can be executed, and says what is missing', (t) => {
  const bin = join(PACKAGE, 'bin/feature-map.js');
  accessSync(bin, constants.X_OK);
  const cwd = scratch(t);
  writeFiles(cwd, {
    'bin/feature-map.js': readFileSync(bin, 'utf8'),
    'bin/package.json': '{"type":"module"}',
  });
  const run = (file: string) => spawnSync(process.execPath, [file, '--version'], { encoding: 'utf8' });
  const unbuilt = run(join(cwd, 'bin/feature-map.js'));
  assert.deepEqual(
    [unbuilt.status, unbuilt.stderr],
    [2, 'feature-map: not built yet; run "npm run build" in the checkout first\n'],
  );
  assert.equal(run(bin).status, existsSync(BUILT) ? 0 : 2);
});
