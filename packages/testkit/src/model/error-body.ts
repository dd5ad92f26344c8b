import type { WireApi } from '../types.ts';

/** What went wrong, in the words that the API's error body has room for. */
export interface ApiError {
  status: number;
  message: string;
  /** Where in the body, for the API that has a field for it. */
  param?: string;
  /** Id of the broken rule, for the API that has a field for it. */
  code?: string;
}

const ANTHROPIC_TYPES: Record<number, string> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  529: 'overloaded_error',
};

const GOOGLE_STATUSES: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  503: 'UNAVAILABLE',
};

/** The error as the JSON body that the API itself answers with. */
export function errorBody(api: WireApi, { status, message, param, code }: ApiError): object {
  if (api === 'anthropic') {
    return { type: 'error', error: { type: ANTHROPIC_TYPES[status] ?? 'api_error', message } };
  }
  if (api === 'google') {
    return { error: { code: status, message, status: GOOGLE_STATUSES[status] ?? 'INTERNAL' } };
  }
  const type = status < 500 ? 'invalid_request_error' : 'server_error';
  return { error: { message, type, param: param || null, code: code ?? null } };
}
