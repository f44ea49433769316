import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api, apiPage, newIdempotencyKey } from './api.ts';
import { readError } from './errors.ts';
import { request } from './request.ts';

type Call = { url: string; init: RequestInit; headers: Headers };
let calls: Call[] = [];
let answers: Response[] = [];

const json = (status: number, body: unknown, headers?: Record<string, string>) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } });
const stale = () =>
  json(403, { code: 'csrf', message: 'This page is out of date. Reload it and try again.' });
const thrown = async (promise: Promise<unknown>) => promise.then(() => null).catch((error: unknown) => error);
const cookies = { cookie: '' };

beforeEach(() => {
  calls = [];
  answers = [];
  cookies.cookie = '';
  vi.stubGlobal('document', cookies);
  vi.stubGlobal('location', { protocol: 'http:', origin: 'http://hold.test' });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    calls.push({ url, init: { ...init }, headers: new Headers(init.headers) });
    const result = answers.shift();
    if (!result) throw new TypeError('Failed to fetch');
    return result;
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('request', () => {
  it('sends a GET request with credentials but without a token', async () => {
    answers = [json(200, { user: null })];
    expect(await api('GET /api/session')).toEqual({ user: null });
    expect(calls).toHaveLength(1);
    expect(calls[0]?.init).toMatchObject({ method: 'GET', credentials: 'include' });
    expect(calls[0]?.headers.has('X-CSRF-Token')).toBe(false);
  });

  it('fetches a missing token, stores it in the cookie and sends it', async () => {
    answers = [json(200, { csrfToken: 'a token' }), json(200, { message: 'bye' })];
    await api('DELETE /api/session');
    expect(calls.map((call) => call.url)).toEqual(['/api/csrf/restore', '/api/session']);
    expect(calls[0]?.init.credentials).toBe('include');
    expect(cookies.cookie).toMatch(/^XSRF-TOKEN=a%20token; Path=\//i);
    expect(calls[1]?.headers.get('X-CSRF-Token')).toBe('a token');
  });

  it('takes the decoded token from the cookie, ignoring other cookies', async () => {
    cookies.cookie = 'other=1; XSRF-TOKEN=a%2Fb; NOT-XSRF-TOKEN=no';
    answers = [json(200, { message: '' })];
    await api('DELETE /api/session');
    expect(calls).toHaveLength(1);
    expect(calls[0]?.headers.get('X-CSRF-Token')).toBe('a/b');
  });

  it.each([
    ['an error', () => json(503, {})],
    ['not JSON', () => new Response('<html>')],
    ['JSON without a token', () => json(200, { csrfToken: null })],
    ['null', () => json(200, null)],
  ])('throws an error about the CSRF token if the response to a token request is %s', async (_, response) => {
    answers = [response()];
    expect(await thrown(api('DELETE /api/session'))).toEqual(new Error('Failed to restore CSRF token'));
    expect(calls).toHaveLength(1);
  });

  it('replaces a stale token and retries once with the same body', async () => {
    cookies.cookie = 'XSRF-TOKEN=old';
    answers = [stale(), json(200, { csrfToken: 'new' }), json(200, { message: 'sent' })];
    await api('POST /api/users/forgot-password', { body: { email: 'a@b.cc' }, idempotencyKey: 'k' });
    expect(calls.map((call) => call.headers.get('X-CSRF-Token'))).toEqual(['old', null, 'new']);
    expect(calls[2]?.init.body).toBe('{"email":"a@b.cc"}');
    expect(calls[2]?.headers.get('Idempotency-Key')).toBe('k');
  });

  it('does not retry a second time if the new token is rejected, too', async () => {
    cookies.cookie = 'XSRF-TOKEN=old';
    answers = [stale(), json(200, { csrfToken: 'new' }), stale()];
    const error = await thrown(request('/api/session', { method: 'DELETE' }));
    expect(calls).toHaveLength(3);
    expect(error).toBeInstanceOf(Response);
    expect(await (error as Response).json()).toMatchObject({ code: 'csrf' });
  });

  it('does not retry after an error that is not about the token', async () => {
    cookies.cookie = 'XSRF-TOKEN=t';
    answers = [json(403, { code: 'forbidden', message: 'Forbidden' })];
    expect(await thrown(api('DELETE /api/session'))).toBeInstanceOf(Response);
    expect(calls).toHaveLength(1);
  });

  it('restores the token once for concurrent requests', async () => {
    answers = [json(200, { csrfToken: 't' }), json(200, {}), json(200, {})];
    await Promise.all([request('/a', { method: 'POST' }), request('/b', { method: 'POST' })]);
    expect(calls.map((call) => call.url)).toEqual(['/api/csrf/restore', '/a', '/b']);
  });

  it('sends objects as JSON, and forms and strings unchanged', async () => {
    cookies.cookie = 'XSRF-TOKEN=t';
    answers = [json(200, {}), json(200, {}), json(200, {})];
    const form = new FormData();
    await request('/a', { method: 'POST', body: { a: 1 } });
    await request('/b', { method: 'POST', body: form });
    await request('/c', { method: 'POST', body: 'text' });
    expect(calls.map((call) => call.headers.get('Content-Type'))).toEqual(['application/json', null, null]);
    expect(calls.map((call) => call.init.body)).toEqual(['{"a":1}', form, 'text']);
  });
});

describe('api', () => {
  it('escapes path parameters', async () => {
    cookies.cookie = 'XSRF-TOKEN=t';
    answers = [json(200, { message: '' }), json(200, { items: [], nextCursor: null })];
    await api('POST /api/users/reset-password/{token}', {
      params: { token: 'a/b?c' },
      body: { newPassword: 'secret' },
    });
    await api('GET /api/activity', { query: { limit: 10, userId: 3, before: undefined } });
    expect(calls.map((call) => call.url)).toEqual([
      '/api/users/reset-password/a%2Fb%3Fc',
      '/api/activity?limit=10&userId=3',
    ]);
  });

  it('reads the cursor of the next page from the Link header', async () => {
    const link = '</api/profiles?limit=2&cursor=x%2By>; rel="next"';
    answers = [json(200, [], { Link: link }), json(200, [])];
    expect(await apiPage('GET /api/profiles', { query: { limit: 2 } })).toEqual({
      items: [],
      nextCursor: 'x+y',
    });
    expect(await apiPage('GET /api/profiles', { query: {} })).toEqual({ items: [], nextCursor: null });
  });
});

it('creates unique idempotency keys', () => {
  const keys = new Set(Array.from({ length: 50 }, newIdempotencyKey));
  expect(keys.size).toBe(50);
  expect([...keys][0]).toMatch(/^[0-9a-f]{32}$/);
});

describe('readError', () => {
  it('returns the server’s message and field errors', async () => {
    const response = json(400, { code: 'invalid', message: 'No.', errors: { email: 'bad' } });
    const expected = { status: 400, code: 'invalid', message: 'No.', errors: { email: 'bad' } };
    expect(await readError(response)).toEqual(expected);
    expect(await readError(response)).toEqual(expected);
  });

  it('returns the code `internal` for a response without a valid error', async () => {
    const expected = { status: 502, code: 'internal', message: '', errors: {} };
    expect(await readError(new Response('<html>', { status: 502 }))).toEqual(expected);
    expect(await readError(json(502, null))).toEqual(expected);
    expect(await readError(json(502, { code: 'toString' }))).toEqual(expected);
  });

  it('returns the code `offline` for a lost connection, and the message of an error from the site’s own code', async () => {
    expect((await readError(new TypeError('Failed to fetch'))).code).toBe('offline');
    expect((await readError(new Error('Failed to restore CSRF token'))).message).toBe(
      'Failed to restore CSRF token',
    );
  });
});
