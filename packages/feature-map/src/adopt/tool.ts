import { DOCUMENT_PATHS } from '../init/documents.ts';
import { type DocumentSources, documentSources } from '../init/project-documents.ts';
import { fillInSchema } from '../init/tool.ts';
import type { ArgSpecs } from '../init/tool-args.ts';
import { writingTool } from '../init/writing-tool.ts';
import { type Surroundings, surroundings } from '../paths.ts';
import type { Settings } from '../settings.ts';
import type { WritingTool } from '../tools.ts';
import { adoptText } from './adopt-text.ts';
import { runAdopt } from './run-adopt.ts';

const ARGS = {
  apply: { type: 'boolean', description: 'Write the documents that do not exist; nothing else is changed.' },
} as const satisfies ArgSpecs;

const DOCUMENT = { type: 'string', enum: DOCUMENT_PATHS };

const VALUE = {
  type: 'object',
  additionalProperties: false,
  properties: {
    text: { type: 'string' },
    root: { type: 'string' },
    apply: { type: 'boolean' },
    sendToInit: { type: 'boolean', description: 'Nothing is there to adopt.' },
    items: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        properties: {
          rule: { type: 'string' },
          kind: { type: 'string', enum: ['deterministic', 'judgment'] },
          severity: { type: 'string', enum: ['drift', 'advice'] },
          page: { type: 'string', description: "Relative to the map's folder." },
          file: { type: 'string', description: "The same, relative to the project's root." },
          section: { type: 'string' },
          line: { type: 'integer' },
          message: { type: 'string' },
          remedy: { type: 'string' },
          insert: { type: 'string' },
          divides: { type: 'boolean' },
          done: { type: 'boolean' },
        },
        required: ['rule', 'kind', 'severity', 'page', 'file', 'line', 'message', 'remedy'],
      },
    },
    written: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        properties: { path: DOCUMENT, fillIns: { type: 'array', items: fillInSchema } },
        required: ['path', 'fillIns'],
      },
    },
    refused: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        properties: { path: DOCUMENT, reason: { type: 'string' } },
        required: ['path', 'reason'],
      },
    },
  },
  required: ['text', 'root', 'apply', 'sendToInit', 'items', 'written', 'refused'],
};

/**
 * The tool `feature_map_adopt`: what a project with documents lacks for its map, as a plan.
 *
 * @param settingsOf the settings in force in a project, given by its root; asked at each call
 */
export function adoptTool(
  settingsOf: (root: string) => Pick<Settings, 'maxBytes' | 'maxSectionBytes'>,
  machine: Surroundings = surroundings(),
  sources: DocumentSources = documentSources(),
): WritingTool {
  return writingTool(
    {
      name: 'feature_map_adopt',
      description:
        'Plans what index, pages and AGENTS.md of a project lack to be a feature map; `apply` writes the documents ' +
        'that do not exist.',
      args: ARGS,
      value: VALUE,
      async answer(root, options, writer) {
        const { maxSectionBytes, maxBytes } = settingsOf(root);
        const result = await runAdopt(root, options, maxSectionBytes, sources, writer);
        return { ...result, text: adoptText(result, maxBytes) };
      },
    },
    machine,
  );
}
