const LONGEST = 400;
const COMMANDS = new Set(
  `bash bazel bun bundle cargo cd ctest curl cypress deno docker dotnet git go gradle jest just make mocha mvn node
  npm npx nox php pip playwright pnpm poetry pytest python python3 rake rspec ruby sh sudo swift tox uv vitest
  yarn zig`.split(/\s+/),
);

/** Whether a span listed with a test file can be a test's name, and not a command, a flag, a setting or a place. */
export function isTestName(text: string): boolean {
  if (text.length > LONGEST || !/\p{L}{2}/u.test(text)) return false;
  if (/^[-/~$.]|&&|\|\||^[\w.]+=|^\w+:\/\//.test(text) || / --?\w/.test(text)) return false;
  return !COMMANDS.has(text.split(/\s/, 1)[0] ?? '') || !text.includes(' ');
}
