import { documentWriter } from '../init/document-writer.ts';
import { DOCUMENT_PATHS, type DocumentPath } from '../init/documents.ts';
import { documentSources } from '../init/project-documents.ts';
import { type InitDocument, type InitResult, runInit } from '../init/run-init.ts';
import { VALUES } from '../init/values.ts';
import { unknownName } from '../unknown-name.ts';
import { nodeWriter } from '../write/node-writer.ts';
import { UsageError } from './cannot-run.ts';
import { defineCommand } from './command.ts';
import { fillInLines } from './fill-in-lines.ts';
import { openRoot } from './project.ts';
import { type Style, shown } from './style.ts';

export const command = defineCommand({
  operands: '',
  count: { min: 0, max: 0 },
  about:
    `Starts a project's feature map: renders ${DOCUMENT_PATHS.slice(0, 2).join(', ')},\n` +
    `${DOCUMENT_PATHS.slice(2).join(' and ')} from neutral templates and prints them.\n\n` +
    'Exit codes: 0 done, 1 a document cannot be written, 2 no such folder.',
  options: {
    write: {
      kind: 'flag',
      about: 'write the documents that do not exist, and print what is left to fill in',
    },
    force: { kind: 'flag', about: 'with --write: replace those that exist, too' },
    only: { kind: 'value', value: 'documents', about: 'some of them, divided by commas' },
  },
  async run(_operands, { write, force, only, ...common }, here) {
    const root = openRoot(common, here);
    const options = { write, force, only: documentsOf(only) };
    const result = await runInit(root, options, documentSources(), documentWriter(nodeWriter(root)));
    return {
      exit: result.documents.some(({ action }) => action === 'refuse') ? 1 : 0,
      text: (style) => initLines(result, style).join('\n'),
      json: result,
    };
  },
});

function documentsOf(only: string | undefined): readonly DocumentPath[] {
  if (only === undefined) return DOCUMENT_PATHS;
  return only.split(',').map((name) => {
    const known = DOCUMENT_PATHS.find((path) => path === name.trim());
    if (known === undefined)
      throw new UsageError(`--only: ${unknownName('document', name.trim(), DOCUMENT_PATHS)}`);
    return known;
  });
}

function initLines({ write, documents, missing, notes }: InitResult, style: Style): string[] {
  const lines = documents.map((document) => `${style('bold', document.path)}: ${stateOf(document, write)}`);
  const values = missing.map((name) => `Not known, and to be filled in: ${VALUES[name].what}.`);
  const shownNotes = notes.map((note) => shown(`Not used: ${note}.`, style));
  const places = write ? fillInLines(documents.filter(({ written }) => written)) : [];
  const texts = write ? [] : documents.map(({ path, text }) => documentText(path, text, style));
  return [...lines, ...values, ...shownNotes, ...places, ...texts];
}

function stateOf({ action, written, reason, fillIns }: InitDocument, write: boolean): string {
  const places = `${fillIns.length} ${fillIns.length === 1 ? 'place' : 'places'} to fill in`;
  switch (action) {
    case 'create':
      return `${written ? 'written' : 'new, --write writes it'}; ${places}`;
    case 'replace':
      return `${written ? 'replaced' : 'exists, --write replaces it'}; ${places}`;
    case 'keep':
      return `exists and ${write ? 'was kept' : 'is kept'}; --force replaces it`;
    case 'same':
      return 'exists with this very text';
    case 'refuse':
      return `${write ? 'not written' : 'cannot be written'}: it ${reason ?? 'is refused'}`;
  }
}

function documentText(path: string, text: string, style: Style): string {
  return `\n${style('dim', `===== ${path} =====`)}\n\n${shown(text.trimEnd(), style)}`;
}
