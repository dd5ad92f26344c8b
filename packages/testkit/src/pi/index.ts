export { piScript } from './cli.ts';
export { assistantMessages, toolExecutions } from './events.ts';
export type { PiInProcess } from './in-process.ts';
export { PI_APIS, type PiApi, type PiModelId, piProvider } from './models.ts';
export type { PiRpc } from './rpc.ts';
export {
  createPiSandbox,
  type PiModelServer,
  type PiPlace,
  type PiSandbox,
  type PiSandboxOptions,
} from './sandbox.ts';
export { readSessionEntries, storedMessages } from './session-file.ts';
export type { PiTerminal } from './terminal.ts';
export type * from './types.ts';
export type { PiUiCall } from './ui.ts';
