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
