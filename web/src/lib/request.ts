import { SHELL_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { readCookie, writeCookie } from './cookies.ts';
import { readError } from './errors.ts';
import { measureClock } from './server-clock.ts';
import { requestStepUp } from './step-up.ts';
import { reportUnauthenticated } from './unauthenticated.ts';

const TOKEN_COOKIE = 'XSRF-TOKEN';
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

export type RequestOptions = {
  method?: string;
  /** A string is sent unchanged, form data without a content type header, and anything else as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  cache?: RequestCache;
};

let pendingToken: Promise<string> | null = null;

/**
 * Fetch the CSRF token and store it in the XSRF-TOKEN cookie. Throws 'Failed to restore CSRF token' if the server sends
 * none.
 */
export function restoreCsrf(): Promise<string> {
  pendingToken ??= (async () => {
    const response = await fetch('/api/csrf/restore', { credentials: 'include' });
    const body: { csrfToken?: unknown } | null = response.ok ? await response.json().catch(() => null) : null;
    const token = body?.csrfToken;
    if (typeof token !== 'string' || token === '') throw new Error(SHELL_TEXTS.csrf);
    writeCookie(TOKEN_COOKIE, token);
    return token;
  })().finally(() => {
    pendingToken = null;
  });
  return pendingToken;
}

/** Return the CSRF token in the cookie, or fetch it. Throws 'Failed to restore CSRF token' if the server sends none. */
export const csrfToken = async (): Promise<string> => readCookie(TOKEN_COOKIE) ?? restoreCsrf();

/** Report whether a response rejects a stale CSRF token, so that a retry with a new token can succeed. */
export const isStaleToken = async (response: Response): Promise<boolean> =>
  response.status === 403 && (await readError(response)).code === 'csrf';

/**
 * Send a request with credentials and, for writes, the CSRF token. Retry once if the token was stale, and once after a
 * step-up: a proof that the user owns the account. If the status is 400 or higher, throw the Response itself.
 */
export async function request(path: string, options: RequestOptions = {}): Promise<Response> {
  const { method = 'GET', body, signal, cache } = options;
  const headers = new Headers(options.headers);
  const init: RequestInit = { method, headers, credentials: 'include' };
  if (signal) init.signal = signal;
  if (cache) init.cache = cache;
  if (body instanceof FormData || typeof body === 'string') init.body = body;
  else if (body !== undefined) {
    headers.set('Content-Type', 'application/json');
    init.body = JSON.stringify(body);
  }

  const needsToken = !SAFE_METHODS.has(method.toUpperCase());
  if (needsToken) headers.set('X-CSRF-Token', await csrfToken());
  let response = await fetch(path, init);
  measureClock(response.headers.get('Date'));
  if (needsToken && (await isStaleToken(response))) {
    headers.set('X-CSRF-Token', await restoreCsrf());
    response = await fetch(path, init);
  }
  if (response.status === 403 && (await readError(response)).code === 'step_up' && (await requestStepUp()))
    response = await fetch(path, init);
  if (response.status === 401) reportUnauthenticated();
  if (response.status >= 400) throw response;
  return response;
}
