import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { COMMAND_NAMES, COMMANDS, isCommandName } from '../../src/cli/commands.ts';
import { HOST_NAMES } from '../../src/hosts.ts';
import { SETTING_NAMES, SETTINGS } from '../../src/settings.ts';
import { settingsOfText } from '../../src/settings-text.ts';
import { cliEnv, lendery } from './cli.ts';

const PAGE = new URL('../../docs/cli.md', import.meta.url);
const PROGRAM = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));
const COMMON = ['root', 'json', 'help'];

const page = readFileSync(PAGE, 'utf8');

/** The code blocks of a language. */
function blocks(language: string): string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(
    ([, text = '']) => text,
  );
}

async function commandTable(): Promise<string> {
  const rows = COMMAND_NAMES.map(async (name) => {
    const { operands, options } = (await COMMANDS[name].load()).command;
    const own = Object.entries(options).filter(([option]) => !COMMON.includes(option));
    const shown = own.map(([option, { value, about }]) => {
      return `\`--${option}${value === undefined ? '' : ` <${value}>`}\`: ${about}`;
    });
    return `| \`${`${name} ${operands}`.trimEnd()}\` | ${COMMANDS[name].summary} | ${shown.join('<br>')} |`;
  });
  return ['| Command | What it does | Options |', '|---|---|---|', ...(await Promise.all(rows))].join('\n');
}

test('the table of commands is made from the program (UPDATE_DOCS=1 writes it anew)', async () => {
  const table = await commandTable();
  const block = /(<!-- commands: .*-->\n)(.*?)(<!-- \/commands -->)/s;
  if (process.env.UPDATE_DOCS === '1') {
    writeFileSync(
      PAGE,
      page.replace(block, (_all, open, _table, close) => `${open}${table}\n${close}`),
    );
  }
  assert.equal(block.exec(readFileSync(PAGE, 'utf8'))?.[2]?.trimEnd(), table);
});

test('every command line on the page is one that the program takes', async () => {
  const lines = blocks('(?:sh|yaml)')
    .flatMap((block) => block.split('\n'))
    .flatMap((line) => /(?<![\w-])feature-map ([a-z][^#|]*)/.exec(line)?.[1] ?? []);
  assert.ok(lines.length >= 8);
  for (const line of lines) {
    const [name = '', ...args] = (line.match(/'[^']*'|[^\s']+/g) ?? []).map((word) =>
      word.replaceAll("'", ''),
    );
    assert.ok(isCommandName(name), line);
    (await COMMANDS[name].load()).command.read(args);
  }
});

test('each command has its schema in the table of schemas', () => {
  const rows = [...page.matchAll(/^\| `(\w+)` \| `schemas\/(\w+)-report\.schema\.json` \|$/gm)];
  assert.deepEqual(
    rows.map(([, name]) => name),
    COMMAND_NAMES,
  );
  assert.ok(rows.every(([, name, file]) => name === file));
});

test('the settings on the page are right for every host, and all that a file can set are named', () => {
  const [example = ''] = blocks('json');
  for (const host of HOST_NAMES) assert.deepEqual(settingsOfText(example, host).problems, []);
  const inFile = SETTING_NAMES.filter((name) => !SETTINGS[name].hostOnly);
  const [, sets = ''] = /The file sets (.*?), with the limits/s.exec(page) ?? [];
  assert.deepEqual(
    [...sets.matchAll(/`(\w+)`/g)].map(([, name]) => name),
    inFile,
  );
});

test('the pre-commit hook lets a commit through while the map is true, and no longer when it is not', async (t) => {
  const root = lendery(t);
  rmSync(join(root, '.git'), { recursive: true });
  const [hook = ''] = blocks('sh').filter((block) => block.startsWith('#!/bin/sh'));
  const installed = join(root, 'node_modules/.bin/feature-map');
  mkdirSync(join(root, 'node_modules/.bin'), { recursive: true });
  writeFileSync(installed, `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`);
  writeFileSync(join(root, '.gitignore'), 'node_modules\n');

  await git(root, 'init', '-q');
  const file = join(root, '.git/hooks/pre-commit');
  mkdirSync(join(root, '.git/hooks'), { recursive: true });
  writeFileSync(file, hook);
  for (const program of [installed, file]) chmodSync(program, 0o755);

  await git(root, 'add', '.');
  const first = await git(root, 'commit', '-m', 'one');
  assert.equal(first.code, 0, first.output);
  assert.match(first.output, /No drift found/);

  await git(root, 'rm', '-q', 'docs/features/payments.md');
  const second = await git(root, 'commit', '-m', 'two');
  assert.equal(second.code, 1, second.output);
  assert.match(second.output, /index\/broken-link/);
});

function git(root: string, ...args: string[]): Promise<{ code: number; output: string }> {
  const who = ['-c', 'user.name=test', '-c', 'user.email=test@example.invalid', '-c', 'commit.gpgsign=false'];
  return new Promise((resolve) => {
    const child = execFile(
      'git',
      [...who, ...args],
      { cwd: root, env: cliEnv() },
      (_error, stdout, stderr) => {
        resolve({ code: child.exitCode ?? -1, output: stdout + stderr });
      },
    );
  });
}
