import { LIMITS } from '@rivalhold/shared/limits.ts';
import { ACCOUNT_TEXTS as TEXTS } from '@rivalhold/shared/texts/accounts.ts';
import { SETTINGS_TEXTS } from '@rivalhold/shared/texts/settings.ts';
import { describe, expect, it } from 'vitest';
import { waitFor } from '../../../../scripts/testing/wait-for.ts';
import { sql } from '../../platform/db/db.ts';
import { hashToken } from '../../platform/security/secrets.ts';
import { PASSWORD, type TestPlayer, uniqueName, useTestApp } from '../../testing/app.ts';
import { query, queryFirst } from '../../testing/queries.ts';
import { createStaff, suspendOf } from '../moderation/testing.ts';
import { readMails, tokensFor, waitForMail } from './testing.ts';

const NEW = 'a-new-key-of-iron';
const app = useTestApp({ env: { PUBLIC_URL: 'http://localhost:4321' } });

const mailOf = (player: TestPlayer) => `${player.username}@test.invalid`;
const forgot = (email: unknown, headers: Record<string, string> = {}) =>
  app.browser().call('POST /api/users/forgot-password', { body: { email }, headers });
const reset = (token: string, newPassword: unknown = NEW) =>
  app.browser().call('POST /api/users/reset-password/{token}', { params: { token }, body: { newPassword } });
const resetRow = (player: TestPlayer) =>
  queryFirst<{ token_hash: string }>(
    app.site.db,
    sql`select * from email_tokens where user_id = ${player.id} and kind = 'reset'`,
  );
/** Request a reset link and return its token. */
async function askForToken(player: TestPlayer): Promise<string> {
  const before = await tokensFor(app, mailOf(player), 'reset-password');
  await forgot(mailOf(player));
  // Wait for the link, because a job creates it after the response.
  return waitFor(async () => {
    const tokens = await tokensFor(app, mailOf(player), 'reset-password');
    expect(tokens.length).toBe(before.length + 1);
    return tokens.find((token) => !before.includes(token)) ?? '';
  });
}

describe('requesting a password reset', () => {
  it('gives the same response for known and unknown email addresses', async () => {
    const player = await app.player();
    const known = await forgot(mailOf(player));
    const unknown = await forgot(`${uniqueName()}@test.invalid`);
    expect([known.status, known.body]).toEqual([200, { message: TEXTS.resetSent }]);
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
    expect([...unknown.headers.keys()]).toEqual([...known.headers.keys()]);
  });

  it('rejects a malformed email address', async () => {
    for (const email of ['', 'nobody', 'a@b', `${'x'.repeat(250)}@site.test`]) {
      const { status, body } = await forgot(email);
      expect([status, body.errors]).toEqual([400, { email: TEXTS.email }]);
    }
    expect((await forgot(['a@site.test'])).status).toBe(400);
  });

  it('sends a link that opens the configured site, and ignores X-Forwarded headers', async () => {
    const player = await app.player();
    await forgot(` ${mailOf(player).toUpperCase()} `, {
      'x-forwarded-host': 'evil.test',
      'x-forwarded-proto': 'https',
    });
    const mail = await waitForMail(app, mailOf(player), '/reset-password/');
    expect(mail.text).toMatch(/^http:\/\/localhost:4321\/reset-password\/[\w-]{43}$/m);
    expect(mail.text).not.toContain('evil.test');
  });

  it('stores the reset token only as a hash', async () => {
    const player = await app.player();
    const token = await askForToken(player);
    const row = await resetRow(player);
    expect(row?.token_hash).toBe(hashToken(token));
    expect(JSON.stringify(row)).not.toContain(token);
  });
});

describe('resetting a password', () => {
  it('sets the password and ends all sessions', async () => {
    const player = await app.player();
    const browser = app.browser();
    await browser.signIn(player.username);
    const socket = await browser.socket();
    const token = await askForToken(player);
    const done = await reset(token);
    expect([done.status, done.body]).toEqual([200, { message: TEXTS.passwordReset }]);
    expect([await player.userId(), await browser.userId()]).toEqual([null, null]);
    await waitFor(() => expect(socket.connected).toBe(false));
    expect((await app.browser().signIn(player.username)).status).toBe(401);
    const entered = app.browser();
    expect((await entered.signIn(player.username, NEW)).status).toBe(200);
    expect((await entered.user())?.emailVerified).toBe(true);
    const again = await reset(token, 'yet-another-key');
    expect([again.status, again.body.code]).toEqual([400, 'invalidToken']);
    expect((await app.browser().signIn(player.username, 'yet-another-key')).status).toBe(401);
    await waitForMail(app, mailOf(player), 'was just changed');
  });

  it('lets the browser check a link first, which does not use up the link', async () => {
    const player = await app.player();
    const check = async (token: string) => {
      const { status, body } = await app
        .browser()
        .call('GET /api/users/reset-password/{token}', { params: { token } });
      return status === 200 ? status : body.code;
    };
    const token = await askForToken(player);
    expect([await check(token), await check(token), await check('x')]).toEqual([200, 200, 'invalidToken']);
    const newer = await askForToken(player);
    expect([await check(token), await check(newer)]).toEqual(['invalidToken', 200]);
    app.clock.advance(LIMITS.resetTokenMs);
    expect(await check(newer)).toBe('invalidToken');
    const last = await askForToken(player);
    expect((await reset(last)).status).toBe(200);
    expect(await check(last)).toBe('invalidToken');
  });

  it('does not sign the player in', async () => {
    const player = await app.player();
    const browser = app.browser();
    const token = await askForToken(player);
    await browser.call('POST /api/users/reset-password/{token}', {
      params: { token },
      body: { newPassword: NEW },
    });
    expect(await browser.userId()).toBeNull();
  });

  it('succeeds for a suspended player, who still cannot log in', async () => {
    const player = await app.player();
    const token = await askForToken(player);
    expect((await suspendOf(await createStaff(app, 'admin'), player.id)).status).toBe(200);
    expect((await reset(token)).status).toBe(200);
    expect((await app.browser().signIn(player.username, PASSWORD)).status).toBe(401);
    const { status, body } = await app.browser().signIn(player.username, NEW);
    expect([status, body.code]).toEqual([403, 'suspended']);
  });

  it('succeeds for only one of several concurrent requests with the same link', async () => {
    const player = await app.player();
    const token = await askForToken(player);
    const passwords = ['first-of-them', 'second-of-them', 'third-of-them', 'fourth-of-them'];
    const answers = await Promise.all(passwords.map((password) => reset(token, password)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    const works = [];
    for (const password of passwords)
      works.push((await app.browser().signIn(player.username, password)).status === 200);
    expect(works).toEqual(answers.map(({ status }) => status === 200));
  });

  it('accepts only the newest link', async () => {
    const player = await app.player();
    const first = await askForToken(player);
    const second = await askForToken(player);
    expect((await reset(first)).body.code).toBe('invalidToken');
    expect((await reset(second)).status).toBe(200);
  });

  it('accepts a link for one hour', async () => {
    const [player, late] = [await app.player(), await app.player()];
    const token = await askForToken(player);
    const lateToken = await askForToken(late);
    app.clock.advance(3_600_000 - 1);
    expect((await reset(token)).status).toBe(200);
    app.clock.advance(1);
    const { status, body } = await reset(lateToken);
    expect([status, body.code]).toEqual([400, 'invalidToken']);
    expect((await app.browser().signIn(late.username)).status).toBe(200);
  });

  it('rejects an invalid password without using up the link', async () => {
    const player = await app.player();
    const token = await askForToken(player);
    for (const [password, text] of [
      ['abcde', TEXTS.password],
      ['123456', TEXTS.passwordCommon],
      ['x'.repeat(129), TEXTS.passwordLong],
    ]) {
      const { status, body } = await reset(token, password);
      expect([status, body.errors]).toEqual([400, { newPassword: text }]);
    }
    expect((await reset(token, null)).status).toBe(400);
    expect((await reset(token)).status).toBe(200);
  });

  it('rejects email confirmation tokens and forged tokens', async () => {
    const player = await app.player();
    const [confirm = ''] = await tokensFor(app, mailOf(player), 'confirm-email');
    expect(confirm).toHaveLength(43);
    for (const token of ['x', 'null', '%', "' or 1=1 --", 'a'.repeat(200), confirm]) {
      const { status, body } = await reset(token);
      expect([status, body.code]).toEqual([400, 'invalidToken']);
    }
    expect((await app.browser().signIn(player.username)).status).toBe(200);
  });

  it('rejects a link that was sent to a previous email address', async () => {
    const player = await app.player();
    const token = await askForToken(player);
    await query(
      app.site.db,
      sql`update users set email = ${`${uniqueName()}@site.test`} where id = ${player.id}`,
    );
    expect((await reset(token)).body.code).toBe('invalidToken');
    expect((await app.browser().signIn(player.username)).status).toBe(200);
  });

  it('rejects a link that was sent before a password change', async () => {
    const player = await app.player();
    const token = await askForToken(player);
    await player.call('PATCH /api/users/change-password', {
      body: { currentPassword: PASSWORD, newPassword: 'changed-by-hand' },
    });
    expect((await reset(token)).body.code).toBe('invalidToken');
    expect((await app.browser().signIn(player.username, 'changed-by-hand')).status).toBe(200);
  });
});

describe('changing the password', () => {
  const change = (player: TestPlayer, currentPassword: unknown, newPassword: unknown) =>
    player.call('PATCH /api/users/change-password', { body: { currentPassword, newPassword } });

  it('keeps this session and ends the others', async () => {
    const unconfirmed = await app.player();
    expect((await change(unconfirmed, PASSWORD, NEW)).status).toBe(200);
    const player = await app.player();
    const [token = ''] = await tokensFor(app, mailOf(player), 'confirm-email');
    await player.call('POST /api/users/confirm-email/{token}', { params: { token } });
    const browser = app.browser();
    await browser.signIn(player.username);
    const [own, other] = [await player.socket(), await browser.socket()];
    const { status, body } = await change(player, PASSWORD, NEW);
    expect([status, body]).toEqual([200, { message: SETTINGS_TEXTS.passwordChanged }]);
    await waitFor(() => expect(other.connected).toBe(false));
    expect(own.connected).toBe(true);
    expect([await player.userId(), await browser.userId()]).toEqual([player.id, null]);
    expect((await app.browser().signIn(player.username)).status).toBe(401);
    expect((await app.browser().signIn(player.username, NEW)).status).toBe(200);
    await waitForMail(app, mailOf(player), 'was just changed');
    const received = (await readMails(app)).filter(({ to }) => to === mailOf(unconfirmed));
    expect(received.map(({ subject }) => subject)).toEqual(['Confirm your email for Rivalhold']);
  });

  it.each<[string, string, string, Record<string, string>]>([
    ['a wrong current password', 'not-my-password', NEW, { currentPassword: TEXTS.currentPassword }],
    ['no current password', '', NEW, { currentPassword: TEXTS.currentPassword }],
    ['a short new password', PASSWORD, 'abcde', { newPassword: TEXTS.password }],
    ['a long new password', PASSWORD, 'x'.repeat(129), { newPassword: TEXTS.passwordLong }],
    ['a common new password', PASSWORD, 'password1', { newPassword: TEXTS.passwordCommon }],
  ])('rejects %s without changing the password', async (_, current, next, errors) => {
    const player = await app.player();
    const browser = app.browser();
    await browser.signIn(player.username);
    const { status, body } = await change(player, current, next);
    expect([status, body.errors]).toEqual([400, errors]);
    expect(await browser.userId()).toBe(player.id);
    expect((await app.browser().signIn(player.username)).status).toBe(200);
  });

  it('rejects wrong types and unknown fields', async () => {
    const player = await app.player();
    expect((await change(player, null, NEW)).body.errors).toEqual({ currentPassword: 'Must be string' });
    expect((await change(player, PASSWORD, 7)).body.errors).toEqual({ newPassword: 'Must be string' });
    const { body } = await player.call('PATCH /api/users/change-password', {
      body: { currentPassword: PASSWORD, newPassword: NEW, userId: 1 },
    });
    expect(body.errors).toEqual({ userId: 'Unknown field' });
  });
});
