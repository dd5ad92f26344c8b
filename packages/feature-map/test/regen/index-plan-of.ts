import assert from 'node:assert/strict';
import { type IndexPlan, planIndex } from '../../src/regen/index-plan.ts';
import type { Renames } from '../../src/regen/row-target.ts';
import { HEADER, mapOf, pageNamed } from './map-of.ts';

export const PAGES = { 'guard.md': pageNamed('Guard'), 'host/pi.md': pageNamed('Pi host') };
export const GUARD = '| Guard | [g](guard.md) | a |\n';
export const PI = '| Pi host | [p](host/pi.md) | b |\n';

/** The plan for an index of this text over these pages. */
export function plan(
  index: string,
  pages: Record<string, string> = PAGES,
  renames: Renames = new Map(),
): IndexPlan {
  const map = mapOf(index, pages);
  return planIndex(map, map.pages, renames);
}

/** The rows that come of a table with these rows. */
export function rowsAfter(rows: string, pages?: Record<string, string>, renames?: Renames): string {
  const { text } = plan(HEADER + rows, pages, renames);
  assert.ok(text.startsWith(HEADER));
  return text.slice(HEADER.length);
}
