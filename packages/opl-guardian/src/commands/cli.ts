#!/usr/bin/env node
// A reader that has seen enough (`| head`) closes the pipe: no error, and the exit code stays that of the answer.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    if (stream === process.stdout) {
      process.stderr.write(`opl-guardian: cannot write the output: ${error.message}\n`);
    }
    // At once: the exit code of the answer, which nobody got, must not take the place of this one.
    process.exit(2);
  });
}

// An older Node lacks what the commands use, and would say so by a stack trace.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(`opl-guardian: needs Node 22.19 or newer, this is ${process.versions.node}\n`);
  process.exitCode = 2;
} else {
  const { main } = await import('./main.ts');
  const { env, stdout, stderr } = process;
  process.exitCode = await main(process.argv.slice(2), { cwd: process.cwd(), env, stdout, stderr });
}
