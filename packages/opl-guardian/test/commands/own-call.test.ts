import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { installSource } from '../../src/commands/doctor/doctor-check.ts';
import { ownCall, tarballOfNpx } from '../../src/commands/own-call.ts';
import { writeTree } from './installed-guard.ts';
import { oplHere } from './run.ts';
import { scratch } from './scratch.ts';

const NPX = { npm_command: 'exec', npm_lifecycle_event: 'npx' };
const SOURCE = { ofRegistry: 'registry', ofTarball: (file: string) => `file:${file}` };

/** The package as npx keeps it, with the source that its folder names; and a tarball in the home folder. */
function keptByNpx(t: TestContext, source: string): { home: string; folder: string } {
  const home = scratch(t);
  writeTree(home, {
    '.npm/_npx/1a2b/package.json': { dependencies: { 'opl-guardian': source } },
    '.npm/_npx/1a2b/node_modules/opl-guardian/package.json': { name: 'opl-guardian', version: '0.1.0' },
  });
  return { home, folder: path.join(home, '.npm/_npx/1a2b/node_modules/opl-guardian') };
}

describe('how the program is called in commands that it prints', () => {
  it('is by its name, or by npx where npx has started it', () => {
    assert.equal(ownCall({}), 'opl-guardian');
    assert.equal(ownCall({ npm_command: 'run-script', npm_lifecycle_event: 'scan' }), 'opl-guardian');
    assert.equal(ownCall(NPX), 'npx opl-guardian');
  });

  it('is by the tarball that npx was given', (t) => {
    const { home, folder } = keptByNpx(t, "file:../../../it's here/opl-guardian-0.1.0.tgz");
    const tarball = path.join(home, "it's here/opl-guardian-0.1.0.tgz");
    assert.equal(tarballOfNpx(folder), tarball);
    assert.equal(ownCall(NPX, folder), `npx '${tarball.replace("'", "'\\''")}'`);
    assert.equal(ownCall({}, folder), 'opl-guardian');
  });

  it('is by the name of the package where npx has it from a registry', (t) => {
    const { folder } = keptByNpx(t, '^0.1.0');
    assert.equal(ownCall(NPX, folder), 'npx opl-guardian');
  });

  it('is the same in a complaint about the command line', async (t) => {
    const { stderr } = await oplHere(['scan', '--nope'], { cwd: scratch(t), env: NPX });
    assert.match(stderr, /\nWhat there is: npx opl-guardian scan --help\n$/);
  });
});

describe('what a host is told to install', () => {
  it('is the folder of a package that stays', (t) => {
    const folder = path.join(scratch(t), 'packages/opl-guardian');
    assert.equal(installSource(SOURCE, folder), folder);
  });

  it('is where npx has the package from, since that folder does not stay', (t) => {
    const { home, folder } = keptByNpx(t, 'file:../../../opl-guardian-0.1.0.tgz');
    assert.equal(installSource(SOURCE, folder), `file:${home}/opl-guardian-0.1.0.tgz`);
    assert.equal(installSource(SOURCE, keptByNpx(t, '^0.1.0').folder), 'registry');
  });
});
