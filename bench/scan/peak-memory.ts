/** Loaded in front of a program, it writes the peak of the process's memory in bytes to the file descriptor 3. */
import { writeSync } from 'node:fs';

process.on('exit', () => {
  writeSync(3, String(process.resourceUsage().maxRSS * 1024));
});
