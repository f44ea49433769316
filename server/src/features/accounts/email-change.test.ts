import { LIMITS } from '@rivalhold/shared/limits.ts';
import { EMAIL_CHANGE_TEXTS } from '@rivalhold/shared/texts/email-change.ts';
import { DAY } from '@rivalhold/shared/time-units.ts';
import { describe, expect, it } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { PASSWORD, signUpBody, type TestPlayer, uniqueName, useTestApp } from '../../testing/app.ts';
import { query, queryFirst, queryValues } from '../../testing/queries.ts';
import { deleteExpired } from './queries.ts';
import { readMails, tokensFor, waitForMail } from './testing.ts';

const app = useTestApp();

const NEW_PASSWORD = 'lantern-and-rope';
const newAddress = () => `${uniqueName().toLowerCase()}@new.test`;
const addressOf = (player: TestPlayer) => `${player.username.toLowerCase()}@test.invalid`;
const change = (player: TestPlayer, email: string, currentPassword = PASSWORD) =>
  player.call('PATCH /api/profiles/profile', { body: { email, currentPassword } });
const confirm = (token: string) =>
  app.browser().call('POST /api/users/confirm-email/{token}', { params: { token } });
const undo = (token: string) =>
  app.browser().call('POST /api/users/undo-email-change/{token}', { params: { token } });
const reset = (token: string, newPassword = NEW_PASSWORD) =>
  app.browser().call('POST /api/users/reset-password/{token}', { params: { token }, body: { newPassword } });
const lastToken = async (to: string, page: Parameters<typeof tokensFor>[2]) =>
  (await tokensFor(app, to, page)).at(-1) ?? '';
const stored = ({ id }: TestPlayer) =>
  queryFirst<{ email: string; pending_email: string | null; email_verified_at: Date | null }>(
    app.site.db,
    sql`select email, pending_email, email_verified_at from users where id = ${id}`,
  );
const signInStatus = async (credential: string, password = PASSWORD) =>
  (await app.browser().signIn(credential, password)).status;

/** Sign up a player and confirm the email address. */
async function confirmedPlayer(): Promise<TestPlayer> {
  const player = await app.player();
  expect((await confirm(await lastToken(addressOf(player), 'confirm-email'))).status).toBe(200);
  return player;
}

/** Change a player's address and confirm the new one. */
async function moveTo(player: TestPlayer, email: string, password = PASSWORD): Promise<void> {
  expect((await change(player, email, password)).status).toBe(200);
  expect((await confirm(await lastToken(email, 'confirm-email'))).status).toBe(200);
}

describe('a new email address of a player with a confirmed address', () => {
  it('receives only confirmation links until it is confirmed', async () => {
    const player = await confirmedPlayer();
    const [email, mistyped] = [addressOf(player), newAddress()];
    const { status, body } = await change(player, mistyped);
    expect([status, body.user]).toMatchObject([200, { email, emailVerified: true, pendingEmail: mistyped }]);
    expect(await signInStatus(mistyped)).toBe(401);
    expect(await signInStatus(email)).toBe(200);
    for (const address of [mistyped, email])
      await app.browser().call('POST /api/users/forgot-password', { body: { email: address } });
    await waitForMail(app, email, '/reset-password/');
    expect(await tokensFor(app, mistyped, 'reset-password')).toEqual([]);
    const mails = (await readMails(app)).filter(({ to }) => to === mistyped);
    expect(mails.every(({ text }) => text.includes('/confirm-email/'))).toBe(true);
  });

  it('replaces the previous address once it is confirmed', async () => {
    const player = await confirmedPlayer();
    const [before, email] = [addressOf(player), newAddress()];
    await app.browser().call('POST /api/users/forgot-password', { body: { email: before } });
    await waitForMail(app, before, '/reset-password/');
    const earlierReset = await lastToken(before, 'reset-password');
    await moveTo(player, email);
    expect(await player.user()).toMatchObject({ email, emailVerified: true, pendingEmail: null });
    expect([await signInStatus(before), await signInStatus(email)]).toEqual([401, 200]);
    expect((await reset(earlierReset)).body.code).toBe('invalidToken');
    const found = await queryValues<number>(
      app.site.db,
      sql`select id from users where position(${email}::text in search_text) > 0`,
    );
    expect(found).toEqual([player.id]);
  });

  it('is confirmed only by the latest link', async () => {
    const player = await confirmedPlayer();
    const [first, second] = [newAddress(), newAddress()];
    await change(player, first);
    const early = await lastToken(first, 'confirm-email');
    await change(player, second);
    expect((await confirm(early)).body.code).toBe('invalidToken');
    const token = await lastToken(second, 'confirm-email');
    const twice = await Promise.all([confirm(token), confirm(token)]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await stored(player)).toMatchObject({ email: second, pending_email: null });
  });

  it('belongs to whichever of two accounts confirms it first', async () => {
    const [one, other] = [await confirmedPlayer(), await confirmedPlayer()];
    const email = newAddress();
    await change(one, email);
    const token = await lastToken(email, 'confirm-email');
    await change(other, email);
    const answers = await Promise.all([confirm(token), confirm(await lastToken(email, 'confirm-email'))]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const owners = await queryValues(app.site.db, sql`select id from users where email = ${email}`);
    expect(owners).toHaveLength(1);
  });

  it('cannot be confirmed after a new player has signed up with it', async () => {
    const player = await confirmedPlayer();
    const { email } = signUpBody(uniqueName());
    await change(player, email);
    const token = await lastToken(email, 'confirm-email');
    await app.browser().call('POST /api/users', { body: { ...signUpBody(uniqueName()), email } });
    expect((await confirm(token)).status).toBe(409);
    expect(await stored(player)).toMatchObject({ email: addressOf(player), pending_email: email });
  });

  it('can be cancelled, which makes its link invalid', async () => {
    const player = await confirmedPlayer();
    const email = newAddress();
    await change(player, email);
    const token = await lastToken(email, 'confirm-email');
    expect((await player.call('DELETE /api/users/me/pending-email')).status).toBe(200);
    expect(await player.user()).toMatchObject({ email: addressOf(player), pendingEmail: null });
    expect((await confirm(token)).body.code).toBe('invalidToken');
  });

  it('receives a resent confirmation link, which replaces the first link', async () => {
    const player = await confirmedPlayer();
    const email = newAddress();
    await change(player, email);
    const first = await lastToken(email, 'confirm-email');
    await player.call('POST /api/users/me/confirmation', { body: {} });
    expect((await confirm(first)).body.code).toBe('invalidToken');
    expect((await confirm(await lastToken(email, 'confirm-email'))).status).toBe(200);
  });

  it.each(['a change', 'a reset'])('is cancelled by %s of the password', async (how) => {
    const player = await confirmedPlayer();
    const [email, thief] = [addressOf(player), newAddress()];
    await change(player, thief);
    const token = await lastToken(thief, 'confirm-email');
    if (how === 'a change')
      await player.call('PATCH /api/users/change-password', {
        body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD },
      });
    else {
      await app.browser().call('POST /api/users/forgot-password', { body: { email } });
      await waitForMail(app, email, '/reset-password/');
      expect((await reset(await lastToken(email, 'reset-password'))).status).toBe(200);
    }
    expect((await confirm(token)).body.code).toBe('invalidToken');
    expect(await stored(player)).toMatchObject({ email, pending_email: null });
  });
});

describe('a new email address of a player with an unconfirmed address', () => {
  it('immediately replaces the unconfirmed address', async () => {
    const player = await app.player();
    const email = newAddress();
    const { body } = await change(player, email);
    expect(body.user).toMatchObject({ email, emailVerified: false, pendingEmail: null });
    expect([await signInStatus(email), await signInStatus(addressOf(player))]).toEqual([200, 401]);
    expect((await confirm(await lastToken(addressOf(player), 'confirm-email'))).status).toBe(400);
    expect((await confirm(await lastToken(email, 'confirm-email'))).status).toBe(200);
    expect(await tokensFor(app, addressOf(player), 'undo-email')).toEqual([]);
  });
});

describe('the undo link that is sent to the previous address', () => {
  it('cancels the change, ends every session and disables the old password', async () => {
    const player = await confirmedPlayer();
    const [email, thief] = [addressOf(player), newAddress()];
    await change(player, thief);
    const token = await lastToken(email, 'undo-email');
    const answer = await undo(token);
    expect([answer.status, answer.body.message]).toEqual([200, EMAIL_CHANGE_TEXTS.undone]);
    expect(await player.user()).toBeNull();
    expect(await signInStatus(email)).toBe(401);
    expect((await confirm(await lastToken(thief, 'confirm-email'))).body.code).toBe('invalidToken');
    await waitForMail(app, email, 'your old password no longer works');
    expect((await reset(await lastToken(email, 'reset-password'))).status).toBe(200);
    expect(await signInStatus(email, NEW_PASSWORD)).toBe(200);
    expect((await undo(token)).body.code).toBe('invalidToken');
  });

  it('restores the address after several changes by a thief', async () => {
    const player = await confirmedPlayer();
    const [email, first, second] = [addressOf(player), newAddress(), newAddress()];
    await moveTo(player, first);
    await player.call('PATCH /api/users/change-password', {
      body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD },
    });
    await moveTo(player, second, NEW_PASSWORD);
    const thiefsUndo = await lastToken(first, 'undo-email');
    const thiefsReset = async () => {
      await app.browser().call('POST /api/users/forgot-password', { body: { email: second } });
      await waitForMail(app, second, '/reset-password/');
      return lastToken(second, 'reset-password');
    };
    const earlier = await thiefsReset();
    expect((await undo(await lastToken(email, 'undo-email'))).status).toBe(200);
    expect(await stored(player)).toMatchObject({ email, pending_email: null });
    for (const address of [email, first, second]) expect(await signInStatus(address, NEW_PASSWORD)).toBe(401);
    expect((await undo(thiefsUndo)).body.code).toBe('invalidToken');
    expect((await reset(earlier)).body.code).toBe('invalidToken');
    await waitForMail(app, email, 'your old password no longer works');
    expect((await reset(await lastToken(email, 'reset-password'))).status).toBe(200);
  });

  it('expires seven days after it was sent', async () => {
    const player = await confirmedPlayer();
    const [email, thief] = [addressOf(player), newAddress()];
    await change(player, thief);
    const requested = await lastToken(email, 'undo-email');
    app.clock.advance(6 * DAY);
    await player.call('POST /api/users/me/confirmation', { body: {} });
    app.clock.advance(DAY);
    expect((await undo(requested)).body.code).toBe('invalidToken');
    expect((await confirm(await lastToken(thief, 'confirm-email'))).status).toBe(200);
    const confirmed = await lastToken(email, 'undo-email');
    app.clock.advance(LIMITS.undoTokenMs - 1);
    const second = await confirmedPlayer();
    await moveTo(second, newAddress());
    expect((await undo(confirmed)).status).toBe(200);
    app.clock.advance(LIMITS.undoTokenMs);
    expect((await undo(await lastToken(addressOf(second), 'undo-email'))).body.code).toBe('invalidToken');
  });

  it('reserves the previous address while the link is valid', async () => {
    const player = await confirmedPlayer();
    const email = addressOf(player);
    await moveTo(player, newAddress());
    const again = { ...signUpBody(uniqueName()), email };
    const answer = await app.browser().call('POST /api/users', { body: again });
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([409, ['email']]);
    expect((await change(await app.player(), email)).status).toBe(409);
    expect((await change(await confirmedPlayer(), email)).status).toBe(409);
    expect((await undo(await lastToken(email, 'undo-email'))).status).toBe(200);

    const other = await confirmedPlayer();
    await moveTo(other, newAddress());
    app.clock.advance(LIMITS.undoTokenMs);
    const free = { ...signUpBody(uniqueName()), email: addressOf(other) };
    expect((await app.browser().call('POST /api/users', { body: free })).status).toBe(201);
  });

  it('is not needed to change back to the previous address', async () => {
    const player = await confirmedPlayer();
    const email = addressOf(player);
    const away = newAddress();
    await moveTo(player, away);
    await moveTo(player, email);
    expect(await stored(player)).toMatchObject({ email });
    await waitForMail(app, away, 'uses its previous email address again');
  });

  it('stops working once the owner has restored the first address, if the link was sent to a thief', async () => {
    for (const returns of ['in the settings', 'by the link']) {
      const player = await confirmedPlayer();
      const [email, thief] = [addressOf(player), newAddress()];
      await moveTo(player, thief);
      app.clock.advance(1_000);
      // The thief requests another change only to receive an undo link. This link must be deleted when the player
      // changes back to the first address.
      await change(player, newAddress());
      app.clock.advance(1_000);
      if (returns === 'by the link') {
        expect((await undo(await lastToken(email, 'undo-email'))).status).toBe(200);
        expect((await reset(await lastToken(email, 'reset-password'))).status).toBe(200);
      } else {
        await moveTo(player, email);
        await player.call('PATCH /api/users/change-password', {
          body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD },
        });
      }
      const links = await tokensFor(app, thief, 'undo-email');
      expect(links).toHaveLength(1);
      for (const link of links) expect((await undo(link)).body.code).toBe('invalidToken');
      await waitForMail(app, thief, 'uses its previous email address again');
      expect(await stored(player)).toMatchObject({ email, pending_email: null });
      expect(await signInStatus(email, NEW_PASSWORD)).toBe(200);
    }
  });

  it('stays valid longer than undo links sent to later addresses', async () => {
    const player = await confirmedPlayer();
    const [email, thief] = [addressOf(player), newAddress()];
    const almost = LIMITS.undoTokenMs - DAY;
    await moveTo(player, thief);
    app.clock.advance(almost);
    // The owner changes to a third address instead of using the undo link.
    await moveTo(player, newAddress());
    app.clock.advance(almost);
    expect((await undo(await lastToken(thief, 'undo-email'))).status).toBe(200);
    expect(await stored(player)).toMatchObject({ email: thief });
    app.clock.advance(almost);
    expect((await undo(await lastToken(email, 'undo-email'))).status).toBe(200);
    expect(await stored(player)).toMatchObject({ email });
    expect((await reset(await lastToken(email, 'reset-password'))).status).toBe(200);
    expect(await signInStatus(email, NEW_PASSWORD)).toBe(200);
  });

  it('works even after a thief has switched to a second address and back', async () => {
    const player = await confirmedPlayer();
    const [email, thief] = [addressOf(player), newAddress()];
    await moveTo(player, thief);
    app.clock.advance(1_000);
    await moveTo(player, newAddress());
    app.clock.advance(1_000);
    await moveTo(player, thief);
    expect((await undo(await lastToken(email, 'undo-email'))).status).toBe(200);
    expect(await stored(player)).toMatchObject({ email });
  });

  it('works for only one of two concurrent requests, and is deleted after it expires', async () => {
    const player = await confirmedPlayer();
    await change(player, newAddress());
    const token = await lastToken(addressOf(player), 'undo-email');
    const twice = await Promise.all([undo(token), undo(token)]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 400]);
    const other = await confirmedPlayer();
    await change(other, newAddress());
    app.clock.advance(LIMITS.undoTokenMs);
    await deleteExpired(app.site.db, app.clock.now(), app.clock.now());
    expect(
      await query(app.site.db, sql`select 1 from email_tokens where user_id = ${other.id} and kind = 'undo'`),
    ).toEqual([]);
  });
});
