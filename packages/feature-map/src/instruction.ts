import { MAP_INDEX } from './map-root.ts';

/** The tool that hands out the map, under the name that it is registered by. */
export const MAP_TOOL = 'feature_map';

/**
 * The standing text of the system prompt, in a project that keeps a map: at most 500 characters, since every
 * request pays for it, and without braces, which some hosts expand.
 */
export const INSTRUCTION =
  `This project keeps a feature map: ${MAP_INDEX} is the index, and each feature has a page that names its ` +
  `files, functions and tests. Before reading or searching source, call ${MAP_TOOL} with \`topic\` set to what ` +
  'you are after, or without arguments for the index. Where the map does not cover it, search as usual.';
