import path from 'node:path';
import { homeOf, type WhereToLook } from '../scan/places.ts';
import {
  type Check,
  guardText,
  type HostReport,
  installChecks,
  installSource,
  isFolder,
  type LoadedGuard,
} from './doctor-check.ts';
import { tryGuard } from './guard-trial.ts';
import { findHost, type HostInstall } from './host-install.ts';
import { realPath } from './package-folder.ts';
import { type PiConfiguration, type PiPlace, piConfiguration, placesInForce } from './pi-places.ts';

const PI = { name: '@earendil-works/pi-coding-agent', program: 'pi' };

/** The oldest version that the guard was made for. */
const OLDEST = '1.6.0';

/** Looks at Pi: what is installed, whether it is told to load the guard, and whether that one works. */
export async function examinePi(where: WhereToLook): Promise<HostReport> {
  const found = findHost(PI, { ...where, home: homeOf(where) });
  const configuration = piConfiguration(where);
  const isFound = found.installs.length > 0 || isFolder(configuration.agentFolder);
  if (!isFound && configuration.places.length === 0) {
    return { host: 'pi', isFound, installs: [], guards: [], checks: installChecks('Pi', found, OLDEST, '') };
  }
  const checks = installChecks('Pi', found, OLDEST, 'pi update');
  if (found.installs.length === 0) {
    checks.push({
      status: 'note',
      text: `Pi was not found, though its folder is there: ${configuration.agentFolder}`,
    });
  }
  for (const file of configuration.broken) {
    checks.push({
      status: 'todo',
      text: `${file} is no JSON object, so Pi loads nothing of it`,
      advice: 'mend the file',
    });
  }
  // A project could bring its own; like its extensions they run only once Pi trusts it.
  const isForeign = ({ folder, foundBy }: HostInstall) =>
    foundBy === 'node_modules here' || folder.startsWith(realPath(where.cwd) + path.sep);
  const packagesToUse = found.installs.find(
    (install) => configuration.trust === 'yes' || !isForeign(install),
  )?.folder;
  const guards: LoadedGuard[] = [];
  for (const place of placesInForce(configuration)) {
    const { guard, own } = await examinePlace(place, configuration, packagesToUse);
    guards.push(guard);
    checks.push(...own);
  }
  return { host: 'pi', isFound, installs: found.installs, guards, checks: [...checks, ...summary(guards)] };
}

async function examinePlace(
  place: PiPlace,
  { trust }: PiConfiguration,
  packagesToUse: string | undefined,
): Promise<{ guard: LoadedGuard; own: Check[] }> {
  const { listedIn, source, guard: found, entry, off, scope } = place;
  const name = guardText(found, entry);
  const where = `${listedIn}: ${source}`;
  const guard: LoadedGuard = {
    listedIn,
    source,
    ...(found === undefined ? {} : { version: found.version, folder: found.folder }),
    ...(entry === undefined ? {} : { entry }),
    loads: false,
  };
  if (off !== undefined || entry === undefined) {
    const own: Check = {
      status: 'todo',
      text: `${where} does not load ${name}: ${off}`,
      advice: adviceFor(place),
    };
    return { guard, own: [own] };
  }
  if (scope === 'project' && trust !== 'yes') {
    const text =
      trust === 'no'
        ? `${where} is not loaded: Pi does not trust this project`
        : `${where} is loaded once Pi trusts this project; without a user to ask it is not`;
    const advice = `trust it in Pi, or for all projects: pi install ${installSource('npm:opl-guardian')}`;
    return { guard, own: [{ status: 'note', text: `${text}. It was not tried`, advice }] };
  }
  const listed: Check = { status: 'ok', text: `${where} loads ${name}` };
  const trial = await trialOf(entry, packagesToUse);
  return { guard: { ...guard, loads: true, ...trial.result }, own: [listed, trial.check] };
}

function adviceFor({ source, guard }: PiPlace): string {
  if (guard === undefined)
    return `pi update --extensions, or anew: pi remove ${source} && pi install ${installSource('npm:opl-guardian')}`;
  return 'pi config turns extensions on; a package from a checkout is built by: npm run build';
}

/** @param pi the package of Pi whose own packages the guard gets */
async function trialOf(
  entry: string,
  pi: string | undefined,
): Promise<{ result: Pick<LoadedGuard, 'caught'>; check: Check }> {
  if (pi === undefined) {
    return {
      result: {},
      check: { status: 'note', text: `${entry} was not tried: that needs Pi's packages` },
    };
  }
  const { caught, why } = await tryGuard('pi', entry, path.join(pi, 'package.json'));
  const check: Check = caught
    ? { status: 'ok', text: 'it takes a tool call without an id out of a message' }
    : { status: 'todo', text: `${entry} does not guard: ${why}`, advice: 'install it anew' };
  return { result: { caught }, check };
}

function summary(guards: readonly LoadedGuard[]): Check[] {
  const count = guards.filter(({ loads }) => loads).length;
  if (count === 1) return [];
  if (count > 1) return [{ status: 'note', text: `the guard is loaded ${count} times; once is enough` }];
  const advice = `pi install ${installSource('npm:opl-guardian')}`;
  return [{ status: 'todo', text: 'Pi is not told to load the guard in every session here', advice }];
}
