import { INDEX_FILE } from '../map/page-link.ts';
import { findPage, isIndex } from '../map/reply-names.ts';
import type { FeatureMap } from '../map/types.ts';
import { quote } from '../quote.ts';

/** The file of the map that a call names, or a sentence that says why there is none. */
export function findFile(map: FeatureMap, wanted: string): { file: string } | string {
  if (isIndex(map, wanted)) return { file: INDEX_FILE };
  const found = findPage(map, wanted);
  if ('item' in found) return { file: found.item.path };
  if ('nearest' in found) {
    const hint = found.nearest === undefined ? '' : `; did you mean ${quote(found.nearest.path)}?`;
    return `the map has no page ${quote(wanted)} that can be read${hint}`;
  }
  const choices = found.choices.slice(0, 5).map(({ path }) => quote(path));
  return `${quote(wanted)} fits more than one page: ${choices.join(', ')}`;
}
