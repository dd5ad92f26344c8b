#!/usr/bin/env node
import { main } from './cli/main.ts';

// A reader that has seen enough (`| head`) closes the pipe: no error, and the exit code stays that of the answer.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

process.exitCode = await main(process.argv.slice(2), process);
