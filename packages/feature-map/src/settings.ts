/** `enforce`: guard and instruction; `prompt`: instruction alone; `off`: neither. The tools are always there. */
export type Mode = 'enforce' | 'prompt' | 'off';

export interface Settings {
  readonly mode: Mode;
  readonly sourceTools: readonly string[];
  readonly exemptPaths: readonly string[];
  readonly maxBytes: number;
  readonly sectionsPerTopic: number;
  readonly maxSectionBytes: number;
  readonly sectionOrder: number;
}

export type SettingName = keyof Settings;

/** What one source of settings sets; `undefined`, like an absent name, is not set. */
export type SettingsLayer = { readonly [Name in SettingName]?: Settings[Name] | undefined };

interface Described<Value> {
  readonly default: Value;
  /** One or two sentences for settings forms and tables; limits and default are not repeated in it. */
  readonly description: string;
  /** Belongs to a host as a whole, so the settings file of one project cannot set it. */
  readonly hostOnly?: true;
}

interface ChoiceSpec<Value extends string> extends Described<Value> {
  readonly kind: 'choice';
  readonly values: readonly Value[];
}

export interface ListSpec extends Described<readonly string[]> {
  /** `names` are tool names, `paths` are prefixes relative to the project. */
  readonly kind: 'names' | 'paths';
  readonly maxItems: number;
  /** In UTF-16 units, for each item. */
  readonly maxLength: number;
}

export interface NumberSpec extends Described<number> {
  readonly kind: 'integer' | 'number';
  readonly min: number;
  readonly max: number;
}

export type SettingSpec = ChoiceSpec<string> | ListSpec | NumberSpec;

type SpecOf<Value> = [Value] extends [number]
  ? NumberSpec
  : [Value] extends [string]
    ? ChoiceSpec<Value>
    : ListSpec;

type Specs = { readonly [Name in SettingName]: SpecOf<Settings[Name]> };

/** Every setting: its default, its limits and what it does. Hosts' schemas, files and documents read it here. */
export const SETTINGS: Specs = {
  mode: {
    kind: 'choice',
    default: 'enforce',
    values: ['enforce', 'prompt', 'off'],
    description:
      '`enforce` denies the first source lookup of a session once and keeps the instruction in the system ' +
      'prompt; `prompt` keeps the instruction alone; `off` does neither. The tools are there in every mode.',
  },
  sourceTools: {
    kind: 'names',
    default: ['read', 'grep', 'glob'],
    maxItems: 64,
    maxLength: 128,
    description: 'Names of the tools whose calls can be source lookups, as the model calls them.',
  },
  exemptPaths: {
    kind: 'paths',
    default: ['docs/', 'AGENTS.md', 'CLAUDE.md', 'HANDOFF.md', 'README.md'],
    maxItems: 256,
    maxLength: 1024,
    description:
      'Paths that are not source, relative to the project and with `/`. A folder covers all below it, a file ' +
      'covers itself.',
  },
  maxBytes: {
    kind: 'integer',
    default: 12_000,
    min: 1024,
    max: 1_000_000,
    description: 'Most bytes (UTF-8) in one reply of `feature_map`, its header and closing lines included.',
  },
  sectionsPerTopic: {
    kind: 'integer',
    default: 3,
    min: 1,
    max: 20,
    description: 'Most sections in the answer to one topic.',
  },
  maxSectionBytes: {
    kind: 'integer',
    default: 2048,
    min: 256,
    max: 1_000_000,
    description: 'Bytes (UTF-8) above which a section of a page is reported as too big.',
  },
  sectionOrder: {
    kind: 'number',
    default: 99,
    min: -1_000_000,
    max: 1_000_000,
    hostOnly: true,
    description:
      'DeepSeek Harness only: where the instruction stands in the system prompt. The read tool stands at 100.',
  },
};

export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[];

/** What each mode switches on. */
export const MODES: Readonly<Record<Mode, { readonly guard: boolean; readonly instruction: boolean }>> = {
  enforce: { guard: true, instruction: true },
  prompt: { guard: false, instruction: true },
  off: { guard: false, instruction: false },
};

/** The settings of a host that sets none. */
export const DEFAULT_SETTINGS: Settings = {
  mode: SETTINGS.mode.default,
  sourceTools: SETTINGS.sourceTools.default,
  exemptPaths: SETTINGS.exemptPaths.default,
  maxBytes: SETTINGS.maxBytes.default,
  sectionsPerTopic: SETTINGS.sectionsPerTopic.default,
  maxSectionBytes: SETTINGS.maxSectionBytes.default,
  sectionOrder: SETTINGS.sectionOrder.default,
};

/**
 * The settings in force: the defaults, overridden by each layer in turn. Layers are taken as they are: check
 * them first with `checkSettings`.
 */
export function resolveSettings(...layers: readonly SettingsLayer[]): Settings {
  const set = layers.map(
    (layer): SettingsLayer =>
      Object.fromEntries(Object.entries(layer).filter(([, value]) => value !== undefined)),
  );
  return Object.assign({}, DEFAULT_SETTINGS, ...set);
}
