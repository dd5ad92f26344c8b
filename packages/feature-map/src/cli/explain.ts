import { type AllowRule, decide, guardRules, newGuardSession } from '../guard.ts';
import { PI_CALL_SHAPE, piCall } from '../host/pi-call.ts';
import { DEFAULT_HOST, HOST_DEFAULTS, HOST_NAMES, type HostName, isHostName } from '../hosts.ts';
import type { LookupRule } from '../lookup.ts';
import { findMapRoot } from '../map-root.ts';
import { surroundings } from '../paths.ts';
import { RULE_TEXTS } from '../rule-texts.ts';
import { MODES, resolveSettings, type SettingName, type Settings } from '../settings.ts';
import { CALL_SHAPE, type ToolCall } from '../tool-call.ts';
import { unknownName } from '../unknown-name.ts';
import { UsageError } from './cannot-run.ts';
import { defineCommand } from './command.ts';
import { describedCall } from './described-call.ts';
import { settingsOf, startFolder } from './project.ts';
import { shown } from './style.ts';

export const command = defineCommand({
  operands: '<tool> [path]',
  count: { min: 1, max: 2 },
  about:
    'Says whether the guard would deny this call as the first of a session, and by\n' +
    'which rule. The session is one that works in --root; the path is relative to it.\n' +
    'For a glob tool the path is the glob, for a shell the command line.\n\n' +
    'Exit codes: 0 allowed, 1 denied, 2 a wrong settings file.',
  options: {
    pattern: { kind: 'value', value: 'text', about: 'what a search looks for' },
    args: { kind: 'value', value: 'json', about: 'all arguments of the call, as a JSON object' },
    host: { kind: 'value', value: 'name', about: `${HOST_NAMES.join(' or ')}; default: ${DEFAULT_HOST}` },
  },
  run([tool = '', path], { pattern, args, host: hostName = DEFAULT_HOST, ...common }, here) {
    const host = hostOf(hostName);
    const cwd = startFolder(common, here);
    const machine = surroundings();
    const shape = host === 'pi' ? PI_CALL_SHAPE : CALL_SHAPE;
    const described = describedCall(tool, { path, pattern, args }, shape);
    const call = host === 'pi' ? piCall(tool, described.arguments as object, machine.home) : described;
    const root = findMapRoot(cwd, machine);
    const settings = root === undefined ? resolveSettings(HOST_DEFAULTS[host]) : settingsOf(root, host);
    const { deny, rule, reason } = MODES[settings.mode].guard
      ? {
          reason: undefined,
          ...decide(call, newGuardSession(cwd), guardRules(settings, { ...machine, shape })),
        }
      : { deny: false, rule: 'mode' as const, reason: undefined };
    const setting = RULE_SETTINGS[rule];
    const text =
      rule === 'mode' ? `Allowed: in mode \`${settings.mode}\` there is no guard.` : RULE_TEXTS[rule];
    return {
      exit: deny ? 1 : 0,
      text: (style) =>
        [
          `${style('bold', callText(call))}: ${style(deny ? 'red' : 'green', deny ? 'denied' : 'allowed')} ` +
            style('dim', rule),
          `  ${text}`,
          ...(setting === undefined ? [] : [`  ${setting}: ${settingText(settings, setting)}`]),
          ...(reason === undefined ? [] : ['', 'The model gets:', `  ${reason}`]),
        ]
          .map((line) => shown(line, style))
          .join('\n'),
      json: { root: root ?? null, cwd, ...call, denied: deny, rule, text, ...(deny ? { reason } : {}) },
    };
  },
});

/** The setting that a rule goes by. */
const RULE_SETTINGS: { readonly [Rule in AllowRule | LookupRule | 'mode']?: SettingName } = {
  mode: 'mode',
  'other-tool': 'sourceTools',
  exempt: 'exemptPaths',
};

function settingText(settings: Settings, name: SettingName): string {
  return [settings[name]].flat().join(', ');
}

function hostOf(name: string): HostName {
  if (!isHostName(name)) throw new UsageError(`--host: ${unknownName('host', name, HOST_NAMES)}`);
  return name;
}

function callText({ tool, arguments: args }: ToolCall): string {
  return `${tool} ${JSON.stringify(args)}`;
}
