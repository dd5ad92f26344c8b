import { diskFiles, type MapFiles } from '../map/map-files.ts';
import { type DocumentPath, packageTemplates, type Templates } from './documents.ts';
import { gitCommit } from './git-commit.ts';
import { headCommit } from './head-commit.ts';
import type { ProjectFiles } from './project-files.ts';
import { type Rendered, render } from './render.ts';
import { describeProject, type ProjectValues } from './values.ts';

/** What init and adopt ask of their surroundings. */
export interface DocumentSources {
  readonly files: MapFiles;
  readonly templates: Templates;
  /** The time, for the date that documents show (UTC). */
  readonly now: () => Date;
  /** Asks git for the commit of a project whose `.git` folder does not tell it; must not take long nor reject. */
  readonly commit: (root: string) => Promise<string | undefined>;
}

/** The local disk, the templates of this package, the clock and git; what `overrides` sets is taken from there instead. */
export function documentSources(overrides: Partial<DocumentSources> = {}): DocumentSources {
  return {
    files: diskFiles,
    templates: packageTemplates,
    now: () => new Date(),
    commit: async (root) => gitCommit(root),
    ...overrides,
  };
}

/** The documents of a project, rendered. */
export interface ProjectDocuments {
  readonly rendered: ReadonlyMap<DocumentPath, Rendered>;
  /** What its reader should know of the values, each a clause. */
  readonly notes: readonly string[];
}

/** Renders templates with the values that the project's own files give. Throws where this package is not whole. */
export async function projectDocuments(
  project: ProjectFiles,
  documents: readonly DocumentPath[],
  sources: DocumentSources,
): Promise<ProjectDocuments> {
  const { unreadable, ...described } = describeProject(project);
  const values: ProjectValues = {
    ...described,
    date: sources.now().toISOString().slice(0, 10),
    commit: headCommit(project) ?? (await sources.commit(project.root)),
  };
  const rendered = documents.map((path) => [path, render(sources.templates(path), values)] as const);
  return { rendered: new Map(rendered), notes: unreadable };
}
