import { type Bench, bench } from './report.ts';
import { benchStaleFixture, fixtureTargets } from './stale-fixture.ts';
import { benchStalePackages, packageTargets } from './stale-packages.ts';
import { benchStaleSpeed, speedTargets } from './stale-speed.ts';

/** How right the `stale/*` rules are, on labels and on real documentation, and how fast. */
export const staleBenches: readonly Bench[] = [
  bench('feature-map-stale-fixture', benchStaleFixture, fixtureTargets),
  bench('feature-map-stale-packages', benchStalePackages, packageTargets),
  bench('feature-map-stale-speed', benchStaleSpeed, speedTargets),
];
