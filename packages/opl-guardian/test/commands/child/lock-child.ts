/**
 * Takes the lock of a file as often as it is told: `lock-child.ts <file> <times>`. While it holds the lock, a file
 * beside it shows that; it is an error when another one shows the same.
 */
import { closeSync, openSync, unlinkSync } from 'node:fs';
import { lockForRepair } from '../../../src/commands/repair/repair-lock.ts';
import { WriteRefusal } from '../../../src/commands/repair/write-refusal.ts';

const [file = '', times = '1'] = process.argv.slice(2);
for (let taken = 0; taken < Number(times); ) {
  try {
    const lock = lockForRepair(file);
    closeSync(openSync(`${file}.held`, 'wx'));
    unlinkSync(`${file}.held`);
    lock.release();
    taken++;
  } catch (error) {
    if (!(error instanceof WriteRefusal)) throw error;
  }
}
