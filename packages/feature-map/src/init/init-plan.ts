import type { DocumentPath } from './documents.ts';
import type { Place } from './project-files.ts';
import type { FillIn, Rendered } from './render.ts';
import type { ValueName } from './values.ts';

/**
 * What becomes of a document: `create` it, `replace` what is there, `keep` what is there since nothing forces it,
 * `same`: what is there is the rendered text, `refuse`: what is there is no text file of the project.
 */
type DocumentAction = 'create' | 'replace' | 'keep' | 'same' | 'refuse';

export interface PlannedDocument {
  readonly path: DocumentPath;
  readonly action: DocumentAction;
  /** Why it is refused: a clause that continues "`path` ". */
  readonly reason?: string;
  readonly text: string;
  readonly fillIns: readonly FillIn[];
}

export interface InitPlan {
  readonly documents: readonly PlannedDocument[];
  /** Values that are not known and stand as a place to fill in. */
  readonly missing: readonly ValueName[];
}

export interface InitInput {
  readonly path: DocumentPath;
  readonly rendered: Rendered;
  /** What stands at the path. */
  readonly place: Place;
}

/** Decides for each document what becomes of it. */
export function planInit(inputs: readonly InitInput[], force: boolean): InitPlan {
  const missing = new Set(inputs.flatMap(({ rendered }) => rendered.missing));
  const documents = inputs.map(({ path, rendered, place }): PlannedDocument => {
    const { text, fillIns } = rendered;
    return place.kind === 'other'
      ? { path, action: 'refuse', reason: place.reason, text, fillIns }
      : { path, action: actionFor(place, text, force), text, fillIns };
  });
  return { documents, missing: [...missing] };
}

function actionFor(place: Exclude<Place, { kind: 'other' }>, text: string, force: boolean): DocumentAction {
  if (place.kind === 'absent') return 'create';
  if (place.text === text) return 'same';
  return force ? 'replace' : 'keep';
}
