import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { repairCommand } from '../../src/commands/repair.ts';
import { scanCommand } from '../../src/commands/scan.ts';
import { piFormat } from '../../src/formats/pi.ts';
import { assistant, call, result, user } from '../build.ts';
import { header, jsonLines } from '../formats/pi-trees.ts';
import { commandHere } from './run.ts';
import { entries, makeOld, oldFile, scratch } from './scratch.ts';

const NAME = 'session.jsonl';
const entry = (id: string, parentId: string | null, message: object) => ({
  type: 'message',
  id,
  parentId,
  timestamp: 't',
  message,
});

/** The active end is blocked; another one can only be mended by a message that the active one would lose. */
const SESSION = jsonLines([
  header,
  entry('call', null, assistant([call('c1', 'read')])),
  entry('wait', 'call', user('wait')),
  entry('side', 'wait', result('c1', 'read')),
  entry('blank', 'wait', assistant([call('', 'read')])),
  entry('end', 'blank', result('', 'read')),
]);

describe('a repair that cannot mend a branch beside the active one', () => {
  it('mends the active one, says so, passes, and has nothing more to do', async (t) => {
    const cwd = scratch(t);
    const file = oldFile(cwd, NAME, SESSION);
    const run = (args: string[]) => commandHere(repairCommand([piFormat]), args, { cwd });
    const first = await run([NAME, '--write']);
    assert.equal(first.code, 0, first.stderr);
    assert.match(
      first.stdout,
      /\nbranch up to side: not all of it is mended: that would change what another branch sends\.\n/,
    );
    assert.match(first.stdout, /: 2 places change\.\n/);
    const mended = readFileSync(file, 'utf8');
    assert.notEqual(mended, SESSION);

    const scanned = await commandHere(scanCommand([piFormat]), [NAME], { cwd });
    assert.equal(scanned.code, 1);
    assert.match(scanned.stdout, /^repairable .*\n {2}1 result-without-call\n/m);

    makeOld(file);
    const second = await run([NAME, '--write']);
    assert.equal(second.code, 0, second.stderr);
    assert.match(
      second.stdout,
      /\n1 finding \(1 result-without-call\): 0 places change\.\nMore than this cannot be mended\.\n$/,
    );
    assert.equal(readFileSync(file, 'utf8'), mended);
    assert.equal(entries(cwd).length, 2);
    const { stdout } = await run([NAME, '--json']);
    const { changes, remarks, written } = JSON.parse(stdout);
    assert.deepEqual([changes, remarks.length, written], [[], 1, null]);
  });
});
