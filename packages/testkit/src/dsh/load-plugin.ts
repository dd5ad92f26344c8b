import type { Context, Plugin } from '@deepseek-ai/cordis';
import type { LoadedPlugin } from './types.ts';

/**
 * Loads a plugin with raw configuration, as a profile's row does.
 * @throws when the plugin refuses the configuration, or when its `apply` throws.
 */
export async function loadPlugin(ctx: Context, plugin: Plugin, config: unknown): Promise<LoadedPlugin> {
  const fiber = await ctx.plugin(plugin, config);
  return {
    reload: () => fiber.restart(),
    update: async (next) => {
      await fiber.update(next);
    },
    dispose: async () => {
      await fiber.dispose();
    },
  };
}
