import type { DocumentWriter } from '../init/document-writer.ts';
import type { DocumentPath } from '../init/documents.ts';
import type { DocumentSources } from '../init/project-documents.ts';
import type { FillIn } from '../init/render.ts';
import { gitRenames } from '../regen/git-renames.ts';
import type { AskRenames } from '../regen/run-regen.ts';
import { type AdoptPlan, planAdopt } from './adopt-plan.ts';
import type { PlanItem } from './plan-item.ts';
import { surveyProject } from './survey.ts';

interface WrittenDocument {
  readonly path: DocumentPath;
  readonly fillIns: readonly FillIn[];
}

interface RefusedDocument {
  readonly path: DocumentPath;
  /** A clause that continues "`path` ". */
  readonly reason: string;
}

export interface AdoptResult extends Pick<AdoptPlan, 'sendToInit'> {
  /** Real path of the project's root. */
  readonly root: string;
  readonly apply: boolean;
  /** The plan; what was written by this very call is marked as done. */
  readonly items: readonly PlanItem[];
  readonly written: readonly WrittenDocument[];
  readonly refused: readonly RefusedDocument[];
}

/**
 * Plans what brings a project's documents into shape and, with `apply`, writes those that do not exist.
 *
 * @param root real path of the project's root
 * @throws where the templates of this package cannot be read
 */
export async function runAdopt(
  root: string,
  { apply }: { readonly apply: boolean },
  maxSectionBytes: number,
  sources: DocumentSources,
  writer: DocumentWriter,
  askRenames: AskRenames = gitRenames,
): Promise<AdoptResult> {
  const survey = await surveyProject(root, sources, askRenames);
  const { sendToInit, items, missing } = planAdopt(survey, maxSectionBytes);
  const written: WrittenDocument[] = [];
  const refused: RefusedDocument[] = [];
  for (const [path, { text, fillIns }] of apply ? missing : []) {
    const reason = await writer.write(path, text, false);
    if (reason === undefined) written.push({ path, fillIns });
    else refused.push({ path, reason });
  }
  const done = new Set<string>(written.map(({ path }) => path));
  const marked = items.map((item): PlanItem => {
    return item.rule === 'adopt/missing-document' && done.has(item.file) ? { ...item, done: true } : item;
  });
  return { root, apply, sendToInit, items: marked, written, refused };
}
