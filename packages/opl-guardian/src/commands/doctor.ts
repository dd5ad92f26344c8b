import { defineCommand, type ExitCode } from './command.ts';
import { type Check, type HostReport, OWN_PACKAGE } from './doctor/doctor-check.ts';
import { examineDsh } from './doctor/doctor-dsh.ts';
import { examinePi } from './doctor/doctor-pi.ts';
import { type Style, styleOf } from './terminal.ts';
import { visible, visibleJson } from './visible-text.ts';

export const command = defineCommand({
  operands: '',
  count: { min: 0, max: 0 },
  about:
    'Says which hosts are here (Pi, DSH) and in which versions, whether they are told to\n' +
    'load the guard, and whether the installed guard takes a malformed tool call out of\n' +
    'a message. No host is started, and nothing is changed. Run it in the folder of a\n' +
    "project: the project's own settings count too.\n" +
    '\n' +
    'Exit codes: 0 all is in order, 1 there is something to do, 2 the command could not\n' +
    'run.',
  options: {},
  async run(_operands, { json }, here): Promise<ExitCode> {
    const hosts = [await examinePi(here), await examineDsh(here)];
    const isAnyFound = hosts.some(({ isFound }) => isFound);
    const isFine = isAnyFound && hosts.every(({ checks }) => checks.every(({ status }) => status !== 'todo'));
    const lines = json ? [reportJson(hosts, isFine)] : reportLines(hosts, isAnyFound, styleOf(here.stdout));
    here.stdout.write(lines.map((line) => `${line}\n`).join(''));
    return isFine ? 0 : 1;
  },
});

/** Stands in the JSON, and grows when a field changes its meaning or goes. */
const JSON_VERSION = 1;

function reportJson(hosts: readonly HostReport[], isFine: boolean): string {
  return visibleJson({ version: JSON_VERSION, guardian: OWN_PACKAGE?.version, fine: isFine, hosts });
}

const TITLES = { pi: 'Pi', dsh: 'DeepSeek Harness' } as const;
const COLOURS = { ok: 'green', todo: 'red', note: 'yellow' } as const;

function reportLines(hosts: readonly HostReport[], isAnyFound: boolean, style: Style): string[] {
  const lines = [`opl-guardian ${OWN_PACKAGE?.version ?? ''}, Node ${process.versions.node}`];
  for (const { host, isFound, checks } of hosts) {
    lines.push('', style('bold', TITLES[host]));
    if (!isFound) lines.push(`  ${style('dim', 'not found')}`);
    for (const check of checks) lines.push(...checkLines(check, style));
  }
  const count = hosts.flatMap(({ checks }) => checks).filter(({ status }) => status === 'todo').length;
  lines.push('');
  if (!isAnyFound) lines.push('Neither Pi nor DSH was found: there is nothing to guard yet.');
  else lines.push(count === 0 ? 'All is in order.' : `${count} ${count === 1 ? 'thing' : 'things'} to do.`);
  return lines;
}

function checkLines({ status, text, advice }: Check, style: Style): string[] {
  const line = `  ${style(COLOURS[status], status.padEnd(4))}  ${visible(text)}`;
  return advice === undefined ? [line] : [line, `        ${style('bold', 'do:')} ${visible(advice)}`];
}
