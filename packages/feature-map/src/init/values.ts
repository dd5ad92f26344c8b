import path from 'node:path';
import { MANIFEST_FILES, readManifest } from './manifest.ts';
import { oneLine } from './plain-text.ts';
import type { ProjectFiles } from './project-files.ts';

/** What a template can ask for. `undefined` is not known. */
export interface ProjectValues {
  readonly project: string | undefined;
  readonly summary: string | undefined;
  /** `YYYY-MM-DD`. */
  readonly date: string | undefined;
  readonly commit: string | undefined;
}

export type ValueName = keyof ProjectValues;

interface ValueSpec {
  /** What stands in a placeholder for a value that is not known. */
  readonly what: string;
  /** Most characters of a value. */
  readonly limit: number;
}

export const VALUES: Readonly<Record<ValueName, ValueSpec>> = {
  project: { what: 'the name of this project', limit: 80 },
  summary: { what: 'one sentence that says what this project is for', limit: 300 },
  date: { what: 'the date', limit: 40 },
  commit: { what: 'the commit', limit: 80 },
};

/** A value as a document may show it: one line, `undefined` where nothing of it can be seen. */
export function shownValue(name: ValueName, value: string | undefined): string | undefined {
  const line = oneLine(value ?? '', VALUES[name].limit);
  return /[\p{L}\p{N}\p{S}\p{P}]/u.test(line) ? line : undefined;
}

/**
 * Name and summary of a project: each from the first manifest that has it; the name else from the folder.
 *
 * @returns with `unreadable`, the manifests that are there and could not be used, each with a clause that says why
 */
export function describeProject(
  project: ProjectFiles,
): Pick<ProjectValues, 'project' | 'summary'> & { readonly unreadable: readonly string[] } {
  const unreadable: string[] = [];
  let name: string | undefined;
  let summary: string | undefined;
  for (const file of MANIFEST_FILES) {
    const place = project.at(file);
    if (place.kind === 'absent') continue;
    const manifest = place.kind === 'text' ? readManifest(file, place.text) : undefined;
    if (manifest === undefined) {
      unreadable.push(`${file} ${place.kind === 'other' ? place.reason : 'does not have the form of one'}`);
      continue;
    }
    name ??= shownValue('project', manifest.name);
    summary ??= shownValue('summary', manifest.summary);
  }
  return { project: name ?? shownValue('project', path.basename(project.root)), summary, unreadable };
}
