import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { workflowCommand } from '../../src/cli/github.ts';
import { repositoryPath } from '../../src/cli/place.ts';

/** Reads a workflow command as the runner does; https://github.com/actions/runner, `ActionCommand.TryParseV2`. */
function readCommand(line: string): { level: string; properties: Record<string, string>; message: string } {
  const end = line.indexOf('::', 2);
  assert.ok(line.startsWith('::') && end > 0);
  const info = line.slice(2, end);
  const space = info.indexOf(' ');
  const pairs = info
    .slice(space + 1)
    .split(',')
    .map((pair) => pair.split(/=(.*)/s).slice(0, 2));
  const plain = (text = '') =>
    text
      .replaceAll('%0D', '\r')
      .replaceAll('%0A', '\n')
      .replaceAll('%3A', ':')
      .replaceAll('%2C', ',')
      .replaceAll('%25', '%');
  return {
    level: info.slice(0, space),
    properties: Object.fromEntries(pairs.map(([name = '', value]) => [name, plain(value)])),
    message: plain(line.slice(end + 2)),
  };
}

test('property: an annotation is one line, and the runner reads from it what was put in', () => {
  const text = fc.string({
    unit: fc.constantFrom('%', ':', ',', '\r', '\n', '=', ' ', 'a', '0', 'A', '2', '5', '::'),
  });
  fc.assert(
    fc.property(text, text, text, fc.nat(), (file, title, message, line) => {
      const command = workflowCommand({ level: 'error', file, line, title, message }, (name) => name);
      assert.ok(!/[\r\n]/.test(command));
      const read = readCommand(command);
      assert.equal(read.level, 'error');
      assert.deepEqual(read.properties, { file, line: String(line), title });
      assert.equal(read.message, message);
    }),
  );
});

test("a file is named from the repository's root, and from the working folder where it lies outside", () => {
  const inside = '/home/ci/repo/docs/features/a.md';
  assert.equal(
    repositoryPath(inside, '/home/ci/repo/docs', { GITHUB_WORKSPACE: '/home/ci/repo' }),
    'docs/features/a.md',
  );
  assert.equal(repositoryPath(inside, '/home/ci/repo', {}), 'docs/features/a.md');
  assert.equal(repositoryPath('/tmp/x/a.md', '/tmp', { GITHUB_WORKSPACE: '/home/ci/repo' }), 'x/a.md');
});
