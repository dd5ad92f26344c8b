#!/usr/bin/env node
// npm links this file when it installs, which is before a checkout is built.
const program = new URL('../dist/commands/cli.js', import.meta.url);
try {
  await import(program.href);
} catch (error) {
  if (error.code !== 'ERR_MODULE_NOT_FOUND' || error.url !== program.href) throw error;
  process.stderr.write('opl-guardian: not built yet; run "npm run build" in the checkout first\n');
  process.exitCode = 2;
}
