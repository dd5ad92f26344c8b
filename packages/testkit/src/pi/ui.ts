import type { ExtensionUIContext } from '@earendil-works/pi-coding-agent';
import type { PiNotification, PiUiRequest } from './types.ts';

/** The notifications among the requests; `info` is Pi's default kind. */
export function notificationsOf(requests: readonly PiUiRequest[]): PiNotification[] {
  return requests.flatMap((request) =>
    request.method === 'notify' ? [{ message: request.message, type: request.notifyType ?? 'info' }] : [],
  );
}

/** One call of a `ctx.ui` method. */
export interface PiUiCall {
  method: string;
  args: unknown[];
}

/** Every method of `ctx.ui` and what it gives back here: a dialog counts as dismissed, a query finds nothing. */
const ANSWERS: Readonly<Record<Exclude<keyof ExtensionUIContext, 'theme'>, unknown>> = {
  select: undefined,
  confirm: false,
  input: undefined,
  editor: undefined,
  custom: undefined,
  notify: undefined,
  onTerminalInput: () => {},
  setStatus: undefined,
  setWorkingMessage: undefined,
  setWorkingVisible: undefined,
  setWorkingIndicator: undefined,
  setHiddenThinkingLabel: undefined,
  setWidget: undefined,
  setFooter: undefined,
  setHeader: undefined,
  setTitle: undefined,
  pasteToEditor: undefined,
  setEditorText: undefined,
  getEditorText: '',
  addAutocompleteProvider: undefined,
  setEditorComponent: undefined,
  getEditorComponent: undefined,
  getAllThemes: [],
  getTheme: undefined,
  setTheme: { success: false, error: 'There is no theme here' },
  getToolsExpanded: false,
  setToolsExpanded: undefined,
};

/** A `ctx.ui` that writes every call into `calls` and shows nothing. It has no `theme`. */
export function recordingUi(calls: PiUiCall[]): ExtensionUIContext {
  const methods = Object.entries(ANSWERS).map(([method, answer]) => [
    method,
    (...args: unknown[]) => {
      calls.push({ method, args });
      return answer;
    },
  ]);
  // Pi copies the object's own properties, so a proxy would not do.
  return Object.fromEntries(methods);
}

/** The notifications among recorded calls. */
export function notificationsAmong(calls: readonly PiUiCall[]): PiNotification[] {
  return calls.flatMap(({ method, args: [message, type = 'info'] }) =>
    method === 'notify' ? [{ message: String(message), type: type as PiNotification['type'] }] : [],
  );
}
