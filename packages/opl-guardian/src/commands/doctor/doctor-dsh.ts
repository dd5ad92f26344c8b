import { homeOf, type WhereToLook } from '../scan/places.ts';
import { shellWord } from '../shown-path.ts';
import {
  type Check,
  guardText,
  type HostReport,
  installChecks,
  installSource,
  isFolder,
  type LoadedGuard,
  listedGuard,
} from './doctor-check.ts';
import { type DshProfile, dshConfiguration } from './dsh-profiles.ts';
import { tryGuard } from './guard-trial.ts';
import { findHost } from './host-install.ts';

const DSH = { name: '@deepseek-ai/dsh', program: 'dsh' };

/** What `dsh plugin add` takes. */
const SOURCE = { ofRegistry: 'opl-guardian', ofTarball: (file: string) => file };

/** The oldest version that the guard was made for. */
const OLDEST = '0.1.0-rc.8';

/** Looks at DSH: what is installed, which profiles are told to load the guard, and whether that one works. */
export async function examineDsh(where: WhereToLook): Promise<HostReport> {
  const found = findHost(DSH, { ...where, home: homeOf(where) });
  const { home, profiles } = dshConfiguration(where, found.installs[0]?.folder);
  const isFound = found.installs.length > 0 || isFolder(home);
  const checks = installChecks('DSH', found, OLDEST, 'npm install --global @deepseek-ai/dsh');
  if (!isFound) return { host: 'dsh', isFound, installs: [], guards: [], checks };
  if (found.installs.length === 0) {
    checks.push({ status: 'note', text: `DSH was not found, though its folder is there: ${home}` });
  }
  if (profiles.length === 0) {
    checks.push({
      status: 'todo',
      text: `no profile loads the guard: ${home} has none`,
      advice: addTo('<profile>'),
    });
  }
  const guards: LoadedGuard[] = [];
  for (const profile of profiles) {
    const { guard, own } = await examineProfile(profile);
    if (guard !== undefined) guards.push(guard);
    checks.push(...own);
  }
  return { host: 'dsh', isFound, installs: found.installs, guards, checks };
}

function addTo(profile: string): string {
  const name = profile === '<profile>' ? profile : shellWord(profile);
  return `dsh plugin --profile ${name} add ${installSource(SOURCE)}`;
}

async function examineProfile(profile: DshProfile): Promise<{ guard?: LoadedGuard; own: Check[] }> {
  const { name, listedAs, listedIn, guard: found, entry, off } = profile;
  if (listedAs === undefined || listedIn === undefined) {
    return {
      own: [{ status: 'todo', text: `profile ${name} does not load the guard`, advice: addTo(name) }],
    };
  }
  const where = `profile ${name} lists it as ${listedAs} in ${listedIn}`;
  const guard = listedGuard({ listedIn, source: name, guard: found, entry });
  if (off !== undefined || entry === undefined) {
    const own: Check = {
      status: 'todo',
      text: `${where}, and does not load it: ${off}`,
      advice: addTo(name),
    };
    return { guard, own: [own] };
  }
  const { caught, why } = await tryGuard('dsh', entry);
  const trial: Check = caught
    ? { status: 'ok', text: 'it takes a tool call without an id out of a response' }
    : { status: 'todo', text: `${entry} does not guard: ${why}`, advice: 'install it anew' };
  const listed: Check = { status: 'ok', text: `${where}: ${guardText(found, entry)}` };
  return { guard: { ...guard, loads: true, caught }, own: [listed, trial] };
}
