import type { DocumentPath } from '../init/documents.ts';
import type { Rendered } from '../init/render.ts';
import { documentItems, missingDocuments } from './document-items.ts';
import { mapItems } from './map-items.ts';
import { type PlanItem, sortItems } from './plan-item.ts';
import { hasNoDocuments, type Survey } from './survey.ts';

export interface AdoptPlan {
  /** Nothing is there to adopt: the project is one for init, and nothing else is planned. */
  readonly sendToInit: boolean;
  readonly items: readonly PlanItem[];
  /** The documents that do not exist, as they would be written. */
  readonly missing: ReadonlyMap<DocumentPath, Rendered>;
}

/**
 * What has to be done to a project's documents before its map reads well. Reads no file.
 *
 * @param maxSectionBytes size from which a section is too big to be handed out whole
 */
export function planAdopt(survey: Survey, maxSectionBytes: number): AdoptPlan {
  if (hasNoDocuments(survey)) return { sendToInit: true, items: [], missing: new Map() };
  const missing = missingDocuments(survey);
  const onMap = mapItems(survey.map, survey.renames, maxSectionBytes);
  // A missing index is a document to be written, with the rows of all pages.
  const known = missing.has('docs/features/README.md')
    ? onMap.filter(({ rule }) => rule !== 'index/unreadable')
    : onMap;
  return { sendToInit: false, items: sortItems([...known, ...documentItems(survey, missing)]), missing };
}
