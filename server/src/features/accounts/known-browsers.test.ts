import { DAY } from '@rivalhold/shared/time-units.ts';
import { expect, it } from 'vitest';
import { PASSWORD, type TestBrowser, type TestPlayer, useTestApp } from '../../testing/app.ts';
import { RATE_LIMITS } from './rate-limits.ts';

const app = useTestApp({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } });
const COOKIE = 'rivalhold-known';

/** Record as many failed sign-ins to the account as are allowed per hour. After that, unknown browsers must wait. */
async function underAttack({ id }: TestPlayer): Promise<void> {
  for (let n = 0; n < RATE_LIMITS.signInFailuresAll.points; n++)
    await app.site.limits.record(RATE_LIMITS.signInFailuresAll, `id:${id}:name`);
}

let addresses = 0;
/**
 * Report whether a browser counts as known. The browser fails a sign-in from a new IP address, and immediately tries
 * again with the right password. Only a known browser then succeeds.
 */
async function isKnown(browser: TestBrowser, player: TestPlayer, password = PASSWORD): Promise<boolean> {
  const headers = { 'x-forwarded-for': `198.51.100.${addresses++}` };
  expect((await browser.signIn(player.username, 'a guess', headers)).status).toBe(401);
  return (await browser.signIn(player.username, password, headers)).status === 200;
}

/** Return a browser that has a stolen cookie and no other cookies. */
function thiefWith(cookie: string): TestBrowser {
  const thief = app.browser();
  thief.cookies.set(COOKIE, cookie);
  return thief;
}

it('too many failed sign-ins to an account slow down only browsers that have never signed in to it', async () => {
  const player = await app.player();
  await underAttack(player);
  expect(await isKnown(player, player)).toBe(true);
  expect(await isKnown(app.browser(), player)).toBe(false);
});

it('a stolen cookie of a known browser stops working after a password change or 180 days', async () => {
  const player = await app.player();
  const stolen = player.cookies.get(COOKIE) ?? '';
  await underAttack(player);
  expect(await isKnown(thiefWith(stolen), player)).toBe(true);
  const newPassword = 'lantern-and-rope';
  await player.call('PATCH /api/users/change-password', { body: { currentPassword: PASSWORD, newPassword } });
  expect(await isKnown(thiefWith(stolen), player, newPassword)).toBe(false);

  const other = await app.player();
  const old = other.cookies.get(COOKIE) ?? '';
  app.clock.advance(180 * DAY);
  await underAttack(other);
  expect(await isKnown(thiefWith(old), other)).toBe(false);
});

it('the cookie of a known browser cannot be forged', async () => {
  const [player, other] = [await app.player(), await app.player()];
  const first = player.cookies.get(COOKIE) ?? '';
  app.clock.advance(1);
  await player.signIn(player.username);
  const second = player.cookies.get(COOKIE) ?? '';
  expect(second).not.toBe(first);
  expect(second.split('~')).toHaveLength(1);
  const [id, issuedAt, signature] = second.split('.');
  for (const owner of [player, other]) await underAttack(owner);
  for (const [forged, owner] of [
    [`${id}.${Number(issuedAt) + DAY}.${signature}`, player],
    [`${other.id}.${issuedAt}.${signature}`, other],
    [`${id}.NaN.${signature}`, player],
    [`${id}`, player],
  ] as const)
    expect(await isKnown(thiefWith(forged), owner)).toBe(false);
});
