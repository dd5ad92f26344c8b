import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { link, PROJECT, scratch, under } from '../guard/scratch.ts';
import { askBash, bashRules } from './bash-call.ts';

/** Asserts that each line is decided by one rule. */
function assertRule(root: string, rule: string, lines: readonly string[]): void {
  for (const line of lines) assert.equal(askBash(root, line).rule, rule, line);
}

test('work at a lookup’s side is never blocked, whatever joins the two', (t) => {
  const root = scratch(t, PROJECT);
  for (const joint of [' && ', ' || ', '; ', '\n', ' | ']) {
    assertRule(root, 'other-command', [`npm test${joint}cat src/a.ts`, `cat src/a.ts${joint}npm test`]);
  }
  assertRule(root, 'other-command', [
    '(cat src/a.ts; npm test)',
    '{ npm test; cat src/a.ts; }',
    "cat src/a.ts; bash -c 'npm test'",
    'cat src/a.ts > copy.ts',
    'cat src/a.ts; echo done >> log.txt',
    '{ cat src/a.ts; } > copy.ts',
    '> new.txt',
  ]);
});

test('what is not understood is allowed, wherever it stands in the line', (t) => {
  const root = scratch(t, PROJECT);
  const unclear = [
    'cat <<EOF',
    'sleep 1 & cat src/a.ts',
    'cat src/a.ts &',
    '(cat src/a.ts',
    'cat src/a.ts)',
    '()',
    '{ cat src/a.ts }',
    '{ }',
    'cat src/a.ts &&',
    '&& cat src/a.ts',
    'cat src/a.ts | | wc',
    '; cat src/a.ts',
    'cat src/a.ts;; cat src/a.ts',
    'if true; then cat src/a.ts; fi',
    'for f in a; do cat src/a.ts; done',
    'function f { cat src/a.ts; }',
    'f() { cat src/a.ts; }',
    '[[ -f x ]] && cat src/a.ts',
    '((1)) && cat src/a.ts',
    'cat src/a.ts <> log',
    'cat src/a.ts > "$out"',
    'cat src/a.ts <',
    'cat src/a.ts > >(wc)',
    '$program src/a.ts',
    'c*t src/a.ts',
    'cat src/a.ts | ! wc',
    '{ rg x; } < list.txt',
  ];
  assertRule(root, 'unclear-command', [...unclear, ...unclear.map((line) => `cat src/a.ts\n${line}`)]);
});

test('redirections that keep nothing are none', (t) => {
  const root = scratch(t, PROJECT);
  assertRule(root, 'source-path', [
    'cat src/a.ts >/dev/null 2>&1',
    'cat src/a.ts &>/dev/null',
    'cat src/a.ts >&/dev/null',
    'cat src/a.ts 2>&-',
    '2>/dev/null cat src/a.ts',
    'cat 2>/dev/null src/a.ts',
    'cat src/a.ts 3>&1 1>&2 2>&3',
    '{ cat src/a.ts; } 2>/dev/null',
    'cat - src/a.ts </dev/null',
  ]);
  assertRule(root, 'no-path', ['cat < src/a.ts', 'grep x <<< "src/a.ts"', 'rg x < src/a.ts', '2>&1']);
});

test('cd leads the paths behind it, as far as its shell reaches', (t) => {
  const root = scratch(t, { ...PROJECT, 'src/deep/c/x.ts': '' });
  assertRule(root, 'source-path', [
    'cd src && cat a.ts',
    'cd src\ncd deep\ncat b.ts',
    'cd -- src; cat a.ts',
    '{ cd src; }; cat a.ts',
    '(cd src); cat src/a.ts',
    'cd src | cat src/a.ts',
    'true | cd src; cat src/a.ts',
    "bash -c 'cd src'; cat src/a.ts",
    '(cd src && (cd deep && cat b.ts) && cat a.ts)',
    `cd ${root}/docs && cat ../src/a.ts`,
    'cd src/deep/c/../.. && cat a.ts',
  ]);
  assertRule(root, 'missing', [
    '(cd src); cat a.ts',
    'cd src | true; cat a.ts',
    '{ cd src; } | true; cat a.ts',
  ]);
  assertRule(root, 'exempt', ['cd docs && rg x', 'cd src && cat ../README.md', 'cd src/.. && cat README.md']);
  assertRule(root, 'outside', ['cd .. && rg x', 'cd / && cat etc/hosts']);
});

test('a folder that is not known is not understood', (t) => {
  const root = scratch(t, PROJECT);
  const folders = ['-', '"$x"', '$x', 'gone', 'src/a.ts', 's*', 'src docs', '~other', '-P src', "''"];
  assertRule(
    root,
    'unclear-command',
    folders.map((folder) => `cd ${folder}; cat src/a.ts`),
  );
});

test('the home folder is where the system says, and without one it is not known', (t) => {
  const root = scratch(t, { ...under('project', PROJECT), 'home/x.ts': '' });
  const project = join(root, 'project');
  const at = (home: string | undefined) => bashRules({ home });
  assert.equal(askBash(project, 'cat ~/x.ts', at(join(root, 'home'))).rule, 'outside');
  assert.equal(askBash(project, 'cd; ls -R', at(join(root, 'home'))).rule, 'outside');
  assert.equal(askBash(project, 'cat ~/project/src/a.ts', at(root)).rule, 'source-path');
  assert.equal(askBash(project, "cat '~/project/src/a.ts'", at(root)).rule, 'missing');
  for (const line of ['cat ~/x.ts', 'cd && ls -R', 'cat ~+/src/a.ts']) {
    assert.equal(askBash(project, line, at(undefined)).rule, 'unclear-command', line);
  }
});

test('links are followed, and cd goes back the way it came', (t) => {
  const root = scratch(t, {
    ...under('project', PROJECT),
    'project/docs/code': link('../src'),
    'project/src/manual': link('../docs'),
    'project/vendor': link('../other'),
    'other/x.ts': '',
    entry: link('project'),
  });
  const project = join(root, 'project');
  assertRule(project, 'source-path', [
    'cat docs/code/a.ts',
    'cd docs/code && cat a.ts',
    'cd docs/code; cd ..; cat ../src/a.ts',
  ]);
  assertRule(project, 'exempt', [
    'cat src/manual/adr/one.md',
    'cd src/manual && cat adr/one.md',
    'cd docs/code; cd ..; cat adr/one.md',
  ]);
  assertRule(project, 'outside', ['cat vendor/x.ts', 'cd vendor && cat x.ts']);
  assertRule(join(root, 'entry'), 'source-path', [
    'cat src/a.ts',
    'cd src && cat a.ts',
    'cd src; cd ..; cat src/a.ts',
  ]);
});

test('a glob is judged by its fixed prefix', (t) => {
  const root = scratch(t, { ...PROJECT, 'src/[id].ts': '', 'src/*.md': '' });
  assertRule(root, 'source-path', [
    'cat src/*',
    'cat s*/a.ts',
    'cat */a.ts',
    'cat ./*',
    'cat {src,docs}/*',
    `cat ${root}/s*`,
  ]);
  assertRule(root, 'exempt', ['cat docs/*', 'cat docs/*/one.md', 'cat docs/{adr,features}/*.md']);
  assertRule(root, 'missing', ['cat gone/*.ts', "cat 'src/*.ts'", 'cat src/\\*.ts']);
  assertRule(root, 'source-path', ["cat 'src/[id].ts'", "cat 'src/*.md'", 'cat docs/*/../../src/a.ts']);
  assertRule(root, 'outside', ['cat /*', 'cat ../*']);
});

test('a folder is source for a program that looks into folders, and refused by one that reads files', (t) => {
  const root = scratch(t, PROJECT);
  assertRule(root, 'folder', [
    'cat src',
    'head -5 .',
    'tail src/deep',
    'sed -n p src',
    'awk 1 src',
    'grep x src',
    'less src/',
  ]);
  assertRule(root, 'source-search', ['grep -r x src', 'rg x src', 'git grep x src', 'fd x src']);
  assertRule(root, 'source-path', ['cat src src/a.ts', 'ls -R src', 'tree src', 'find src', 'cat src/*']);
});

test('a line is denied for its first lookup in source, and says what that was', (t) => {
  const root = scratch(t, PROJECT);
  const reason = (line: string) => {
    const decision = askBash(root, line);
    return decision.deny ? decision.reason.slice(0, decision.reason.indexOf(' goes ')) : decision.rule;
  };
  assert.equal(reason('cat README.md src/a.ts src/deep/b.ts'), 'bash "src/a.ts"');
  assert.equal(reason('cat README.md; grep -rn "two words" src | head; cat src/a.ts'), 'bash "src"');
  assert.equal(reason('cat src/*.ts'), 'bash "src/*.ts"');
  assert.equal(reason('rg "two words"'), 'bash (pattern "two words")');
  assert.equal(reason(`cd src && rg x ${root}`), 'bash (pattern "x")');
  assert.equal(reason('rg "$word"'), 'bash (pattern "$word")');
  assert.equal(reason("find . -name '*.ts'"), 'bash (pattern "*.ts")');
  assert.equal(reason('find src'), 'bash "src"');
  assert.equal(reason('ls -R'), 'bash "."');
  assert.equal(reason(`cat src/${'../src/'.repeat(40)}a.ts`).length < 120, true);
});

test('a lookup outside the project has an answer of its own, whether or not it is there', (t) => {
  const root = scratch(t, PROJECT);
  assertRule(root, 'outside', [
    'cat /etc/hosts; cat src/a.ts',
    'cat src/a.ts; cat /no/such/file',
    'cat ../gone; rg x',
  ]);
  assertRule(root, 'source-path', ['cat /etc/hosts src/a.ts', 'cat src/gone.ts; cat src/a.ts']);
});

test('a line with more paths than anyone types is not understood', (t) => {
  const root = scratch(t, PROJECT);
  assertRule(root, 'source-path', [`cat ${'src/gone.ts '.repeat(300)}src/a.ts`]);
  assertRule(root, 'unclear-command', [
    `cat ${'src/gone.ts '.repeat(600)}src/a.ts`,
    `${'cd .; '.repeat(600)}cat src/a.ts`,
    `rg x ${"-g 'gone/**' ".repeat(30)}${'src '.repeat(30)}`,
    `git ${'-C . '.repeat(600)}grep x`,
  ]);
});

test('shells in shells are read to some depth', (t) => {
  const root = scratch(t, PROJECT);
  const nested = (depth: number) => {
    let line = 'cat src/a.ts';
    for (let at = 0; at < depth; at += 1) line = `bash -c '${line.replaceAll("'", "'\\''")}'`;
    return line;
  };
  assertRule(root, 'source-path', [nested(1), nested(5)]);
  assertRule(root, 'unclear-command', [nested(9)]);
});

test('standard input that is a pipe or a file reaches into groups and shells', (t) => {
  const root = scratch(t, PROJECT);
  assertRule(root, 'exempt', [
    'cat README.md | (rg x)',
    'cat README.md | { rg x; rg y; }',
    "cat README.md | bash -c 'rg x'",
    "cat README.md | bash -c '(rg x | rg y)'",
  ]);
  assertRule(root, 'project-search', ["bash -c 'rg x'", '(rg x)', 'cat README.md; (rg x)', '(rg x | rg y)']);
});
