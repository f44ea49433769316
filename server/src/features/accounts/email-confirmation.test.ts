import { CONFIRM_EMAIL_TEXTS } from '@rivalhold/shared/texts/confirm-email.ts';
import { describe, expect, it } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { hashToken } from '../../platform/security/secrets.ts';
import { createTestApp, type TestApp, type TestPlayer, useTestApp } from '../../testing/app.ts';
import { query, queryFirst, queryValue } from '../../testing/queries.ts';
import { tokenIn, tokensFor, waitForMail } from './testing.ts';

const app = useTestApp();

const mailOf = (player: TestPlayer) => `${player.username}@test.invalid`;
const tokensOf = (player: TestPlayer) => tokensFor(app, mailOf(player), 'confirm-email');
const tokenOf = async (player: TestPlayer) => (await tokensOf(player))[0] ?? '';
const confirm = (token: string, browser = app.browser()) =>
  browser.call('POST /api/users/confirm-email/{token}', { params: { token } });
const confirmedAt = (player: TestPlayer) =>
  queryValue<Date | null>(app.site.db, sql`select email_verified_at from users where id = ${player.id}`);
const isVerified = async (player: TestPlayer) => (await player.user())?.emailVerified;

describe('email confirmation', () => {
  it('accepts a mailed link once, without a session', async () => {
    const player = await app.player();
    const mail = await waitForMail(app, mailOf(player), '/confirm-email/');
    expect(mail.subject).toBe('Confirm your email for Rivalhold');
    const token = tokenIn(mail);
    expect(await isVerified(player)).toBe(false);
    expect((await confirm(token)).status).toBe(200);
    expect(await isVerified(player)).toBe(true);
    const { status, body } = await confirm(token);
    expect([status, body.code]).toEqual([400, 'invalidToken']);
    expect(await confirmedAt(player)).toEqual(app.clock.now());
  });

  it('stores the token only as a hash', async () => {
    const player = await app.player();
    const token = await tokenOf(player);
    const row = await queryFirst(app.site.db, sql`select * from email_tokens where user_id = ${player.id}`);
    expect(row).toMatchObject({ kind: 'confirm', token_hash: hashToken(token) });
    expect(JSON.stringify(row)).not.toContain(token);
  });

  it('accepts a link for seven days', async () => {
    const [player, late] = [await app.player(), await app.player()];
    const [token, lateToken] = [await tokenOf(player), await tokenOf(late)];
    app.clock.advance(7 * 24 * 3_600_000 - 1);
    expect((await confirm(token)).status).toBe(200);
    app.clock.advance(1);
    expect((await confirm(lateToken)).body.code).toBe('invalidToken');
  });

  it('rejects a link for a previous email address', async () => {
    const player = await app.player();
    const token = await tokenOf(player);
    await query(
      app.site.db,
      sql`update users set email = ${`other-${player.id}@site.test`} where id = ${player.id}`,
    );
    await confirm(token);
    expect(await confirmedAt(player)).toBeNull();
  });

  it('rejects forged tokens', async () => {
    for (const token of ['x', '%00x', 'a'.repeat(200)]) expect((await confirm(token)).status).toBe(400);
  });
});

describe('resending the confirmation link', () => {
  it('sends a new link and invalidates the previous one', async () => {
    const player = await app.player();
    const first = await tokenOf(player);
    const { status } = await player.call('POST /api/users/me/confirmation', { body: {} });
    expect(status).toBe(200);
    const second = (await tokensOf(player)).find((token) => token !== first) ?? '';
    expect((await confirm(first)).body.code).toBe('invalidToken');
    expect((await confirm(second)).status).toBe(200);
  });

  it('promises an email only if the site sends emails', async () => {
    const resend = async (site: TestApp) =>
      (await (await site.player()).call('POST /api/users/me/confirmation', { body: {} })).body.message;
    expect(await resend(app)).toBe(CONFIRM_EMAIL_TEXTS.noEmails);
    const mailing = await createTestApp({ env: { SMTP_URL: 'smtp://127.0.0.1:1' } });
    expect(await resend(mailing)).toBe(CONFIRM_EMAIL_TEXTS.sent);
    await mailing.close();
  });

  it('sends nothing to a confirmed address', async () => {
    const player = await app.player();
    await confirm(await tokenOf(player));
    expect((await player.call('POST /api/users/me/confirmation', { body: {} })).status).toBe(200);
    expect((await tokensOf(player)).length).toBe(1);
  });
});
