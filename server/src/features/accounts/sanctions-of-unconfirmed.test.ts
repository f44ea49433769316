import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import {
  atUrl,
  createTestApp,
  PASSWORD,
  signUpBody,
  type TestApp,
  type TestPlayer,
  uniqueName,
} from '../../testing/app.ts';
import { FakeMailServer } from '../../testing/mail.ts';
import { query } from '../../testing/queries.ts';
import { createStaff, muteOf, restoreOf, suspendOf } from '../moderation/testing.ts';
import { tokensFor } from './testing.ts';

const mail = new FakeMailServer();
let app: TestApp;
let admin: TestPlayer;
beforeAll(async () => {
  app = await createTestApp({ env: { SMTP_URL: `smtp://127.0.0.1:${await mail.start()}` } });
});
// Create a new admin for each test, because an admin can delete only a few accounts a day.
beforeEach(async () => {
  admin = await createStaff(app, 'admin');
});
afterAll(async () => {
  await app.close();
  await mail.stop();
});

const newAddress = () => `${uniqueName().toLowerCase()}@victim.test`;
async function signUpWith(email: string) {
  const browser = app.browser();
  const username = uniqueName();
  const { status, body } = await browser.call('POST /api/users', {
    body: { ...signUpBody(username), email },
  });
  return { status, player: atUrl(app, { id: body.user?.id, username, cookies: browser.cookies }) };
}
const confirm = async (email: string) => {
  const token = (await tokensFor(app, email, 'confirm-email')).at(-1) ?? '';
  const answer = await app.browser().call('POST /api/users/confirm-email/{token}', { params: { token } });
  expect(answer.status).toBe(200);
};
const remove = async (id: number) => {
  const { status } = await admin.call('DELETE /api/admin/users/{id}', { params: { id } });
  expect(status).toBe(200);
};
const storedRows = async () => (await query(app.site.db, sql`select 1 from address_sanctions`)).length;
/** Report whether a new account with the address is sanctioned. Delete the account unless it is suspended. */
async function isSanctioned(email: string): Promise<boolean> {
  const { status, player } = await signUpWith(email);
  if (status === 403) return true;
  const isMuted = (await player.user())?.mutedUntil !== null;
  await remove(player.id);
  return isMuted;
}

it('a sanction is not stored for an unconfirmed address', async () => {
  const [own, ...victims] = Array.from({ length: 4 }, newAddress);
  const { player: muted } = await signUpWith(own ?? '');
  await muteOf(admin, muted.id, { duration: '1y' });
  for (const email of victims)
    await muted.call('PATCH /api/profiles/profile', { body: { email, currentPassword: PASSWORD } });
  await remove(muted.id);
  const stranger = newAddress();
  const { player: suspended } = await signUpWith(stranger);
  await suspendOf(admin, suspended.id, { until: null, reason: 'Threats' });
  await remove(suspended.id);
  for (const email of [...victims, stranger]) expect(await isSanctioned(email)).toBe(false);
  expect(await storedRows()).toBe(0);
});

it.each(['link', 'password reset'])(
  'a sanction also applies to the account’s address once the address is confirmed by a %s',
  async (by) => {
    const email = newAddress();
    const { player } = await signUpWith(email);
    await muteOf(admin, player.id, { duration: '1y' });
    if (by === 'link') await confirm(email);
    else {
      await app.browser().call('POST /api/users/forgot-password', { body: { email } });
      await expect.poll(() => tokensFor(app, email, 'reset-password')).toHaveLength(1);
      const [token = ''] = await tokensFor(app, email, 'reset-password');
      await app.browser().call('POST /api/users/reset-password/{token}', {
        params: { token },
        body: { newPassword: `${PASSWORD}2` },
      });
    }
    await remove(player.id);
    expect(await isSanctioned(email)).toBe(true);
  },
);

it('lifting the suspension of the latest account with an address lifts every suspension of that address', async () => {
  const email = newAddress();
  const { player } = await signUpWith(email);
  await confirm(email);
  const until = new Date(app.clock.now().getTime() + 86_400_000).toISOString();
  await suspendOf(admin, player.id, { until, reason: 'Insults' });
  await remove(player.id);
  const { status } = await signUpWith(email);
  expect(status).toBe(403);
  const [again] = await query<{ id: number }>(app.site.db, sql`select id from users where email = ${email}`);
  const id = again?.id ?? 0;
  await suspendOf(admin, id, { until: null, reason: 'Threats' });
  await remove(id);
  expect((await signUpWith(email)).status).toBe(403);
  const [last] = await query<{ id: number }>(app.site.db, sql`select id from users where email = ${email}`);
  await restoreOf(admin, last?.id ?? 0);
  await remove(last?.id ?? 0);
  expect(await isSanctioned(email)).toBe(false);
});
