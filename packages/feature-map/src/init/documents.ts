import { readFileSync } from 'node:fs';

/** The documents of a project that keeps a map, by their path from its root, with the template of each. */
export const DOCUMENTS = {
  'AGENTS.md': 'AGENTS.md.tmpl',
  'HANDOFF.md': 'HANDOFF.md.tmpl',
  'docs/SPEC.md': 'SPEC.md.tmpl',
  'docs/features/README.md': 'features-README.md.tmpl',
} as const;

export type DocumentPath = keyof typeof DOCUMENTS;

export const DOCUMENT_PATHS = Object.keys(DOCUMENTS) as readonly DocumentPath[];

/** The template of a document. Throws the error of the file system where this package is not whole. */
export type Templates = (document: DocumentPath) => string;

/** The templates of this package. The suffix `.tmpl` keeps a host from taking one for the instructions of a project. */
export const packageTemplates: Templates = (document) =>
  readFileSync(new URL(`../../templates/${DOCUMENTS[document]}`, import.meta.url), 'utf8');
