import type { DocumentWriter } from './document-writer.ts';
import { DOCUMENT_PATHS, type DocumentPath } from './documents.ts';
import { type PlannedDocument, planInit } from './init-plan.ts';
import { type DocumentSources, projectDocuments } from './project-documents.ts';
import { projectFiles } from './project-files.ts';
import type { ValueName } from './values.ts';

export interface InitOptions {
  /** Whether anything is written at all. */
  readonly write: boolean;
  /** Whether a document that exists is replaced. */
  readonly force: boolean;
  /** The documents that are meant. */
  readonly only: readonly DocumentPath[];
}

/** A document and what became of it. Where it was not written, `action` says what would become of it, or why not. */
export interface InitDocument extends PlannedDocument {
  readonly written: boolean;
}

export interface InitResult {
  /** Real path of the project's root. */
  readonly root: string;
  readonly write: boolean;
  readonly documents: readonly InitDocument[];
  /** Values that are not known and stand as a place to fill in. */
  readonly missing: readonly ValueName[];
  /** What else its reader should know, each a clause. */
  readonly notes: readonly string[];
}

/**
 * Renders the documents of a project that begins a map and, with `write`, writes them.
 *
 * @param root real path of the project's root
 * @throws where the templates of this package cannot be read
 */
export async function runInit(
  root: string,
  { write, force, only }: InitOptions,
  sources: DocumentSources,
  writer: DocumentWriter,
): Promise<InitResult> {
  const project = projectFiles(root, sources.files);
  const paths = DOCUMENT_PATHS.filter((path) => only.includes(path));
  const { rendered, notes } = await projectDocuments(project, paths, sources);
  const inputs = Array.from(rendered, ([path, text]) => ({ path, rendered: text, place: project.at(path) }));
  const { documents, missing } = planInit(inputs, force);
  const results: InitDocument[] = [];
  for (const document of documents) {
    results.push(write ? await writeDocument(document, writer) : { ...document, written: false });
  }
  return { root, write, documents: results, missing, notes };
}

async function writeDocument(document: PlannedDocument, writer: DocumentWriter): Promise<InitDocument> {
  const { path, action, text } = document;
  if (action !== 'create' && action !== 'replace') return { ...document, written: false };
  const reason = await writer.write(path, text, action === 'replace');
  return reason === undefined
    ? { ...document, written: true }
    : { ...document, written: false, action: 'refuse', reason };
}
