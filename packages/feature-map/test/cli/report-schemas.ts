import { adoptTool } from '../../src/adopt/tool.ts';
import { initTool } from '../../src/init/tool.ts';
import { regenTool } from '../../src/regen/tool.ts';
import { DEFAULT_SETTINGS } from '../../src/settings.ts';

interface ClosedSchema {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
}

const VERSION = {
  description: 'Grows when a field changes its meaning or goes; a field that is added leaves it as it is.',
  const: 1,
};

/** Schemas of commands that write what a tool of the same name answers, without its text. */
export const TOOL_SCHEMAS = {
  init: schemaOf('init', initTool().value),
  adopt: schemaOf('adopt', adoptTool(() => DEFAULT_SETTINGS).value),
  regen: schemaOf('regen', regenTool(() => DEFAULT_SETTINGS).value, {
    texts: {
      description: 'With --show: the new texts.',
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        properties: { page: { type: 'string' }, text: { type: 'string' } },
        required: ['page', 'text'],
      },
    },
  }),
};

function schemaOf(
  command: string,
  value: Record<string, unknown>,
  more: Record<string, unknown> = {},
): Record<string, unknown> {
  const { properties, required } = value as unknown as ClosedSchema;
  const { text, ...kept } = properties;
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: `Output of feature-map ${command} --json`,
    type: 'object',
    additionalProperties: false,
    required: ['version', ...required.filter((name) => name !== 'text')],
    properties: { version: VERSION, ...kept, ...more },
  };
}
