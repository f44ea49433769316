import { DAY } from '@rivalhold/shared/time-units.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { atUrl, PASSWORD, signUpBody, type TestPlayer, uniqueName, useTestApp } from '../../testing/app.ts';
import { query } from '../../testing/queries.ts';
import {
  auditEntriesAbout,
  createStaff,
  muteOf,
  mutesOf,
  restoreOf,
  suspendOf,
  unmuteOf,
} from '../moderation/testing.ts';
import { mailboxHash } from './mailboxes.ts';
import { deleteExpired } from './queries.ts';
import { tokensFor } from './testing.ts';

const app = useTestApp();
let admin: TestPlayer;
let moderator: TestPlayer;
// Create new staff accounts for each test, because sessions expire when a test advances the clock by years.
beforeEach(async () => {
  admin = await createStaff(app, 'admin');
  moderator = await createStaff(app);
});

const after = (ms: number): string => new Date(app.clock.now().getTime() + ms).toISOString();
const addressOf = (player: { username: string }) => `${player.username.toLowerCase()}@test.invalid`;
const deleteAccount = (player: TestPlayer) =>
  player.call('DELETE /api/users/me', { body: { password: PASSWORD } });
/**
 * Sign up with an address. If a suspension applies to the address, the new account is suspended, too. In this case,
 * `status` is 403, and `player` is not signed in.
 */
async function signUpWith(email: string) {
  const browser = app.browser();
  const username = uniqueName();
  const { status, body } = await browser.call('POST /api/users', {
    body: { ...signUpBody(username), email },
  });
  const { message } = body as { message?: string };
  const player = atUrl(app, { id: body.user?.id, username, cookies: browser.cookies });
  return { player, username, status, message };
}
const post = (player: TestPlayer) => player.call('POST /api/feed', { body: { body: 'A word' } });
const storedRows = () => query(app.site.db, sql`select * from address_sanctions`);

describe('a mute', () => {
  it('by an admin also applies to a new account with the address of the deleted account', async () => {
    const player = await app.player();
    const reason = 'Spam';
    const { body } = await muteOf(admin, player.id, { duration: '1m', reason });
    await deleteAccount(player);
    const again = await signUpWith(addressOf(player));
    expect(again.status).toBe(201);
    expect((await post(again.player)).status).toBe(403);
    const me = await again.player.user();
    expect(me).toMatchObject({ mutedUntil: body.mute.mutedUntil, muteReason: reason });
    expect(await mutesOf(moderator, me?.id ?? 0)).toMatchObject([
      { mutedBy: admin.username, mayChange: false, reason },
    ]);
    expect(await auditEntriesAbout(app, me?.id ?? 0)).toMatchObject([
      { kind: 'mute.begin', actor_id: null, after: body.mute.mutedUntil, reason },
    ]);
  });

  it('cannot be evaded with another spelling of the address', async () => {
    const name = uniqueName().toLowerCase();
    let { player } = await signUpWith(`${name}@test.invalid`);
    await muteOf(moderator, player.id, { duration: '1y' });
    for (const tag of ['+second', '+third', '']) {
      await deleteAccount(player);
      ({ player } = await signUpWith(`${name}${tag}@TEST.invalid`));
      expect((await post(player)).status).toBe(403);
    }
  });

  it('also applies to a second account with the same mailbox', async () => {
    const name = uniqueName().toLowerCase();
    const { player } = await signUpWith(`${name}@test.invalid`);
    await muteOf(moderator, player.id);
    const { player: second } = await signUpWith(`${name}+2@test.invalid`);
    expect((await post(second)).status).toBe(403);
  });

  it('does not apply to accounts that sign up after it has ended', async () => {
    const [player, lifted] = [await app.player(), await app.player()];
    await muteOf(moderator, player.id, { duration: '1d' });
    await muteOf(moderator, lifted.id, { duration: '1y' });
    await unmuteOf(moderator, lifted.id);
    await Promise.all([deleteAccount(player), deleteAccount(lifted)]);
    const { player: free } = await signUpWith(addressOf(lifted));
    expect((await post(free)).status).toBe(201);
    app.clock.advance(DAY);
    const { player: later } = await signUpWith(addressOf(player));
    expect((await post(later)).status).toBe(201);

    const last = await app.player();
    await muteOf(moderator, last.id, { duration: '1d' });
    await deleteAccount(last);
    const before = (await storedRows()).length;
    app.clock.advance(DAY);
    await deleteExpired(app.site.db, app.clock.now(), app.clock.now());
    expect((await storedRows()).length).toBeLessThan(before);
  });

  it('no longer applies to an address once staff lift it for a later account with that address', async () => {
    const player = await app.player();
    await muteOf(moderator, player.id, { duration: '1y' });
    await deleteAccount(player);
    const { player: again } = await signUpWith(addressOf(player));
    await unmuteOf(moderator, again.id);
    expect((await post(again)).status).toBe(201);
    await deleteAccount(again);
    const { player: third } = await signUpWith(addressOf(player));
    expect((await post(third)).status).toBe(201);
  });
});

describe('a suspension', () => {
  it('without an end date still applies to the address years later', async () => {
    const player = await app.player();
    await suspendOf(admin, player.id, { until: null, reason: 'Threats' });
    // A suspended player cannot log in, so an admin deletes the account on request.
    await admin.call('DELETE /api/admin/users/{id}', { params: { id: player.id } });
    app.clock.advance(4_000 * DAY);
    await deleteExpired(app.site.db, app.clock.now(), app.clock.now());
    const again = await signUpWith(addressOf(player));
    expect([again.status, again.message]).toEqual([
      403,
      'Your account is permanently suspended. Reason: Threats',
    ]);
    const signIn = await app.browser().signIn(again.username);
    expect([signIn.status, signIn.body.code]).toEqual([403, 'suspended']);
    const staff = await createStaff(app, 'admin');
    const found = await staff.call('GET /api/mod/users/by-username/{name}', {
      params: { name: again.username },
    });
    expect(found.body).toMatchObject({ suspended: true, suspendedUntil: null });
    await restoreOf(staff, found.body.id);
    expect((await app.browser().signIn(again.username)).status).toBe(200);
  });

  it('with an end date also ends on that date for a new account with the same address', async () => {
    const player = await app.player();
    const staff = await createStaff(app, 'admin');
    await suspendOf(staff, player.id, { until: after(2 * DAY), reason: 'Insults' });
    await staff.call('DELETE /api/admin/users/{id}', { params: { id: player.id } });
    app.clock.advance(DAY);
    const again = await signUpWith(addressOf(player));
    expect(again.status).toBe(403);
    app.clock.advance(DAY);
    expect((await app.browser().signIn(again.username)).status).toBe(200);
  });
});

describe('another account with the same mailbox', () => {
  /** Sign up two accounts with the same mailbox. */
  async function twoAccounts() {
    const name = uniqueName().toLowerCase();
    const [email, other] = [`${name}@test.invalid`, `${name}+2@test.invalid`];
    return [await signUpWith(email), await signUpWith(other), email] as const;
  }
  const isSanctioned = async (email: string) => {
    const { player, status } = await signUpWith(email);
    return { suspended: status === 403, muted: status !== 403 && (await post(player)).status === 403 };
  };
  const remove = (id: number) => admin.call('DELETE /api/admin/users/{id}', { params: { id } });

  it('leaves the first account’s sanction in place, even if its own sanction is shorter or lifted', async () => {
    const [{ player: first }, { player: second }, email] = await twoAccounts();
    await suspendOf(admin, first.id, { until: null, reason: 'Threats' });
    await muteOf(moderator, second.id, { duration: '1d' });
    await suspendOf(moderator, second.id, { until: after(DAY), reason: 'Insults' });
    await unmuteOf(moderator, second.id);
    await restoreOf(moderator, second.id);
    await remove(first.id);
    expect(await isSanctioned(email)).toEqual({ suspended: true, muted: false });

    const [{ player: third }, { player: fourth }, address] = await twoAccounts();
    await muteOf(admin, third.id, { duration: '1y' });
    await remove(third.id);
    await muteOf(moderator, fourth.id, { duration: '1d' });
    await unmuteOf(moderator, fourth.id);
    app.clock.advance(2 * DAY);
    expect(await isSanctioned(address)).toEqual({ suspended: false, muted: true });
  });

  it('is still muted if staff have lifted only the suspension of the first account, and not the mute', async () => {
    const player = await app.player();
    await muteOf(moderator, player.id, { duration: '1y' });
    await suspendOf(admin, player.id, { until: null, reason: 'Threats' });
    await restoreOf(admin, player.id);
    await remove(player.id);
    expect(await isSanctioned(addressOf(player))).toEqual({ suspended: false, muted: true });
  });

  it('gets the longer of two concurrent sanctions of earlier accounts', async () => {
    const [{ player: first }, { player: second }, email] = await twoAccounts();
    await Promise.all([
      suspendOf(admin, first.id, { until: null, reason: 'Threats' }),
      suspendOf(moderator, second.id, { until: after(DAY), reason: 'Insults' }),
    ]);
    app.clock.advance(2 * DAY);
    expect((await signUpWith(email.replace('@', '+3@'))).status).toBe(403);
  });

  it('is not muted after the end of a shorter mute that replaced the first account’s long mute', async () => {
    const player = await app.player();
    await muteOf(moderator, player.id, { duration: '1y' });
    await muteOf(moderator, player.id, { duration: '1d' });
    await remove(player.id);
    app.clock.advance(DAY);
    expect(await isSanctioned(addressOf(player))).toEqual({ suspended: false, muted: false });
  });
});

describe('a change of the email address', () => {
  const change = (player: TestPlayer, email: string) =>
    player.call('PATCH /api/profiles/profile', { body: { email, currentPassword: PASSWORD } });

  it('mutes a player if the new address belonged to a muted account', async () => {
    for (const isConfirmed of [false, true]) {
      const [muted, player] = [await app.player(), await app.player()];
      await muteOf(moderator, muted.id, { duration: '1y' });
      await deleteAccount(muted);
      if (isConfirmed)
        await query(app.site.db, sql`update users set email_verified_at = now() where id = ${player.id}`);
      app.clock.advance(2_000);
      expect((await change(player, addressOf(muted))).status).toBe(200);
      const token = (await tokensFor(app, addressOf(muted), 'confirm-email')).at(-1) ?? '';
      if (isConfirmed) await player.call('POST /api/users/confirm-email/{token}', { params: { token } });
      expect((await post(player)).status).toBe(403);
    }
  });

  it('by a muted player mutes later accounts with either address', async () => {
    const player = await app.player();
    await muteOf(moderator, player.id, { duration: '1y' });
    const next = `${uniqueName().toLowerCase()}@test.invalid`;
    await change(player, next);
    await deleteAccount(player);
    for (const email of [next, addressOf(player)]) {
      const { player: again } = await signUpWith(email);
      expect((await post(again)).status).toBe(403);
    }
  });
});

it('addresses of sanctioned players are stored only as hashes that depend on the site’s secret', async () => {
  const player = await app.player();
  await muteOf(moderator, player.id);
  const text = JSON.stringify(await storedRows());
  const address = addressOf(player);
  expect(text).toContain(mailboxHash(app.site, address));
  const otherSite = {
    config: { ...app.site.config, sessionSecret: 'the secret of some other site, 0123456789' },
  };
  expect(text).not.toContain(mailboxHash(otherSite, address));
  expect(text).not.toContain(address);
  expect(text).not.toContain(player.username.toLowerCase());
});
