import { TARGET_APIS, type TargetApi } from './target.ts';

/**
 * A shape of a history because of which a provider refuses a request, or a host stops. Each is a triple of one name:
 * its source in `rules`, its test in `test/history/rules` and its page in `docs/rules`.
 */
export interface Rule {
  id: string;
  /** The APIs that refuse the shape. */
  apis: readonly TargetApi[];
  /** What the shape is, in a few words. */
  title: string;
  /** What becomes of it, in a few words. */
  remedy: string;
}

export const ALL_APIS: readonly TargetApi[] = TARGET_APIS;
