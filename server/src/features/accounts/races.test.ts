import { verify } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { createTestApp, PASSWORD, type TestApp, type TestPlayer } from '../../testing/app.ts';
import { query, queryValue } from '../../testing/queries.ts';
import { resetPassword, sendPasswordReset } from './passwords.ts';
import { RATE_LIMITS } from './rate-limits.ts';
import { tokensFor } from './testing.ts';

const NEW = 'lantern-and-rope';
let app: TestApp;
/** If set, password checks return their result only after this promise resolves. */
let pause: Promise<void> | undefined;
let passwordChecked = 0;
beforeAll(async () => {
  app = await createTestApp({
    env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' },
    secrets: {
      verifyPassword: async (hash, password) => {
        const held = pause;
        const right = await verify(hash, password);
        passwordChecked += 1;
        await held;
        return right;
      },
    },
  });
});
afterAll(() => app.close());

let addresses = 0;
const freshAddress = () => ({ 'x-forwarded-for': `10.9.${addresses >> 8}.${addresses++ & 255}` });
const signIn = (credential: string, password: string, headers = freshAddress()) =>
  app.browser().signIn(credential, password, headers);
const change = (player: TestPlayer, currentPassword: string, newPassword: string) =>
  player.call('PATCH /api/users/change-password', { body: { currentPassword, newPassword } });
const move = (player: TestPlayer, body: { email: string; currentPassword?: string }) =>
  player.call('PATCH /api/profiles/profile', { body });
const addressOf = (player: TestPlayer) =>
  queryValue<string>(app.site.db, sql`select email from users where id = ${player.id}`);

/** Start `call`, and run `meanwhile` between its password check and its next step. Return the result of `call`. */
async function duringPasswordCheck<T>(call: () => Promise<T>, meanwhile: () => Promise<unknown>): Promise<T> {
  let release = (): void => {};
  pause = new Promise((resolve) => {
    release = resolve;
  });
  const before = passwordChecked;
  const answer = call();
  await expect.poll(() => passwordChecked).toBe(before + 1);
  pause = undefined;
  await meanwhile();
  release();
  return answer;
}

describe('a password change during a password check', () => {
  it('prevents the sign-in with the old password', async () => {
    const player = await app.player();
    const late = await duringPasswordCheck(
      () => signIn(player.username, PASSWORD),
      async () => expect((await change(player, PASSWORD, NEW)).status).toBe(200),
    );
    expect([late.status, late.body.code]).toEqual([401, 'credentials']);
    expect((await player.call('GET /api/sessions')).body).toHaveLength(1);
  });

  it('prevents a second change with the old password', async () => {
    const player = await app.player();
    const late = await duringPasswordCheck(
      () => change(player, PASSWORD, 'a-thief-chose-this'),
      async () => expect((await change(player, PASSWORD, NEW)).status).toBe(200),
    );
    expect(late.status).toBe(400);
    expect((await signIn(player.username, NEW)).status).toBe(200);
  });

  it('prevents a change of the email address with the old password', async () => {
    const player = await app.player();
    const inbox = `${player.username}@test.invalid`;
    await sendPasswordReset(app.site.db, app.site, inbox);
    const [token = ''] = await tokensFor(app, inbox, 'reset-password');
    const late = await duringPasswordCheck(
      () => move(player, { email: 'thief@test.invalid', currentPassword: PASSWORD }),
      () => resetPassword(app.site.db, app.site, { token, newPassword: NEW, network: '' }),
    );
    expect(await addressOf(player)).toBe(inbox);
    expect([late.status, Object.keys(late.body.errors ?? {})]).toEqual([400, ['currentPassword']]);
  });
});

describe('an email address that was just changed on another node', () => {
  it('cannot be changed back without the password', async () => {
    const player = await app.player();
    const before = (await player.user())?.email ?? '';
    const moved = `moved-${before}`;
    await query(app.site.db, sql`update users set email = ${moved} where id = ${player.id}`);
    const back = await move(player, { email: before });
    expect([back.status, Object.keys(back.body.errors ?? {})]).toEqual([400, ['currentPassword']]);
    expect(await addressOf(player)).toBe(moved);
  });
});

describe('a stranger', () => {
  it('cannot learn a player’s email address from the rate limits', async () => {
    const [player, other] = [await app.player(), await app.player()];
    const from = freshAddress();
    const wrong = async (credential: string) => {
      await app.site.limits.reset(RATE_LIMITS.signInAddressMinute, from['x-forwarded-for']);
      return (await signIn(credential, 'wrong', from)).status;
    };
    for (let n = 0; n < 10; n++) expect(await wrong(player.username)).toBe(401);
    expect(await wrong(player.username)).toBe(429);
    for (const { username } of [player, other]) expect(await wrong(`${username}@test.invalid`)).toBe(401);
  });

  it('cannot flood a mailbox with different spellings of its address', async () => {
    const player = await app.player();
    const inbox = `${player.username}@test.invalid`;
    for (let n = 0; n < 7; n++)
      await sendPasswordReset(app.site.db, app.site, n % 2 ? inbox : inbox.toUpperCase());
    expect(await tokensFor(app, inbox, 'reset-password')).toHaveLength(5);
  });
});
