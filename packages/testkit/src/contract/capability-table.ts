import { readFileSync } from 'node:fs';
import { isObject, member } from '../json.ts';
import type { HostRow, LookupTool, OplGuardianOnHost } from './hosts.ts';

const NONE = '–';

/** The rows of the table: what a reader asks, and a host's answer; `undefined` where the guard does not live there. */
const QUESTIONS: readonly (readonly [question: string, answer: (row: HostRow) => string | undefined])[] = [
  [
    'opl-guardian: malformed calls of a new response',
    ({ rewrites, oplGuardian }) =>
      oplGuardian && (rewrites.includes('response') ? 'taken out before they are stored or run' : NONE),
  ],
  [
    'opl-guardian: sessions that were blocked before',
    ({ rewrites, oplGuardian }) =>
      oplGuardian && (rewrites.includes('history') ? blocked(oplGuardian) : NONE),
  ],
  [
    'opl-guardian: turns that are aborted or reach the output limit',
    ({ oplGuardian }) => oplGuardian && uneven(oplGuardian),
  ],
  [
    '`opl-guardian scan` and `repair`: session files',
    ({ oplGuardian }) => oplGuardian && code(oplGuardian.sessionFiles),
  ],
  ['opl-guardian: warnings', ({ oplGuardian }) => oplGuardian && `in the ${oplGuardian.warnsIn}`],
  [
    'feature map: first lookup of source is denied to',
    ({ blocks, featureMap }) =>
      featureMap && (blocks.includes('tool call') ? featureMap.lookups.map(lookup).join(', ') : NONE),
  ],
  [
    'feature map: instruction in the prompt',
    ({ rewrites, featureMap }) => featureMap && (rewrites.includes('system prompt') ? 'yes' : NONE),
  ],
  ['feature map: tools', ({ featureMap }) => featureMap?.tools.map(code).join(', ')],
  [
    'feature map: a resumed session',
    ({ featureMap }) => featureMap && (featureMap.remembers ? 'is not asked again' : 'is asked once more'),
  ],
  [
    'feature map: a fork',
    ({ featureMap }) => featureMap && (featureMap.forks ? 'is asked itself' : 'the host has none'),
  ],
  [
    'feature map: a subagent',
    ({ featureMap }) =>
      featureMap &&
      (featureMap.subagents === 'session' ? 'is asked itself' : 'is asked itself, in a process of its own'),
  ],
];

/** The capability table of the hosts, a Markdown table with a column for each, under the version that the tests run. */
export function capabilityTable(hosts: readonly HostRow[]): string {
  const lines = [
    ['Guard', ...hosts.map((host) => `${host.title} ${testedVersion(host)}`)],
    ['---', ...hosts.map(() => '---')],
    ...QUESTIONS.map(([question, answer]) => [question, ...hosts.map((host) => answer(host) ?? NONE)]),
  ];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function blocked({ reopensEmptyIds }: OplGuardianOnHost): string {
  const healed = 'go on, cleaned in each request';
  return reopensEmptyIds
    ? healed
    : `${healed}; once a call with an empty id ran, in the process that ran it, and after \`repair\` in every one`;
}

function uneven({ keepsCallsOf }: OplGuardianOnHost): string {
  return keepsCallsOf.length > 0
    ? `malformed calls taken out (${keepsCallsOf.join(', ')})`
    : 'the host keeps no call of them';
}

function lookup({ tool, argument }: LookupTool): string {
  return `${code(tool)} (${code(argument)})`;
}

function code(text: string): string {
  return `\`${text}\``;
}

/** The version that this package pins. Throws when it pins none. */
function testedVersion({ package: name }: HostRow): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const version = isObject(manifest) ? member(manifest.devDependencies, name) : undefined;
  if (typeof version !== 'string') throw new Error(`the testkit does not depend on ${name}`);
  return version;
}
