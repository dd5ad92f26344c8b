import path from 'node:path';
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
import { tryGuard } from './guard-trial.ts';
import { findHost, type HostInstall } from './host-install.ts';
import { realPath } from './package-folder.ts';
import { type PiConfiguration, type PiPlace, piConfiguration, placesInForce } from './pi-places.ts';

const PI = { name: '@earendil-works/pi-coding-agent', program: 'pi' };

/** What `pi install` takes: it would load a tarball by its bare path as code. */
const SOURCE = {
  ofRegistry: 'npm:opl-guardian',
  ofTarball: (file: string) => `npm:opl-guardian@file:${file}`,
};

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
  const ofPlaces: Check[] = [];
  for (const file of configuration.broken) {
    ofPlaces.push({
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
  const places = placesInForce(configuration);
  const isLoaded = places.some(({ off, entry }) => off === undefined && entry !== undefined);
  for (const place of places) {
    const { guard, own } = await examinePlace(place, configuration, packagesToUse, isLoaded);
    guards.push(guard);
    ofPlaces.push(...own);
  }
  checks.push(...ofPlaces, ...summary(guards, ofPlaces));
  return { host: 'pi', isFound, installs: found.installs, guards, checks };
}

async function examinePlace(
  place: PiPlace,
  { trust }: PiConfiguration,
  packagesToUse: string | undefined,
  isLoaded: boolean,
): Promise<{ guard: LoadedGuard; own: Check[] }> {
  const { listedIn, source, guard: found, entry, off, scope } = place;
  const name = guardText(found, entry);
  const where = `${listedIn}: ${source}`;
  const guard = listedGuard(place);
  if (off !== undefined || entry === undefined) {
    const own: Check = {
      status: 'todo',
      text: `${where} does not load ${name}: ${off}`,
      advice: adviceFor(place, isLoaded),
    };
    return { guard, own: [own] };
  }
  if (scope === 'project' && trust !== 'yes') {
    const text =
      trust === 'no'
        ? `${where} is not loaded: Pi does not trust this project`
        : `${where} is loaded once Pi trusts this project; without a user to ask it is not`;
    return { guard, own: [{ status: 'note', text: `${text}. It was not tried` }] };
  }
  const listed: Check = { status: 'ok', text: `${where} loads ${name}` };
  const trial = await trialOf(entry, packagesToUse);
  return { guard: { ...guard, loads: true, ...trial.result }, own: [listed, trial.check] };
}

/** @param isLoaded whether another place loads the guard */
function adviceFor(
  { source, scope, guard, removable = source, tarball }: PiPlace,
  isLoaded: boolean,
): string {
  if (guard !== undefined) {
    return 'pi config turns extensions on; a package from a checkout is built by: npm run build';
  }
  const local = scope === 'project' ? ' -l' : '';
  const remove = `pi remove${local} ${shellWord(removable)}`;
  if (isLoaded) return remove;
  const from = tarball === undefined ? installSource(SOURCE) : shellWord(SOURCE.ofTarball(tarball));
  const anew = `${remove} && pi install${local} ${from}`;
  return tarball === undefined ? `pi update --extensions, or anew: ${anew}` : anew;
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

/** What the places come to. Where nothing is loaded, what is to be done at a place is not said a second time. */
function summary(guards: readonly LoadedGuard[], checks: readonly Check[]): Check[] {
  const count = guards.filter(({ loads }) => loads).length;
  if (count > 1) return [{ status: 'note', text: `the guard is loaded ${count} times; once is enough` }];
  if (count === 1 || checks.some(({ status }) => status === 'todo')) return [];
  const install = `pi install ${installSource(SOURCE)}`;
  return [
    guards.length === 0
      ? { status: 'todo', text: 'Pi is not told to load the guard', advice: install }
      : {
          status: 'todo',
          text: 'only this project tells Pi to load the guard',
          advice: `trust the project in Pi, or for every project: ${install}`,
        },
  ];
}
