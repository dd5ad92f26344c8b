import { byteLength, pieceAt } from '../map/budget.ts';
import { openMap } from '../map/reader.ts';
import { findMapRoot, MAP_INDEX } from '../map-root.ts';
import { type Surroundings, surroundings } from '../paths.ts';
import { quote } from '../quote.ts';
import type { Settings } from '../settings.ts';
import type { ToolReply, WritingTool } from '../tools.ts';
import { type RegenCall, readRegenCall, regenSchema } from './args.ts';
import { findFile } from './named-file.ts';
import { outcomeSchema, outcomeValue } from './outcome-schema.ts';
import { newTexts, outcomeText } from './outcome-text.ts';
import { type AskRenames, runRegen } from './run-regen.ts';

const NAME = 'feature_map_regen';

/**
 * The tool `feature_map_regen`: a new shape for the map of a project, planned, shown or written.
 *
 * @param settingsOf the settings in force in a project, given by its root; asked at each call
 * @param askRenames git's record of renames, unless something else stands in for it
 */
export function regenTool(
  settingsOf: (root: string) => Pick<Settings, 'maxBytes' | 'maxSectionBytes'>,
  machine: Surroundings = surroundings(),
  askRenames?: AskRenames,
): WritingTool {
  return {
    name: NAME,
    description:
      'Plans how to bring the feature map into shape without touching its prose: missing headings, ### parts for ' +
      'sections too big, an index that agrees with the pages. `apply` does it.',
    parameters: regenSchema,
    value: outcomeSchema,
    consults: true,
    async run(args, cwd, writerFor) {
      const call = readRegenCall(args);
      if (typeof call === 'string') return failure(call);
      if (cwd === undefined) return failure('this call belongs to no session with a working folder');
      const root = findMapRoot(cwd, machine);
      if (root === undefined) {
        return failure(`no ${MAP_INDEX} in ${quote(cwd)} nor in a folder above it in the project`);
      }
      const settings = settingsOf(root);
      const map = openMap(root).load();
      const only = call.page === undefined ? { file: undefined } : findFile(map, call.page);
      if (typeof only === 'string') return failure(only);
      const options = { maxSectionBytes: settings.maxSectionBytes, only: only.file };
      const writer = call.apply ? writerFor(map.root) : undefined;
      const outcome = await runRegen(map, options, writer, askRenames);
      const whole = call.show && outcome.files.length > 0 ? newTexts(outcome.files) : outcomeText(outcome);
      return {
        isError: false,
        value: { text: within(whole, call, settings.maxBytes), ...outcomeValue(outcome) },
      };
    },
  };
}

function failure(text: string): ToolReply {
  return { isError: true, text: `${NAME}: ${text}` };
}

/** The text, or the piece of it that fits, with the call that goes on. */
function within(text: string, call: RegenCall, maxBytes: number): string {
  const { offset = 0 } = call;
  if (offset === 0 && byteLength(text) <= maxBytes) return text;
  const closing = (to: number, total: number) => {
    if (to === total) return '\n[nothing is left]';
    const left = `\n[cut, ${total - to} bytes left: `;
    if (call.apply) return `${left}${NAME} {} says what is still to be done]`;
    const next = JSON.stringify({ ...call, offset: to });
    return `${left}${byteLength(next) > NEXT_LIMIT ? `the same call with "offset":${to}` : `${NAME} ${next}`}]`;
  };
  const total = byteLength(text);
  const piece = pieceAt(text, offset, maxBytes - byteLength(closing(total - 1, total)) - DIGITS);
  return piece.text + closing(piece.end, total);
}

/** A longer call is not repeated in its answer. */
const NEXT_LIMIT = 320;
/** Room for the count of bytes that are left, which grows with them. */
const DIGITS = 12;
