import path from 'node:path';
import { DOCUMENT_PATHS, type DocumentPath } from '../init/documents.ts';
import { type DocumentSources, projectDocuments } from '../init/project-documents.ts';
import { type Place, projectFiles } from '../init/project-files.ts';
import type { Rendered } from '../init/render.ts';
import type { MapFiles } from '../map/map-files.ts';
import { MAP_LIMITS } from '../map/map-limits.ts';
import { isBelow, listPages } from '../map/map-listing.ts';
import { INDEX_FILE, MAP_FOLDER } from '../map/page-link.ts';
import { openMap } from '../map/reader.ts';
import type { FeatureMap } from '../map/types.ts';
import { lacksPages } from '../regen/plan.ts';
import type { Renames } from '../regen/row-target.ts';
import type { AskRenames } from '../regen/run-regen.ts';

/** Everything that a plan follows from. */
export interface Survey {
  readonly map: FeatureMap;
  /** What git says became of pages, where a row leads to one that is gone. */
  readonly renames: Renames;
  /** What stands at the path of each document of the templates. */
  readonly places: ReadonlyMap<DocumentPath, Place>;
  /** What the templates give for this project. */
  readonly rendered: ReadonlyMap<DocumentPath, Rendered>;
  /** Markdown below `docs` that is neither in the map nor a document of the templates; paths from the root, sorted. */
  readonly outside: readonly string[];
  /** What its reader should know of the values, each a clause. */
  readonly notes: readonly string[];
}

const DOCS_FOLDER = path.posix.dirname(MAP_FOLDER);
/** Installed packages of a documentation site are not the project's documents. */
const NOT_OURS = 'node_modules';

/** Reads what a plan follows from. Changes nothing; throws only where this package is not whole. */
export async function surveyProject(
  root: string,
  sources: DocumentSources,
  askRenames: AskRenames,
): Promise<Survey> {
  const project = projectFiles(root, sources.files);
  const map = openMap(root, sources.files).load();
  return {
    map,
    renames: lacksPages(map) ? await askRenames(path.join(root, MAP_FOLDER)) : new Map(),
    places: new Map(DOCUMENT_PATHS.map((document) => [document, project.at(document)])),
    outside: listOutside(root, sources.files),
    ...(await projectDocuments(project, DOCUMENT_PATHS, sources)),
  };
}

/** Whether a project has nothing that could be adopted: no `AGENTS.md`, no other document, no Markdown below `docs`. */
export function hasNoDocuments({ map, places, outside }: Survey): boolean {
  const unread = map.unreadable.filter(({ page }) => page !== '' && page !== INDEX_FILE);
  return (
    [...places.values()].every(({ kind }) => kind === 'absent') &&
    map.pages.length + unread.length + outside.length === 0
  );
}

function listOutside(root: string, files: MapFiles): string[] {
  const folder = realFolder(path.join(root, DOCS_FOLDER), files);
  if (folder === undefined || !isBelow(folder, root)) return [];
  const list = (at: string) => files.list(at).filter(({ name }) => name !== NOT_OURS);
  const { pages } = listPages(folder, { ...files, list }, MAP_LIMITS);
  const documents: readonly string[] = DOCUMENT_PATHS;
  return pages
    .map(({ page }) => `${DOCS_FOLDER}/${page}`)
    .filter((file) => !file.startsWith(`${MAP_FOLDER}/`) && !documents.includes(file));
}

function realFolder(folder: string, files: MapFiles): string | undefined {
  try {
    return files.realPath(folder);
  } catch {
    return undefined;
  }
}
