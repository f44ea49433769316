import { describe, expect, it } from 'vitest';
import {
  createTestApp,
  PASSWORD,
  signUpBody,
  type TestBrowser,
  uniqueName,
  useTestApp,
} from '../../testing/app.ts';

const app = useTestApp();

const CSRF = {
  code: 'csrf',
  message: 'This page is out of date. Reload it and try again.',
};
/** Log out with the given headers, without adding a CSRF token. */
const signOut = (browser: TestBrowser, headers: Record<string, string> = {}) =>
  browser.fetch('/api/session', { method: 'DELETE', headers });
const answerOf = async (response: Response) => [response.status, await response.json()];
const tokenOf = (browser: TestBrowser) => browser.csrf;
const isSignedIn = async (browser: TestBrowser) => (await browser.user()) !== null;

describe('the CSRF token', () => {
  it.each<[string, (own: TestBrowser) => Record<string, string>]>([
    ['no token', () => ({})],
    ['an empty token', () => ({ 'x-csrf-token': '' })],
    ['an invented token', () => ({ 'x-csrf-token': 'x' })],
    ['a token with one character changed', (own) => ({ 'x-csrf-token': `${tokenOf(own).slice(0, -1)}?` })],
    ['the hidden secret itself', (own) => ({ 'x-csrf-token': own.cookies.get('rivalhold-csrf') ?? '' })],
    ['the token in another header', (own) => ({ 'x-xsrf-token': tokenOf(own) })],
  ])('is required: a logout with %s is rejected', async (_, headers) => {
    const player = await app.player();
    expect(await answerOf(await signOut(player, headers(player)))).toEqual([403, CSRF]);
    expect(await isSignedIn(player)).toBe(true);
  });

  it('is ignored in the query or the body', async () => {
    const player = await app.player();
    const query = await player.fetch(`/api/session?_csrf=${tokenOf(player)}`, { method: 'DELETE' });
    const body = await player.fetch('/api/session', {
      method: 'DELETE',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ _csrf: tokenOf(player) }),
    });
    expect([query.status, body.status]).toEqual([403, 403]);
    expect(await isSignedIn(player)).toBe(true);
  });

  it('is rejected in another session', async () => {
    const [player, attacker] = [await app.player(), await app.player()];
    expect(await answerOf(await signOut(player, { 'x-csrf-token': tokenOf(attacker) }))).toEqual([403, CSRF]);
    // An attacker who can set cookies from a sibling domain still has no valid token for the session.
    player.cookies.set('rivalhold-csrf', attacker.cookies.get('rivalhold-csrf') ?? '');
    expect(await answerOf(await signOut(player, { 'x-csrf-token': tokenOf(attacker) }))).toEqual([403, CSRF]);
    expect(await isSignedIn(player)).toBe(true);
  });

  it('is replaced at sign-up and logout', async () => {
    const browser = app.browser();
    await browser.fetch('/api/csrf/restore');
    const before = tokenOf(browser);
    const made = await browser.call('POST /api/users', { body: signUpBody(uniqueName()) });
    expect(made.status).toBe(201);
    expect(tokenOf(browser)).not.toBe(before);
    expect(await answerOf(await signOut(browser, { 'x-csrf-token': before }))).toEqual([403, CSRF]);
    const during = tokenOf(browser);
    expect((await signOut(browser, { 'x-csrf-token': during })).status).toBe(200);
    const stale = await browser.call('POST /api/session', {
      body: { credential: made.body.user.username, password: PASSWORD },
      headers: { 'x-csrf-token': during },
    });
    expect([stale.status, stale.body]).toEqual([403, CSRF]);
  });

  it('is rejected in the next session of the same player', async () => {
    const player = await app.player();
    const before = tokenOf(player);
    await player.signIn(player.username);
    expect(await answerOf(await signOut(player, { 'x-csrf-token': before }))).toEqual([403, CSRF]);
  });

  it('is also required from guests', async () => {
    const guest = app.browser();
    const body = JSON.stringify(signUpBody(uniqueName()));
    const send = (headers: Record<string, string>) =>
      guest.fetch('/api/users', {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', ...headers },
      });
    expect(await answerOf(await send({}))).toEqual([403, CSRF]);
    const { csrfToken } = (await (await guest.fetch('/api/csrf/restore')).json()) as { csrfToken: string };
    expect(tokenOf(guest)).toBe(csrfToken);
    expect((await send({ 'x-csrf-token': csrfToken })).status).toBe(201);
  });

  it('can be requested again for the current session', async () => {
    const player = await app.player();
    const first = tokenOf(player);
    player.cookies.delete('XSRF-TOKEN');
    const restored = await player.call('GET /api/csrf/restore');
    expect(restored.headers.get('cache-control')).toBe('no-store');
    expect(restored.headers.getSetCookie().join()).toMatch(/XSRF-TOKEN=[^;]+; Path=\/; SameSite=Lax/);
    expect(restored.headers.getSetCookie().join()).not.toMatch(/XSRF-TOKEN=[^;]+;[^,]*HttpOnly/);
    expect((await signOut(player, { 'x-csrf-token': first })).status).toBe(200);
  });

  it('is not required for reads', async () => {
    const player = await app.player();
    player.cookies.delete('XSRF-TOKEN');
    for (const method of ['GET', 'HEAD'])
      expect((await player.fetch('/api/sessions', { method })).status).toBe(200);
  });
});

describe('the Origin', () => {
  const ORIGIN = { code: 'origin', message: 'This request came from another site.' };
  const withOrigin = (browser: TestBrowser, origin: string) =>
    signOut(browser, { 'x-csrf-token': tokenOf(browser), origin });

  it.each([
    'https://evil.test',
    'null',
    '',
    'http://127.0.0.1',
    'http://127.0.0.1:1',
    'http://localhost.evil.test',
    'file://',
    'javascript:alert(1)',
  ])('“%s” is rejected even with a valid token', async (origin) => {
    const player = await app.player();
    expect(await answerOf(await withOrigin(player, origin))).toEqual([403, ORIGIN]);
    expect(await isSignedIn(player)).toBe(true);
  });

  it('is rejected even if it matches the X-Forwarded-Host header', async () => {
    const player = await app.player();
    const response = await player.fetch('/api/session', {
      method: 'DELETE',
      headers: {
        'x-csrf-token': tokenOf(player),
        origin: 'https://evil.test',
        'x-forwarded-host': 'evil.test',
      },
    });
    expect(await answerOf(response)).toEqual([403, ORIGIN]);
  });

  it('is accepted if it is a loopback address with the port of the site', async () => {
    const { port } = new URL(app.url);
    for (const origin of [app.url, `http://localhost:${port}`, `http://[::1]:${port}`])
      expect((await withOrigin(await app.player(), origin)).status).toBe(200);
  });

  it('must be the origin of PUBLIC_URL if PUBLIC_URL is set', async () => {
    const site = await createTestApp({ env: { PUBLIC_URL: 'https://rivalhold.test', RATE_LIMITS: 'on' } });
    try {
      const player = await site.player();
      expect(await answerOf(await withOrigin(player, site.url))).toEqual([403, ORIGIN]);
      expect(await answerOf(await withOrigin(player, 'http://rivalhold.test'))).toEqual([403, ORIGIN]);
      expect(await answerOf(await withOrigin(player, 'https://rivalhold.test.evil.test'))).toEqual([
        403,
        ORIGIN,
      ]);
      expect((await withOrigin(player, 'https://rivalhold.test')).status).toBe(200);
    } finally {
      await site.close();
    }
  });
});
