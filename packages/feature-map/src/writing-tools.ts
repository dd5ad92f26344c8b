import { adoptTool } from './adopt/tool.ts';
import { initTool } from './init/tool.ts';
import { type Surroundings, surroundings } from './paths.ts';
import { regenTool } from './regen/tool.ts';
import type { ReplySettings, WritingTool } from './tools.ts';

/**
 * The tools that may write: `feature_map_init`, `feature_map_adopt` and `feature_map_regen`.
 *
 * @param settingsOf the settings in force in a project, given by its root; asked at each call
 */
export function writingTools(
  settingsOf: (root: string) => ReplySettings,
  machine: Surroundings = surroundings(),
): readonly WritingTool[] {
  return [initTool(machine), adoptTool(settingsOf, machine), regenTool(settingsOf, machine)];
}
