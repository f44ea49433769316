import { verify } from '@node-rs/argon2';
import { ACCOUNT_TEXTS as TEXTS } from '@rivalhold/shared/texts/accounts.ts';
import { describe, expect, it } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { createTestApp, PASSWORD, useTestApp } from '../../testing/app.ts';
import { query } from '../../testing/queries.ts';

const app = useTestApp({
  secrets: {
    verifyPassword: (hash, password) => {
      verified.push(hash);
      return verify(hash, password);
    },
  },
});
const verified: string[] = [];

const signIn = (credential: unknown, password: unknown = PASSWORD, more: object = {}) =>
  app.browser().call('POST /api/session', { body: { credential, password, ...more } });

const REFUSED = {
  code: 'credentials',
  message: 'Wrong username, email or password.',
  errors: { credential: 'Wrong username, email or password.' },
};

describe('signing in', () => {
  it('ignores case and surrounding spaces in a username or address', async () => {
    const { username, id } = await app.player();
    const email = `${username}@test.invalid`;
    for (const credential of [
      username,
      username.toUpperCase(),
      email,
      email.toUpperCase(),
      ` ${username}\n`,
    ]) {
      const { status, body } = await signIn(credential);
      expect([status, body.user?.id]).toEqual([200, id]);
    }
  });

  it('requires the exact password', async () => {
    const { username } = await app.player();
    for (const password of [
      PASSWORD.toUpperCase(),
      `${PASSWORD} `,
      PASSWORD.slice(0, -1),
      `${PASSWORD}x`,
      '',
    ]) {
      const { status, body } = await signIn(username, password);
      expect([status, body]).toEqual([401, REFUSED]);
    }
  });

  it('gives the same response for an unknown name and a wrong password', async () => {
    const { username } = await app.player();
    expect(TEXTS.credentials).toBe(REFUSED.message);
    verified.length = 0;
    const answers = [];
    for (const credential of [username, 'nobody-of-that-name', 'nobody@test.invalid', '', "' or 1=1 --"])
      answers.push(await signIn(credential, 'wrong password'));
    for (const answer of answers) {
      expect([answer.status, answer.body]).toEqual([401, REFUSED]);
      expect([...answer.headers.keys()]).toEqual([...(answers[0]?.headers.keys() ?? [])]);
    }
    expect(verified.length).toBe(answers.length);
    const cost = (hash: string) => /^\$argon2id\$v=19\$[^$]+/.exec(hash)?.[0];
    expect(new Set(verified.map(cost)).size).toBe(1);
  });

  it.each<[string, object, Record<string, string>]>([
    ['no password', { credential: 'somebody' }, { password: 'Required' }],
    ['a number as credential', { credential: 12345, password: PASSWORD }, { credential: 'Must be string' }],
    ['a list as password', { credential: 'somebody', password: [PASSWORD] }, { password: 'Must be string' }],
    [
      'an unknown field',
      { credential: 'somebody', password: PASSWORD, admin: true },
      { admin: 'Unknown field' },
    ],
  ])('rejects a request with %s', async (_, body, errors) => {
    const answer = await app.browser().call('POST /api/session', { body });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 'invalid', errors });
  });

  it('rejects a deleted account', async () => {
    const player = await app.player();
    await query(app.site.db, sql`update users set deleted_at = ${app.clock.now()} where id = ${player.id}`);
    expect((await signIn(player.username)).status).toBe(401);
  });
});

describe('the session cookie', () => {
  const cookieOf = (headers: Headers, name = 'rivalhold-session') =>
    headers.getSetCookie().find((line) => line.startsWith(`${name}=`)) ?? '';

  it('is HttpOnly and SameSite=Lax, and lasts thirty days', async () => {
    const { username } = await app.player();
    const cookie = cookieOf((await signIn(username)).headers);
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Lax/);
    expect(cookie).toMatch(/; Path=\//);
    expect(cookie).toMatch(/; Max-Age=2592000/);
    expect(cookie).not.toMatch(/; Domain=/);
  });

  it('expires when the browser closes, unless the player wants to be remembered', async () => {
    const { username } = await app.player();
    const forgotten = cookieOf((await signIn(username, PASSWORD, { remember: false })).headers);
    expect(forgotten).toMatch(/^rivalhold-session=[\w-]{65};/);
    expect(forgotten).not.toMatch(/Max-Age|Expires/i);
    for (const remember of [true, null, undefined])
      expect(cookieOf((await signIn(username, PASSWORD, { remember })).headers)).toMatch(/Max-Age=2592000/);
  });

  it('still expires when the browser closes after the session has been extended', async () => {
    const { username } = await app.player();
    const browser = app.browser();
    await browser.call('POST /api/session', {
      body: { credential: username, password: PASSWORD, remember: false },
    });
    app.clock.advance(2 * 3_600_000);
    const cookie = cookieOf((await browser.call('GET /api/session')).headers);
    expect(cookie).not.toBe('');
    expect(cookie).not.toMatch(/Max-Age|Expires/i);
  });

  it('contains a new token at every sign-in', async () => {
    const player = await app.player();
    const first = player.cookies.get('rivalhold-session') ?? '';
    await player.signIn(player.username);
    const second = player.cookies.get('rivalhold-session') ?? '';
    expect(second).not.toBe(first);
    const rows = await query<{ user_id: number }>(app.site.db, sql`select * from sessions`);
    const stored = JSON.stringify(rows);
    expect(stored).not.toContain(first);
    expect(stored).not.toContain(second);
    expect(rows.filter((row) => row.user_id === player.id).length).toBe(1);
  });

  it('is Secure and bound to the host if PUBLIC_URL begins with https', async () => {
    const secure = await createTestApp({ env: { PUBLIC_URL: 'https://rivalhold.test', RATE_LIMITS: 'on' } });
    try {
      const { cookies, headers } = await secure
        .browser()
        .fetch('/api/csrf/restore')
        .then((response) => ({ cookies: response.headers.getSetCookie(), headers: response.headers }));
      const hidden = cookies.find((line) => line.startsWith('__Host-rivalhold-csrf=')) ?? '';
      expect(hidden).toMatch(/; Secure/);
      expect(hidden).toMatch(/; Path=\//);
      expect(hidden).toMatch(/; HttpOnly/);
      expect(cookies.find((line) => line.startsWith('XSRF-TOKEN=')) ?? '').toMatch(/; Secure/);
      expect(headers.get('strict-transport-security')).toMatch(/max-age=31536000/);
      const player = await secure.player();
      expect([...player.cookies.keys()]).toContain('__Host-rivalhold-session');
      expect([...player.cookies.keys()]).not.toContain('rivalhold-session');
    } finally {
      await secure.close();
    }
  });
});
