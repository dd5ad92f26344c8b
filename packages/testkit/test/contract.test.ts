import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { dshHost } from '../src/contract/dsh.ts';
import {
  type ContractHost,
  capabilityTable,
  featureMapContract,
  HOSTS,
  oplGuardianContract,
} from '../src/contract/index.ts';
import { piHost } from '../src/contract/pi.ts';

const UNGUARDED: Readonly<Record<keyof typeof HOSTS, ContractHost>> = { pi: piHost(), dsh: dshHost() };

for (const [name, host] of Object.entries(UNGUARDED) as [keyof typeof HOSTS, ContractHost][]) {
  const row = HOSTS[name];
  describe(`${row.title} without a guard`, () => {
    for (const [guard, contract] of Object.entries({ oplGuardianContract, featureMapContract })) {
      for (const { name, holdsUnguarded = false, run } of contract(row)) {
        it(`${holdsUnguarded ? 'keeps' : 'breaks'} the ${guard}: ${name}`, async () => {
          const broken = await run(host).catch((error: unknown) => error);
          if (holdsUnguarded) assert.ifError(broken);
          else assert.ok(broken instanceof Error, 'nothing shows that the guard is missing');
        });
      }
    }
  });
}

describe('the table of hosts', () => {
  const folders = { oplGuardian: 'opl-guardian', featureMap: 'feature-map' };

  it('promises no guard on a host that is not held to it by a test of its contract', () => {
    for (const [name, row] of Object.entries(HOSTS)) {
      for (const [guard, folder] of Object.entries(folders)) {
        const file = new URL(`../../${folder}/test/contract/${name}.test.ts`, import.meta.url);
        assert.equal(existsSync(file), guard in row, file.pathname);
      }
    }
  });

  it('is the capability table of the README (UPDATE_DOCS=1 writes it anew)', () => {
    const page = new URL('../../../README.md', import.meta.url);
    const block = /(<!-- hosts: .*-->\n)(.*?)(<!-- \/hosts -->)/s;
    const table = capabilityTable(Object.values(HOSTS));
    if (process.env.UPDATE_DOCS === '1') {
      const text = readFileSync(page, 'utf8');
      writeFileSync(
        page,
        text.replace(block, (_all, open, _table, close) => `${open}\n${table}\n\n${close}`),
      );
    }
    assert.equal(block.exec(readFileSync(page, 'utf8'))?.[2]?.trim(), table);
  });
});
