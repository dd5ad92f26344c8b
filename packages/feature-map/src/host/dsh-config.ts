import z from '@deepseek-ai/schemastery';
import { SETTINGS, type SettingSpec, type Settings } from '../settings.ts';
import { type CheckedSettings, checkSettings } from '../settings-check.ts';

/** What a row of a profile sets; what it leaves out stays absent, and the core's default holds. */
export type Config = Partial<Settings>;

/**
 * The settings in the terms of the host's schema library, for its settings form. No field has a default there,
 * which would make a chosen value and an absent one look the same. The core validates, since the library lets
 * unknown keys pass.
 */
export const Config: z<Config> = validatedByCore(
  z.object({
    mode: field(SETTINGS.mode),
    sourceTools: field(SETTINGS.sourceTools),
    exemptPaths: field(SETTINGS.exemptPaths),
    maxBytes: field(SETTINGS.maxBytes),
    sectionsPerTopic: field(SETTINGS.sectionsPerTopic),
    maxSectionBytes: field(SETTINGS.maxSectionBytes),
    sectionOrder: field(SETTINGS.sectionOrder),
  }),
);

/** Checks a row. `null`, as a whole or as a value, means "not set", as everywhere in the host's configuration. */
function checkConfig(config: unknown): CheckedSettings {
  if (typeof config !== 'object' || config === null || Array.isArray(config)) {
    return checkSettings(config ?? undefined);
  }
  return checkSettings(
    Object.fromEntries(Object.entries(config).map(([name, value]) => [name, value ?? undefined])),
  );
}

function field(spec: SettingSpec): z {
  const shown = Array.isArray(spec.default) ? spec.default.join(', ') : spec.default;
  return bare(spec).description(`${spec.description} Default: ${shown}.`);
}

function bare(spec: SettingSpec): z {
  switch (spec.kind) {
    case 'choice':
      return z.union(spec.values);
    case 'names':
    case 'paths':
      // The library gives every array the default [].
      return z.array(z.string().min(1).max(spec.maxLength)).max(spec.maxItems).extra('default', undefined);
    case 'integer':
      return z.number().min(spec.min).max(spec.max).step(1);
    case 'number':
      return z.number().min(spec.min).max(spec.max);
  }
}

/** The host validates by the Standard Schema property; https://standardschema.dev. */
function validatedByCore(schema: z<Config>): z<Config> {
  const validate = (value: unknown) => {
    const { settings, problems } = checkConfig(value);
    if (problems.length === 0) return { value: settings };
    return {
      issues: problems.map(({ path, message }) => (path === '' ? { message } : { message, path: [path] })),
    };
  };
  return Object.defineProperty(schema, '~standard', {
    value: { version: 1, vendor: 'schemastery', validate },
  });
}
