import { quote } from '../quote.ts';
import { fillIn } from './render.ts';
import type { InitDocument, InitResult } from './run-init.ts';
import { VALUES } from './values.ts';

/** The answer of init for a reader: what is or would be written, what is left to fill in, and a preview's texts. */
export function initText({ root, write, documents, missing, notes }: InitResult): string {
  const head = write ? '' : ', nothing is written yet: `write: true` writes what is new';
  return [
    `Documents of ${quote(root)}${head}.`,
    ...documents.map((document) => `- ${document.path}: ${stateOf(document, write)}`),
    ...missing.map((name) => `Not known: ${name}. It stands as ${fillIn(VALUES[name].what)}.`),
    ...notes.map((note) => `Not used: ${note}.`),
    ...(write ? openPlaces(documents.filter(({ written }) => written)) : documents.map(preview)),
  ].join('\n');
}

function stateOf({ action, reason, written, fillIns }: InitDocument, write: boolean): string {
  switch (action) {
    case 'create':
      return `${written ? 'written' : 'new'}, ${places(fillIns.length)}`;
    case 'replace':
      return `${written ? 'replaced' : 'exists, and `force` replaces it'}, ${places(fillIns.length)}`;
    case 'keep':
      return `exists and ${write ? 'was' : 'is'} kept; \`force: true\` replaces it`;
    case 'same':
      return 'exists with this very text';
    case 'refuse':
      return `${write ? 'not written' : 'cannot be written'}: it ${reason ?? 'is refused'}`;
  }
}

function places(count: number): string {
  return `${count} ${count === 1 ? 'place' : 'places'} to fill in`;
}

/** The places of documents that an author has to fill in, as lines. */
export function openPlaces(documents: readonly Pick<InitDocument, 'path' | 'fillIns'>[]): string[] {
  const lines = documents.flatMap(({ path, fillIns }) =>
    fillIns.map(({ line, what }) => `- ${path}:${line} ${what}`),
  );
  return lines.length === 0 ? [] : ['To fill in:', ...lines];
}

function preview({ path, text }: InitDocument): string {
  return `\n===== ${path} =====\n\n${text.trimEnd()}`;
}
