import { byteLength } from './map/budget.ts';
import { type CheckResult, checkMap } from './map/check.ts';
import type { FeatureMap } from './map/types.ts';
import { quote } from './quote.ts';
import type { Settings } from './settings.ts';
import { openBoundedProject } from './stale/bounded-facts.ts';
import type { ProjectFacts } from './stale/project-facts.ts';
import type { ToolReply } from './tools.ts';

/** JSON Schema of the value of {@link checkReply}. */
export const checkReplySchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    text: { type: 'string' },
    clean: { type: 'boolean', description: 'Index, pages and project agree; advice does not count.' },
    findings: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        properties: {
          rule: { type: 'string' },
          severity: { type: 'string', enum: ['drift', 'advice'] },
          page: { type: 'string' },
          section: { type: 'string' },
          line: { type: 'integer' },
          message: { type: 'string' },
          remedy: { type: 'string' },
        },
        required: ['rule', 'severity', 'page', 'line', 'message', 'remedy'],
      },
    },
    exempted: { type: 'integer', description: 'Findings that an exemption took out.' },
    notes: { type: 'array', items: { type: 'string' }, description: 'What could not be known.' },
  },
  required: ['text'],
};

/**
 * Answers a call of `feature_map_check`, which takes no arguments. The text stays within `maxBytes`.
 *
 * @param projectOf what is known of the project at a root; the comparison takes as long as it takes to ask that
 */
export function checkReply(
  map: FeatureMap,
  args: unknown,
  { maxBytes, maxSectionBytes }: Pick<Settings, 'maxBytes' | 'maxSectionBytes'>,
  projectOf: (root: string) => ProjectFacts = openBoundedProject,
): ToolReply<CheckResult> {
  const problem = argumentProblem(args);
  if (problem !== undefined)
    return { isError: true, text: `feature_map_check takes no arguments, not ${problem}` };
  const result = checkMap(map, { maxSectionBytes, project: projectOf(map.root) });
  return { isError: false, value: { ...result, text: withinBytes(result, maxBytes) } };
}

function argumentProblem(args: unknown): string | undefined {
  if (args === undefined || args === null) return undefined;
  if (typeof args !== 'object') return typeof args === 'string' ? quote(args) : String(args);
  if (Array.isArray(args)) return 'a list';
  const [key] = Object.keys(args);
  return key === undefined ? undefined : quote(key);
}

/** The text with as many whole findings as there is room for, the gravest first, and a line that counts the others. */
function withinBytes({ text, findings }: CheckResult, maxBytes: number): string {
  if (byteLength(text) <= maxBytes) return text;
  const [totals = '', ...lines] = text.split('\n');
  const closing = (left: number) =>
    `[${left} of ${findings.length} findings are left out: mend these, then check again]`;
  let room = maxBytes - byteLength(`${totals}\n${closing(findings.length)}`);
  const kept: string[] = [];
  for (let line = 0; line < lines.length; line += LINES_OF_FINDING) {
    const block = lines.slice(line, line + LINES_OF_FINDING).join('\n');
    room -= byteLength(block) + 1;
    if (room < 0) break;
    kept.push(block);
  }
  return [totals, ...kept, closing(findings.length - kept.length)].join('\n');
}

const LINES_OF_FINDING = 2;
