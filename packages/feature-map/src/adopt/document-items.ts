import type { DocumentPath } from '../init/documents.ts';
import type { Rendered } from '../init/render.ts';
import { INDEX_FILE, MAP_FOLDER } from '../map/page-link.ts';
import { quote } from '../quote.ts';
import { missingBlocks } from './agents-blocks.ts';
import { indexWithRows } from './index-with-rows.ts';
import { adoptItem, type PlanItem } from './plan-item.ts';
import type { Survey } from './survey.ts';

const INDEX = `${MAP_FOLDER}/${INDEX_FILE}`;

/** The documents that do not exist, as they would be written: the index with a row for each page that does. */
export function missingDocuments({ map, places, rendered }: Survey): ReadonlyMap<DocumentPath, Rendered> {
  const missing = new Map<DocumentPath, Rendered>();
  for (const [path, document] of rendered) {
    if (places.get(path)?.kind !== 'absent') continue;
    missing.set(path, path === INDEX ? indexWithRows(document, map) : document);
  }
  return missing;
}

/** Documents that do not exist or cannot be read, blocks that `AGENTS.md` lacks, and documents outside the map. */
export function documentItems(survey: Survey, missing: ReadonlyMap<DocumentPath, Rendered>): PlanItem[] {
  return [
    ...Array.from(missing, ([path, { fillIns }]) => missingDocument(survey, path, fillIns.length)),
    ...unreadableDocuments(survey),
    ...blockItems(survey),
    ...survey.outside.map(outsideItem),
  ];
}

function missingDocument({ map }: Survey, path: DocumentPath, fillIns: number): PlanItem {
  const places =
    fillIns === 0 ? '' : `; ${fillIns} ${fillIns === 1 ? 'place' : 'places'} of it to be filled in`;
  return adoptItem('adopt/missing-document', path, {
    kind: 'deterministic',
    message: `The project has no \`${path}\`${places}.`,
    ...(path === INDEX && map.pages.length > 0 ? { severity: 'drift' } : {}),
  });
}

/** The index is left to the checker. */
function unreadableDocuments({ places }: Survey): PlanItem[] {
  return Array.from(places).flatMap(([path, place]) => {
    if (place.kind !== 'other' || path === INDEX) return [];
    return adoptItem('adopt/missing-document', path, {
      kind: 'judgment',
      message: `\`${path}\` ${place.reason}.`,
      remedy: 'Put a regular file of UTF-8 text there, or delete what is there.',
    });
  });
}

function blockItems({ places, rendered }: Survey): PlanItem[] {
  const place = places.get('AGENTS.md');
  const template = rendered.get('AGENTS.md');
  if (place?.kind !== 'text' || template === undefined) return [];
  return missingBlocks(place.text, template.text).map(({ heading, text, open }) =>
    adoptItem('adopt/missing-block', 'AGENTS.md', {
      kind: open ? 'judgment' : 'deterministic',
      section: heading,
      message: `\`AGENTS.md\` has no heading ${quote(heading)}.`,
      insert: text,
    }),
  );
}

function outsideItem(file: string): PlanItem {
  const message = `${quote(file)} is outside the map.`;
  return adoptItem('adopt/outside-map', file, { kind: 'judgment', message });
}
