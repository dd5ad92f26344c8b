export { installPackedPlugin, type PackedPlugin } from './packed-plugin.ts';
export { createDshSandbox } from './sandbox.ts';
export type {
  DshAgent,
  DshAgentOptions,
  DshRequest,
  DshSaid,
  DshSandbox,
  DshSandboxOptions,
  DshToolResult,
  LoadedPlugin,
} from './types.ts';
