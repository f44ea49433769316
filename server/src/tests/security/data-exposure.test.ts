import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createFakeStripe,
  createStripeApp,
  type FakeStripe,
  rowOf,
  startPayment,
} from '../../features/checkout/testing.ts';
import { addPhoto } from '../../features/photos/testing.ts';
import type { TestApp, TestBrowser, TestPlayer } from '../../testing/app.ts';
import { bookkeepingErrors } from './consistency.ts';
import { createSecurityFixture, type SecurityFixture } from './fixtures.ts';
import { BODIES, HEADERS, QUERIES, SEGMENTS } from './fuzz-requests.ts';
import { TEXTS } from './fuzz-values.ts';
import { type RawRequest, type RawResponse, sendAs } from './raw-http.ts';
import { errorResponseViolation, headerViolation } from './response-checks.ts';

// The fuzz test of requests covers only the endpoints in the API description. The tests in this file cover the others:
// files, the sandbox payment page, the payment webhook, and the health and metrics endpoints.

/** The folders below `/media/`. */
const FOLDERS = ['', 'clips/', 'attachments/', 'avatars/', 'photos/', 'outside/'];
const NAMES = [...SEGMENTS, ...TEXTS.map((text) => encodeURIComponent(text.slice(0, 3_000).toWellFormed()))];
const FORM = 'application/x-www-form-urlencoded';

let site: SecurityFixture;
beforeAll(async () => {
  site = await createSecurityFixture();
});
afterAll(() => site.app.close());

/** Describe what is wrong with a response that must be a rejection. Return null if it is correct. */
async function findViolation(response: RawResponse): Promise<string | null> {
  const { status, text, headers } = response;
  if (status < 400 || status >= 500) return `status ${status}`;
  const secret = await site.secrets.findIn(text);
  if (secret) return `it contains ${secret}`;
  if (!headers['content-type']?.startsWith('text/html'))
    return headerViolation(response) ?? errorResponseViolation(status, text);
  return headers['content-security-policy']?.includes("default-src 'none'")
    ? null
    : 'a page without a policy';
}

/**
 * Send requests, up to four at a time. The browsers take turns: each request has the cookies of the next browser.
 * Return the violations found in the responses.
 */
async function findViolations(sent: readonly RawRequest[], as: readonly TestBrowser[]): Promise<string[]> {
  const errors: string[] = [];
  let next = 0;
  let hungUp = 0;
  const worker = async () => {
    while (next < sent.length) {
      const one = sent[next] as RawRequest;
      const browser = as[next++ % as.length] as TestBrowser;
      const response = await sendAs(browser, one);
      const error = response && (await findViolation(response));
      if (response === null) hungUp++;
      if (error)
        errors.push(`${error}: ${one.method} ${one.path.slice(0, 300)} ${JSON.stringify(one.headers)}`);
    }
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
  // The server may close the connection after a malformed request. Only a few requests are malformed, so only a few
  // responses may be missing.
  if (hungUp > 1 + sent.length / 20) errors.push(`${hungUp} of ${sent.length} requests got no response`);
  return errors;
}
const get = (path: string, headers: RawRequest['headers'] = {}): RawRequest => ({
  method: 'GET',
  path,
  headers,
});

describe('files', () => {
  it('are not sent in response to invalid file names', async () => {
    const { guest, player } = site.callers;
    const paths = NAMES.flatMap((name, n) => {
      const folder = FOLDERS[n % FOLDERS.length];
      return [`/media/${folder}${name}`, `/media/${folder}${name}/thumb`];
    });
    const queries = [...QUERIES, '?url=file:///etc/passwd&signature=x', '?url[]=a&signature[]=b'];
    const outside = queries.map((query) => get(`/media/outside${query}`));
    expect(await findViolations([...paths.map((path) => get(path)), ...outside], [guest, player])).toEqual(
      [],
    );
  });

  it('are never sent incompletely with status 200', async () => {
    const owner = site.callers.player as TestPlayer;
    const { imageUrl } = await addPhoto(owner);
    const whole = await owner.bytes(imageUrl);
    expect((await sendAs(owner, get(imageUrl)))?.status).toBe(200);
    for (const headers of HEADERS) {
      const response = await sendAs(owner, get(imageUrl, headers));
      if (response?.status === 200) expect(Number(response.headers['content-length'])).toBe(whole.length);
      // Statuses other than 200 are possible for a range, an unchanged file or an invalid header. The status is
      // undefined if the server closed the connection.
      else expect([206, 304, 400, 401, 404, 417, undefined]).toContain(response?.status);
    }
  });
});

describe('the sandbox payment page', () => {
  it('is visible only to its buyer', async () => {
    const { guest, player, moderator } = site.callers;
    const id = await startPayment(player as TestPlayer);
    const page = `/sandbox-pay/${id}`;
    const { status, text } = (await sendAs(player, get(page))) as RawResponse;
    expect([status, text.includes('name="csrf"')]).toEqual([200, true]);
    const csrf = /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? '';
    const post = (body: RawRequest['body'], headers: RawRequest['headers'] = {}): RawRequest => ({
      method: 'POST',
      path: page,
      headers: { 'content-type': FORM, origin: site.app.url, ...headers },
      ...(body !== undefined && { body }),
    });
    const paying = `action=pay&csrf=${encodeURIComponent(csrf)}`;
    const hostile = [
      ...NAMES.map((name) => get(`/sandbox-pay/sandbox_${name}`)),
      ...TEXTS.map((text) => post(`action=${encodeURIComponent(text.toWellFormed())}&csrf=${csrf}`)),
      ...TEXTS.map((text) => post(`action=pay&csrf=${encodeURIComponent(text.toWellFormed())}`)),
      ...BODIES.map((body) => post(body)),
      post(paying, { 'content-type': 'application/json' }),
      post(paying, { origin: 'https://evil.test' }),
      post(paying, { origin: 'null' }),
      post(`${paying}&${'a=1&'.repeat(2_000)}`),
      post(`__proto__[action]=pay&csrf=${csrf}`),
    ];
    expect(await findViolations(hostile, [player])).toEqual([]);
    expect(await findViolations([get(page), post(paying)], [guest])).toEqual([]);
    expect(await findViolations([post(paying), get(page)], [moderator])).toEqual([]);
    expect((await rowOf(site.app, id))?.credited).toBe(false);
    expect((await sendAs(player, post(paying)))?.status).toBe(303);
    expect(await bookkeepingErrors(site.app)).toEqual([]);
  });
});

describe('the payment webhook', () => {
  let stripe: FakeStripe;
  let app: TestApp;
  beforeAll(async () => {
    stripe = await createFakeStripe();
    app = await createStripeApp(stripe);
  });
  afterAll(async () => {
    await app.close();
    await stripe.close();
  });

  it('rejects every request without a valid signature', async () => {
    const id = await startPayment(await app.player());
    const object = { id, object: 'checkout.session', payment_status: 'paid', status: 'complete' };
    const event = JSON.stringify({
      id: 'evt_1',
      object: 'event',
      type: 'checkout.session.completed',
      data: { object },
    });
    const at = Math.floor(app.clock.now().getTime() / 1000);
    const signatures = [
      `t=${at},v1=`,
      `t=${at},v1=${'0'.repeat(64)}`,
      `t=${at}`,
      `v1=${'0'.repeat(64)}`,
      `t=,v1=${'0'.repeat(64)}`,
      `t=${'9'.repeat(400)},v1=${'f'.repeat(64)}`,
      `${`t=${at},`.repeat(500)}v1=x`,
      't=NaN,v1=__proto__',
      'undefined',
    ];
    const post = (body: RawRequest['body'], headers: RawRequest['headers']): RawRequest => ({
      method: 'POST',
      path: '/api/checkout/webhook',
      headers,
      ...(body !== undefined && { body }),
    });
    const hostile = [
      post(event, {}),
      ...signatures.map((signature) => post(event, { 'stripe-signature': signature })),
      post(event, { 'stripe-signature': signatures }),
      ...BODIES.map((body) => post(body, { 'stripe-signature': signatures[1] as string })),
      ...HEADERS.map((headers) => post(event, { 'stripe-signature': signatures[1] as string, ...headers })),
      post('x'.repeat(2_000_000), { 'stripe-signature': signatures[1] as string }),
    ];
    expect(await findViolations(hostile, [app.browser()])).toEqual([]);
    expect((await rowOf(app, id))?.credited).toBe(false);
    expect(await bookkeepingErrors(app)).toEqual([]);
  });
});

it('the health and metrics endpoints reveal no secrets', async () => {
  for (const path of ['/healthz', '/readyz', '/metrics'])
    for (const headers of HEADERS) {
      const response = await sendAs(site.callers.guest, get(path, headers));
      expect([path, headers, (response?.status ?? 400) < 500]).toEqual([path, headers, true]);
      expect(await site.secrets.findIn(response?.text ?? '')).toBeNull();
    }
});
