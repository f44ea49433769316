import { ERROR_STATUSES, type ErrorCode } from '@rivalhold/shared/contract/errors.ts';
import type { RouteKey, RouteOf } from '@rivalhold/shared/contract/index.ts';
import type { Body, Reply } from '@rivalhold/shared/contract/schema.ts';
import { ERROR_TEXTS } from '@rivalhold/shared/texts/errors.ts';

/** A request that the component under test has sent. */
export type Call<K extends RouteKey> = {
  params: Record<string, string>;
  query: Record<string, string>;
  /** The JSON body, typed by the contract, or the form data of an upload. */
  body: Body<RouteOf<K>>;
  headers: Headers;
};
type Answer<K extends RouteKey> = Reply<RouteOf<K>> | Response;
type Responder<K extends RouteKey> = Answer<K> | ((call: Call<K>) => Answer<K> | Promise<Answer<K>>);

type Endpoint = {
  key: RouteKey;
  method: string;
  pattern: RegExp;
  respond: (call: Call<RouteKey>) => unknown;
};
type OutgoingRequest = { method: string; url: string; body: unknown; headers: Headers };

let endpoints: Endpoint[] = [];
let requests: { key: RouteKey; call: Call<RouteKey> }[] = [];
let externalPages = new Map<string, unknown>();
let unanswered: string[] = [];
let isCsrfBroken = false;

function toEndpoint(key: RouteKey, respond: Endpoint['respond']): Endpoint {
  const [method = '', template = ''] = key.split(' ');
  const pattern = template.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  return { key, method, pattern: new RegExp(`^${pattern}$`), respond };
}

const parameterCount = ({ key }: Endpoint): number => key.split('{').length;

/**
 * Answer all further requests to a route. The responder is a reply, a Response (see `failure` and `listPage`), or a
 * function that receives the request and returns a reply or a Response. A later answer to the same route replaces an
 * earlier one. A GET without an answer stays pending. Any other request without an answer fails the test.
 */
export function answer<K extends RouteKey>(key: K, responder: Responder<K>): void {
  const respond = typeof responder === 'function' ? responder : () => responder;
  endpoints = [
    toEndpoint(key, respond as Endpoint['respond']),
    ...endpoints.filter((other) => other.key !== key),
    // A literal path such as /api/dms/sync takes precedence over /api/dms/{userId}.
  ].sort((a, b) => parameterCount(a) - parameterCount(b));
}

/** Answer requests to URLs on other sites that begin with `url`. The response is `json`. */
export const answerExternal = (url: string, json: unknown): void => void externalPages.set(url, json);

/** Return an error response in the server's format, optionally with one text per field. */
export function failure(code: ErrorCode, message?: string, errors?: Record<string, string>): Response {
  const body = { code, message: message ?? ERROR_TEXTS[code], ...(errors && { errors }) };
  return Response.json(body, { status: ERROR_STATUSES[code] });
}

/** Return a page of a list. If `cursor` is given, the Link header contains the URL of the next page. */
export const listPage = (items: unknown[], cursor: string | null = null): Response =>
  Response.json(items, { headers: cursor ? { Link: `</?cursor=${cursor}>; rel="next"` } : {} });

/** Return the requests that were sent to a route so far, oldest first. */
export const calls = <K extends RouteKey>(key: K): Call<K>[] =>
  requests.flatMap((request) => (request.key === key ? [request.call as unknown as Call<K>] : []));

async function dispatch({ method, url, body, headers }: OutgoingRequest): Promise<Response> {
  const { pathname, searchParams, href } = new URL(url, location.origin);
  const external = [...externalPages].find(([prefix]) => href.startsWith(prefix));
  if (external) return Response.json(external[1]);
  if (pathname === '/api/csrf/restore')
    return isCsrfBroken ? failure('unavailable') : Response.json({ csrfToken: 'token' });
  for (const { key, method: expected, pattern, respond } of endpoints) {
    const match = method === expected ? pattern.exec(pathname) : null;
    if (!match) continue;
    const call = { params: { ...match.groups }, query: Object.fromEntries(searchParams), body, headers };
    requests.push({ key, call: call as Call<RouteKey> });
    const reply = await respond(call as Call<RouteKey>);
    return reply instanceof Response ? reply.clone() : Response.json(reply);
  }
  if (method === 'GET') return new Promise(() => undefined);
  unanswered.push(`${method} ${pathname}`);
  return failure('notFound');
}

const fakeFetch: typeof fetch = async (input, init = {}) => {
  const body = typeof init.body === 'string' ? JSON.parse(init.body) : init.body;
  const signal = init.signal;
  const aborted = new Promise<never>((_resolve, reject) =>
    signal?.addEventListener('abort', () => reject(signal.reason)),
  );
  const headers = new Headers(init.headers);
  return Promise.race([
    dispatch({ method: init.method ?? 'GET', url: String(input), body, headers }),
    aborted,
  ]);
};

/** Replaces XMLHttpRequest, which uploads use for its progress events. Reports progress twice: 50%, then 100%. */
class FakeXMLHttpRequest {
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  onloadend?: () => void;
  withCredentials = false;
  status = 0;
  responseText = '';
  #request = { method: '', url: '' };
  #headers = new Headers();
  #type: string | null = null;
  #isAborted = false;

  open(method: string, url: string): void {
    this.#request = { method, url };
  }
  setRequestHeader(name: string, value: string): void {
    this.#headers.set(name, value);
  }
  getResponseHeader(): string | null {
    return this.#type;
  }
  abort(): void {
    this.#isAborted = true;
    this.onabort?.();
    this.onloadend?.();
  }
  async send(body: FormData): Promise<void> {
    this.upload.onprogress?.({ loaded: 1, total: 2 });
    this.upload.onprogress?.({ loaded: 2, total: 2 });
    try {
      const response = await dispatch({ ...this.#request, body, headers: this.#headers });
      this.status = response.status;
      this.#type = response.headers.get('Content-Type');
      this.responseText = await response.text();
      if (this.#isAborted) return;
      this.onload?.();
    } catch {
      this.onerror?.();
    }
    this.onloadend?.();
  }
}

/** Remove the CSRF token, and make every attempt to restore it fail. */
export function breakCsrf(): void {
  isCsrfBroken = true;
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
  document.cookie = 'XSRF-TOKEN=; Max-Age=0; Path=/';
}

/** Replace `fetch` and `XMLHttpRequest` with fakes. */
export function installNetwork(): void {
  globalThis.fetch = fakeFetch;
  globalThis.XMLHttpRequest = FakeXMLHttpRequest as unknown as typeof XMLHttpRequest;
}

/** Clear all answers and requests. Throws if a request other than a GET had no answer. */
export function resetNetwork(): void {
  const missing = unanswered;
  endpoints = [];
  requests = [];
  externalPages = new Map();
  unanswered = [];
  isCsrfBroken = false;
  if (missing.length > 0) throw new Error(`Requests without an answer: ${missing.join(', ')}`);
}
