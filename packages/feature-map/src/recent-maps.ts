import { type MapStore, openMap } from './map/reader.ts';

/** A host can serve many projects for days: the maps that were asked for last stay open, so many at most. */
export const KEPT_MAPS = 8;

/** Gives the map of a project's root: the one that is open, or a newly opened one. */
export function recentMaps(open: (root: string) => MapStore = openMap): (root: string) => MapStore {
  const stores = new Map<string, MapStore>();
  return (root) => {
    const store = stores.get(root) ?? open(root);
    stores.delete(root);
    stores.set(root, store);
    const [oldest] = stores.keys();
    if (stores.size > KEPT_MAPS && oldest !== undefined) stores.delete(oldest);
    return store;
  };
}
