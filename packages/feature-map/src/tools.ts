import { checkReply, checkReplySchema } from './check-reply.ts';
import { MAP_TOOL } from './instruction.ts';
import { MAP_FOLDER } from './map/page-link.ts';
import { featureMapReply } from './map/reply.ts';
import { featureMapDescription, featureMapSchema } from './map/reply-args.ts';
import type { FeatureMap } from './map/types.ts';
import { findMapRoot, MAP_INDEX } from './map-root.ts';
import { type Surroundings, surroundings } from './paths.ts';
import { quote } from './quote.ts';
import { recentMaps } from './recent-maps.ts';
import type { Settings } from './settings.ts';
import type { MapWriterFor } from './write/map-writer.ts';

/** A JSON value whose `text` is what a model reads; programs may read the rest. */
export interface ToolValue {
  readonly text: string;
}

export type ToolReply<Value extends ToolValue = ToolValue> =
  | { readonly isError: false; readonly value: Value }
  /** `text` says what was wrong and what is allowed. */
  | { readonly isError: true; readonly text: string };

/** A tool as every host can register it. */
export interface MapTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments: a closed object. Not every host enforces it, so `run` checks as well. */
  readonly parameters: Record<string, unknown>;
  /** JSON Schema of a reply's `value`: a closed object. */
  readonly value: Record<string, unknown>;
  /** A call counts as consulting the map, whatever comes of it. */
  readonly consults: boolean;
  /**
   * Answers a call. Writes nothing; does not throw.
   *
   * @param args whatever the model sent, of any type.
   * @param cwd absolute working folder of the calling session; `undefined` where there is none.
   */
  run(args: unknown, cwd: string | undefined): ToolReply;
}

/** A tool that may write: unlike the others it waits, and the host brings the writer. */
export interface WritingTool extends Omit<MapTool, 'run'> {
  /**
   * Answers a call. Writes through the writer alone; does not reject.
   *
   * @param args whatever the model sent, of any type
   * @param cwd absolute working folder of the calling session; `undefined` where there is none
   * @param writerFor called with the real path of the project's root, when the arguments are in order
   */
  run(args: unknown, cwd: string | undefined, writerFor: MapWriterFor): Promise<ToolReply>;
}

/** The settings that the replies keep to. */
export type ReplySettings = Pick<Settings, 'maxBytes' | 'sectionsPerTopic' | 'maxSectionBytes'>;

/**
 * The map's tools. A map that stays open between calls is read anew only where a file changed.
 *
 * @param settingsOf the settings in force in a project, given by its root; asked at each call.
 */
export function mapTools(
  settingsOf: (root: string) => ReplySettings,
  machine: Surroundings = surroundings(),
): readonly MapTool[] {
  const open = recentMaps();
  const onMap =
    (answer: (map: FeatureMap, args: unknown, settings: ReplySettings) => ToolReply): MapTool['run'] =>
    (args, cwd) => {
      if (cwd === undefined) return { isError: true, text: NO_FOLDER };
      const root = findMapRoot(cwd, machine);
      return root === undefined
        ? { isError: false, value: { text: noMapText(cwd) } }
        : answer(open(root).load(), args, settingsOf(root));
    };
  return [
    {
      name: MAP_TOOL,
      description: featureMapDescription,
      parameters: featureMapSchema,
      value: TEXT_SCHEMA,
      consults: true,
      run: onMap((map, args, settings) => {
        const { text, isError } = featureMapReply(map, args, settings);
        return isError ? { isError, text } : { isError, value: { text } };
      }),
    },
    {
      name: `${MAP_TOOL}_check`,
      description:
        `Checks the project's feature map (${MAP_FOLDER}): where index and pages disagree and which files, symbols ` +
        'and tests they name are gone (drift), and what pages lack (advice), each with the remedy.',
      parameters: { type: 'object', additionalProperties: false, properties: {} },
      value: checkReplySchema,
      consults: false,
      run: onMap(checkReply),
    },
  ];
}

const TEXT_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: { text: { type: 'string' } },
  required: ['text'],
};

const NO_FOLDER =
  'this call belongs to no session with a working folder, so there is no project whose map it could be about';

/** Names where a map would be and how one begins: all that an agent needs to go on without it, or to start it. */
function noMapText(cwd: string): string {
  return (
    `This project keeps no feature map. Looked for ${MAP_INDEX} in ${quote(cwd)} and the folders above it, up to ` +
    'the one that holds .git; a link that leads out of a project does not count. Search the source as usual.\n' +
    `To start a map, call ${MAP_TOOL}_init: it shows the first documents, and with {"write": true} it writes them. ` +
    'The index gets a table of the columns Feature, Doc and Read when: one row for each feature, which links to a ' +
    'page beside it.'
  );
}
