import { HOST_NAMES } from '../../src/hosts.ts';
import {
  type ListSpec,
  SETTING_NAMES,
  SETTINGS,
  type SettingName,
  type SettingSpec,
} from '../../src/settings.ts';
import { SETTINGS_FILE } from '../../src/settings-file.ts';

/** What a pattern can say of one entry of a list; the program checks more. */
const PATTERNS: Readonly<Record<ListSpec['kind'], string>> = {
  names: '^\\S+$',
  paths: '^(?![A-Za-z]:)[^/!*?[\\]{}\\\\\\s][^*?[\\]{}\\\\]*$',
};

/** JSON Schema of the settings file, made from `SETTINGS`. Draft 7, since editors know that one. */
export function settingsSchema(): Record<string, unknown> {
  const inFile = SETTING_NAMES.filter((name) => !SETTINGS[name].hostOnly);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Settings of agent-feature-map',
    description: `What the people of a project share in ${SETTINGS_FILE}. A host's own configuration overrides it.`,
    type: 'object',
    additionalProperties: false,
    properties: {
      $schema: { type: 'string' },
      ...Object.fromEntries(inFile.map((name) => [name, property(name)])),
    },
  };
}

function property(name: SettingName): Record<string, unknown> {
  const spec: SettingSpec = SETTINGS[name];
  const shape = shapeOf(spec);
  return {
    description: spec.description,
    default: spec.default,
    ...(name === 'sourceTools' ? { anyOf: [shape, byHost(shape)] } : shape),
  };
}

function byHost(shape: Record<string, unknown>): Record<string, unknown> {
  return {
    description: 'By host: a host that is left out keeps its default.',
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(HOST_NAMES.map((host) => [host, shape])),
  };
}

function shapeOf(spec: SettingSpec): Record<string, unknown> {
  switch (spec.kind) {
    case 'choice':
      return { type: 'string', enum: spec.values };
    case 'integer':
    case 'number':
      return { type: spec.kind, minimum: spec.min, maximum: spec.max };
    case 'names':
    case 'paths':
      return {
        type: 'array',
        maxItems: spec.maxItems,
        items: { type: 'string', maxLength: spec.maxLength, pattern: PATTERNS[spec.kind] },
      };
  }
}
