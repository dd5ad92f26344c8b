import { elements, isObject, member } from '../json.ts';
import type { AnthropicReport } from './anthropic-rules.ts';
import { dotted, type PlacedBlock, type WireTurn } from './anthropic-turns.ts';
import { trackPairs } from './pairs.ts';

const ID = /^[a-zA-Z0-9_-]+$/;
const NAME = /^[a-zA-Z0-9_-]{1,128}$/;
const isId = (value: unknown): value is string => typeof value === 'string' && ID.test(value);

/** Judges a tool_use block alone. */
export function checkToolUse({ block, path }: PlacedBlock, report: AnthropicReport): void {
  const { id, name, input } = block;
  const words = (field: string, fault: string) => `${dotted(path)}.tool_use.${field}: ${fault}`;
  if (typeof id !== 'string') {
    report('anthropic/tool-use-id-type', `${path}.id`, words('id', typeFault(id, 'string')));
  } else if (!ID.test(id)) {
    const fault = `String should match pattern '${ID.source}'`;
    report('anthropic/tool-use-id-pattern', `${path}.id`, words('id', fault));
  }
  if (typeof name !== 'string') {
    report('anthropic/tool-use-name-type', `${path}.name`, words('name', typeFault(name, 'string')));
  } else if (!NAME.test(name)) {
    const fault = `String should match pattern '${NAME.source}'`;
    report('anthropic/tool-use-name-pattern', `${path}.name`, words('name', fault));
  }
  if (!isObject(input)) {
    report('anthropic/tool-use-input', `${path}.input`, words('input', typeFault(input, 'dictionary')));
  }
}

/** Judges a tool_result block alone. */
export function checkToolResult({ block, path }: PlacedBlock, report: AnthropicReport): void {
  const { tool_use_id: id, content } = block;
  if (!isId(id)) {
    const fault =
      typeof id === 'string' ? `String should match pattern '${ID.source}'` : typeFault(id, 'string');
    report(
      'anthropic/tool-result-id',
      `${path}.tool_use_id`,
      `${dotted(path)}.tool_result.tool_use_id: ${fault}`,
    );
  }
  const foreign = elements(content).some((part) => member(part, 'type') !== 'text');
  if (block.is_error !== true || !foreign) return;
  const words = 'all content must be type `text` if `is_error` is true';
  report('anthropic/error-result-content', `${path}.content`, `${dotted(path)}.tool_result: ${words}`);
}

function typeFault(value: unknown, wanted: string): string {
  return value === undefined ? 'Field required' : `Input should be a valid ${wanted}`;
}

/** Nothing that the assistant says in a message may come behind its tool_use blocks. */
export function checkTextBehind(turn: WireTurn, report: AnthropicReport): void {
  const use = turn.blocks.findIndex(({ block }) => block.type === 'tool_use');
  const text = turn.blocks.find(({ block }, at) => use >= 0 && at > use && block.type === 'text');
  if (turn.role !== 'assistant' || !text) return;
  const words = `Did not find 1 \`tool_result\` block(s) at the beginning of this message: text follows \`tool_use\`.`;
  report('anthropic/text-behind-tool-use', text.path, `${dotted(text.path)}: ${words}`);
}

/** Matches the tool_result blocks of each turn with the tool_use blocks of the turn before it. */
export function checkPairs(turns: readonly WireTurn[], report: AnthropicReport): void {
  const ids = new Set<string>();
  const pairs = trackPairs({
    duplicate: () => {},
    twice: (id, path) => {
      const words = `each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${id}`;
      report('anthropic/tool-result-twice', path, `${dotted(path)}: ${words}`);
    },
    orphan: (id, path) => {
      const words = `unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`;
      report('anthropic/tool-result-without-use', path, `${dotted(path)}: ${words}`);
    },
    unanswered: (calls) => {
      const [path = ''] = calls.values();
      const words = `\`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${[...calls.keys()].join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`;
      report('anthropic/tool-use-unanswered', path, `${dotted(path)}: ${words}`);
    },
  });
  for (const turn of turns) {
    if (turn.role !== 'user') pairs.close();
    const others = turn.blocks.findIndex(({ block }) => block.type !== 'tool_result');
    turn.blocks.forEach(({ block, path }, at) => {
      if (block.type === 'tool_use' && isId(block.id)) {
        if (ids.has(block.id)) {
          const words = `${dotted(path)}: \`tool_use\` ids must be unique`;
          report('anthropic/tool-use-id-duplicate', `${path}.id`, words);
        }
        ids.add(block.id);
        pairs.call(block.id, path);
      }
      if (block.type !== 'tool_result') return;
      if (isId(block.tool_use_id)) pairs.result(block.tool_use_id, path);
      if (others >= 0 && others < at) {
        const words = 'tool_result blocks must come first in the content of their message';
        report('anthropic/tool-result-not-first', path, `${dotted(path)}: ${words}`);
      }
    });
  }
  pairs.close();
}
