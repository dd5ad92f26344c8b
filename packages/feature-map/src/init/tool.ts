import { type Surroundings, surroundings } from '../paths.ts';
import type { WritingTool } from '../tools.ts';
import { DOCUMENT_PATHS } from './documents.ts';
import { initText } from './init-text.ts';
import { type DocumentSources, documentSources } from './project-documents.ts';
import { runInit } from './run-init.ts';
import type { ArgSpecs } from './tool-args.ts';
import { writingTool } from './writing-tool.ts';

const ARGS = {
  write: { type: 'boolean', description: 'Write what is new.' },
  force: { type: 'boolean', description: 'Also replace documents that exist.' },
  only: {
    type: 'array',
    items: { type: 'string', enum: DOCUMENT_PATHS },
    minItems: 1,
    description: 'Default: all.',
  },
} as const satisfies ArgSpecs;

/** JSON Schema of a place that an author has to fill in. */
export const fillInSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    line: { type: 'integer', description: '1-based.' },
    what: { type: 'string' },
  },
  required: ['line', 'what'],
};

const VALUE = {
  type: 'object',
  additionalProperties: false,
  properties: {
    text: { type: 'string' },
    root: { type: 'string' },
    write: { type: 'boolean' },
    documents: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        properties: {
          path: { type: 'string', enum: DOCUMENT_PATHS },
          action: { type: 'string', enum: ['create', 'replace', 'keep', 'same', 'refuse'] },
          written: { type: 'boolean' },
          reason: { type: 'string' },
          text: { type: 'string' },
          fillIns: { type: 'array', items: fillInSchema },
        },
        required: ['path', 'action', 'written', 'text', 'fillIns'],
      },
    },
    missing: { type: 'array', items: { type: 'string' } },
    notes: { type: 'array', items: { type: 'string' } },
  },
  required: ['text', 'root', 'write', 'documents', 'missing', 'notes'],
};

/** The tool `feature_map_init`: the first documents of a project, shown or written. */
export function initTool(
  machine: Surroundings = surroundings(),
  sources: DocumentSources = documentSources(),
): WritingTool {
  return writingTool(
    {
      name: 'feature_map_init',
      description:
        `Starts a project's feature map: shows ${DOCUMENT_PATHS.slice(0, -1).join(', ')} and ` +
        `${DOCUMENT_PATHS.at(-1)} from templates; \`write\` writes those that do not exist.`,
      args: ARGS,
      value: VALUE,
      async answer(root, options, writer) {
        const result = await runInit(root, options, sources, writer);
        return { ...result, text: initText(result) };
      },
    },
    machine,
  );
}
