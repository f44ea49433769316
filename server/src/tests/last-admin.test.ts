import { DAY } from '@rivalhold/shared/time-units.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { setRole } from '../features/accounts/service.ts';
import { tokensFor } from '../features/accounts/testing.ts';
import { answerOf, createAppeal } from '../features/appeals/testing.ts';
import { suspendByOperator } from '../features/moderation/service.ts';
import { createStaff, muteOf, suspendOf } from '../features/moderation/testing.ts';
import { addApp, codeOf, LOCALHOST, PROOF } from '../features/second-factors/testing.ts';
import { sql } from '../platform/db/db.ts';
import { type CallOptions, PASSWORD, type TestBrowser, type TestPlayer, useTestApp } from '../testing/app.ts';
import { query, queryValue, queryValues } from '../testing/queries.ts';

const app = useTestApp({ env: { ...LOCALHOST, STAFF_FACTORS: 'on' } });
let admin: TestPlayer;
let moderator: TestPlayer;

beforeEach(async () => {
  admin = await createStaff(app, 'admin');
  for (const username of await otherAdmins())
    await setRole(app.site.db, app.site, { username, role: 'player' });
  moderator = await createStaff(app, 'moderator');
});

const otherAdmins = () =>
  queryValues<string>(
    app.site.db,
    sql`select username from users where role = 'admin' and deleted_at is null and id <> ${admin.id}`,
  );
const emailOf = ({ username }: TestPlayer) => `${username.toLowerCase()}@test.invalid`;
const self = (): CallOptions => ({ params: { id: admin.id, userId: admin.id } });

/** Log the admin in with a new browser. */
async function logIn(password = PASSWORD, code?: string): Promise<TestBrowser> {
  const browser = app.browser();
  const body = { credential: admin.username, password, ...(code && { code }) };
  expect((await browser.call('POST /api/session', { body })).status).toBe(200);
  return browser;
}

/** Expect that the admin can open the staff pages and take an action that requires a recent proof of identity. */
async function expectAdmin(browser: TestBrowser): Promise<void> {
  expect((await browser.call('GET /api/admin/users')).status).toBe(200);
  const coins = { params: { id: moderator.id }, body: { amount: 1 } };
  expect((await browser.call('PATCH /api/admin/users/{id}/coins', coins)).status).toBe(200);
}

const FLOWS: Record<string, () => Promise<unknown>> = {
  'a demotion by themselves': () => admin.call('PATCH /api/admin/demote/{id}', self()),
  'a demotion by a moderator': () => moderator.call('PATCH /api/admin/demote/{id}', self()),
  'a demotion by the operator': () =>
    expect(setRole(app.site.db, app.site, { username: admin.username, role: 'player' })).rejects.toThrow(),
  'a suspension by themselves': () => suspendOf(admin, admin.id),
  'a suspension by a moderator': () => suspendOf(moderator, admin.id),
  'a mute by themselves': () => muteOf(admin, admin.id),
  'a mute by a moderator': () => muteOf(moderator, admin.id),
  'a deletion of their own account': () =>
    admin.call('DELETE /api/users/me', { body: { password: PASSWORD } }),
  'a deletion on the staff pages': () => admin.call('DELETE /api/admin/users/{id}', self()),
  'an answer to an appeal against their own decision': async () => {
    const player = await app.player();
    await muteOf(admin, player.id);
    expect((await answerOf(admin, await createAppeal(player), 'lifted')).status).toBe(200);
  },
  'a change of the address to that of a suspended player': async () => {
    const player = await app.player();
    await query(app.site.db, sql`update users set email_verified_at = now() where id = ${player.id}`);
    await suspendOf(admin, player.id, { until: null, reason: 'Cheats' });
    // Free the player's email address for another account, as an account deletion would do.
    await query(
      app.site.db,
      sql`update users set email = 'gone-' || id || '@test.invalid' where id = ${player.id}`,
    );
    const body = { email: emailOf(player), currentPassword: PASSWORD };
    await admin.call('PATCH /api/profiles/profile', { body });
    const [token = ''] = await tokensFor(app, emailOf(player), 'confirm-email');
    await admin.call('POST /api/users/confirm-email/{token}', { params: { token } });
    expect(await queryValue(app.site.db, sql`select email from users where id = ${admin.id}`)).toBe(
      emailOf(player),
    );
  },
};

describe('the only admin of a site is not locked out by', () => {
  it.each(Object.entries(FLOWS))('%s', async (_, run) => {
    await run();
    await expectAdmin(await logIn());
  });

  it('the removal of the last second factor', async () => {
    app.clock.advance(14 * DAY);
    const { secret } = await addApp(app, await logIn());
    app.clock.advance(30_000);
    const browser = await logIn(PASSWORD, codeOf(app, secret));
    expect((await browser.call('DELETE /api/second-factors/app', { body: PROOF })).status).toBe(200);
    expect((await browser.call('GET /api/admin/users')).body).toMatchObject({ code: 'factorRequired' });
    await addApp(app, browser);
    await expectAdmin(browser);
  });

  it('an emailed link that removes a new factor', async () => {
    await query(app.site.db, sql`update users set email_verified_at = now() where id = ${admin.id}`);
    const { recoveryCodes } = await addApp(app, admin);
    const token = (await tokensFor(app, emailOf(admin), 'deny-sign-in')).at(-1) ?? '';
    await app.browser().call('POST /api/users/deny-sign-in/{token}', { params: { token } });
    const newPassword = 'lantern-and-rope';
    const reset = (await tokensFor(app, emailOf(admin), 'reset-password')).at(-1) ?? '';
    const guest = app.browser();
    await guest.call('POST /api/users/reset-password/{token}', {
      params: { token: reset },
      body: { newPassword },
    });
    await expectAdmin(await logIn(newPassword, recoveryCodes[0]));
  });
});

describe('two admins', () => {
  let other: TestPlayer;
  beforeEach(async () => {
    other = await createStaff(app, 'admin');
  });
  const deleteAccount = (player: TestPlayer) =>
    player.call('DELETE /api/users/me', { body: { password: PASSWORD } });

  it('cannot both delete their accounts concurrently', async () => {
    const answers = await Promise.all([deleteAccount(admin), deleteAccount(other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('cannot demote, suspend or mute each other', async () => {
    await admin.call('PATCH /api/admin/demote/{id}', { params: { id: other.id } });
    await suspendOf(admin, other.id);
    await muteOf(admin, other.id);
    expect((await other.call('GET /api/admin/users')).status).toBe(200);
  });

  it('cannot both be locked out if the operator suspends one of them', async () => {
    await suspendByOperator(app.site.db, app.site, {
      userId: other.id,
      until: null,
      reason: 'Account taken over',
    });
    expect((await deleteAccount(admin)).status).toBe(409);
    const demotion = setRole(app.site.db, app.site, { username: admin.username, role: 'player' });
    await expect(demotion).rejects.toThrow();
    await expectAdmin(await logIn());
  });
});
