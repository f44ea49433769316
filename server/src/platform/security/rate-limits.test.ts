import { randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { RATE_LIMITS as ACCOUNT_LIMITS } from '../../features/accounts/rate-limits.ts';
import { PASSWORD, signUpBody, type TestBrowser, uniqueName, useTestApp } from '../../testing/app.ts';
import { RATE_LIMITS, type RateLimit } from './rate-limits.ts';

const app = useTestApp({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } });

let given = randomInt(1_000_000);
/** Return an address in an unused network. */
const freshAddress = () => `10.${(given >> 8) & 255}.${given++ & 255}.1`;
const from = (address: string) => ({ 'x-forwarded-for': address });

async function signUp(address = freshAddress(), name = uniqueName()) {
  const browser = app.browser();
  const answer = await browser.call('POST /api/users', { body: signUpBody(name), headers: from(address) });
  return { browser, name, address, id: answer.body.user?.id, answer };
}
const signIn = (
  credential: string,
  password: string,
  address: string,
  browser: TestBrowser = app.browser(),
) => browser.signIn(credential, password, from(address));
const forgot = (email: string, address: string) =>
  app.browser().call('POST /api/users/forgot-password', { body: { email }, headers: from(address) });

/**
 * Count actions directly, without sending requests. Sending requests could take too long on a slow machine, because
 * limits expire in real time.
 */
const used = (limit: RateLimit, key: string | number, times: number) =>
  Promise.all(Array.from({ length: times }, () => app.site.limits.consume(limit, key)));

type Answered = {
  status: number;
  headers: Headers;
  body: { code?: string | undefined; message?: string | undefined };
};
/** Expect a rejection with a Retry-After of more than `least` and at most `seconds`. */
function expectTooOften({ status, headers, body }: Answered, seconds: number, least = 0): void {
  expect([status, body]).toEqual([
    429,
    { code: 'tooOften', message: 'Too many attempts. Please wait a moment.' },
  ]);
  const wait = Number(headers.get('retry-after'));
  expect(wait).toBeGreaterThan(least);
  expect(wait).toBeLessThanOrEqual(seconds);
}

describe('the rate limits', () => {
  it('have the specified values', () => {
    expect({ ...ACCOUNT_LIMITS, ...RATE_LIMITS }).toMatchObject({
      signInAddressMinute: { points: 10, seconds: 60 },
      signInAddressHour: { points: 30, seconds: 3600 },
      signInFailuresAll: { points: 100, seconds: 3600 },
      signUp: { points: 10, seconds: 3600 },
      resetAddress: { points: 5, seconds: 3600 },
      resetEmail: { points: 5, seconds: 3600 },
      write: { points: 120, seconds: 60 },
      read: { points: 1_200, seconds: 60, perNode: true },
      media: { points: 3_000, seconds: 60, perNode: true },
    });
  });

  it('allow ten sign-ups per hour from an address', async () => {
    const address = freshAddress();
    for (let n = 0; n < 10; n++) expect((await signUp(address)).answer.status).toBe(201);
    expectTooOften((await signUp(address)).answer, 3600, 3000);
    expect((await signUp()).answer.status).toBe(201);
  });

  it('count failed sign-ups, too', async () => {
    const address = freshAddress();
    for (let n = 0; n < 10; n++) expect((await signUp(address, 'x')).answer.status).toBe(400);
    expectTooOften((await signUp(address)).answer, 3600, 3000);
  });

  it('allow five password resets per hour from an address', async () => {
    const address = freshAddress();
    for (let n = 0; n < 5; n++) expect((await forgot(`${n}@site.test`, address)).status).toBe(200);
    expectTooOften(await forgot('6@site.test', address), 3600, 3000);
  });

  it('allow five password resets per hour for an email address', async () => {
    const { name } = await signUp();
    for (const email of [`${name}@test.invalid`, `${uniqueName()}@nowhere.test`]) {
      for (let n = 0; n < 5; n++)
        expect((await forgot(n % 2 ? email : email.toUpperCase(), freshAddress())).status).toBe(200);
      expectTooOften(await forgot(` ${email}`, freshAddress()), 3600, 3000);
    }
  });

  it('allow a player 120 writes per minute in all browsers together', async () => {
    const { browser, name, id = 0 } = await signUp();
    const other = app.browser();
    await signIn(name, PASSWORD, freshAddress(), other);
    await used(RATE_LIMITS.write, id, 110);
    const write = (n: number) =>
      (n % 2 ? browser : other).call('POST /api/combat/manual-heal', { headers: from(freshAddress()) });
    for (let n = 0; n < 10; n++) expect((await write(n)).status).toBe(409);
    expectTooOften(await write(0), 60);
    expect((await browser.user())?.username).toBe(name);
    const { browser: third, id: thirdId } = await signUp();
    const fight = await browser.call('GET /api/combat/{userId}', {
      params: { userId: id },
      query: { opponentId: thirdId ?? 0 },
    });
    expectTooOften(fight, 60);
    expect((await third.call('POST /api/combat/manual-heal')).status).toBe(409);
  });

  it('allow 1,200 reads per minute for a player, or for the guests of an address', async () => {
    const [one, other] = [await signUp(), await signUp()];
    await used(RATE_LIMITS.read, one.id ?? 0, 1_199);
    const read = (browser: TestBrowser, address: string) =>
      browser.call('GET /api/leaderboard', { headers: from(address) });
    expect((await read(one.browser, one.address)).status).toBe(200);
    expectTooOften(await read(one.browser, freshAddress()), 60);
    expect((await one.browser.call('POST /api/combat/manual-heal')).status).toBe(409);
    expect((await read(other.browser, one.address)).status).toBe(200);
    const ask = (address: string) => app.browser().call('GET /api/session', { headers: from(address) });
    const address = freshAddress();
    await used(RATE_LIMITS.guestRead, address, 1_199);
    expect((await ask(address)).status).toBe(200);
    expectTooOften(await ask(address), 60);
    expect((await read(other.browser, address)).status).toBe(200);
    expect((await ask(freshAddress())).status).toBe(200);
  });

  it('allow 3,000 files per minute for a player, or for the guests of an address', async () => {
    await app.site.files.put('avatars/limited-1.webp', Buffer.from('picture'));
    const fetchFile = async (browser: TestBrowser, address: string, path = 'avatars/limited-1.webp') => {
      const answer = await browser.fetch(`/media/${path}`, { headers: from(address) });
      const { status, headers } = answer;
      return { status, headers, body: status === 200 ? {} : ((await answer.json()) as Answered['body']) };
    };
    const [one, other] = [await signUp(), await signUp()];
    await used(RATE_LIMITS.media, one.id ?? 0, 2_999);
    // Requests for missing files count, too.
    expect((await fetchFile(one.browser, one.address, 'attachments/1')).status).toBe(404);
    for (const path of ['attachments/1', 'clips/1', 'outside?url=x&signature=y'])
      expectTooOften(await fetchFile(one.browser, freshAddress(), path), 60);
    expect((await fetchFile(other.browser, one.address, 'attachments/1')).status).toBe(404);
    // Requests for public files count only towards the limit of the address.
    expect((await fetchFile(one.browser, one.address)).status).toBe(200);
    const address = freshAddress();
    await used(RATE_LIMITS.media, address, 2_999);
    expect((await fetchFile(app.browser(), address)).status).toBe(200);
    expectTooOften(await fetchFile(app.browser(), address), 60);
    expectTooOften(await fetchFile(app.browser(), address, 'avatars/nobody.webp'), 60);
    expectTooOften(await fetchFile(other.browser, address), 60);
    expect((await fetchFile(app.browser(), freshAddress())).status).toBe(200);
  });

  it('allow 60 writes per minute for the guests of an address', async () => {
    const address = freshAddress();
    const guest = app.browser();
    const write = () =>
      guest.call('POST /api/users/confirm-email/{token}', { params: { token: 'x' }, headers: from(address) });
    await used(RATE_LIMITS.guestWrite, address, 38);
    const statuses: number[] = [];
    for (let n = 0; n < 22; n++) statuses.push((await write()).status);
    // The last two attempts exceed the separate limit for tokens from emails, but still count as writes.
    expect(statuses).toEqual([...Array(20).fill(400), 429, 429]);
    expectTooOften(await write(), 60);
  });

  it('allow an address 20 attempts per hour with emailed tokens', async () => {
    const address = freshAddress();
    const write = (n: number) =>
      n % 2
        ? app
            .browser()
            .call('POST /api/users/confirm-email/{token}', { params: { token: 'x' }, headers: from(address) })
        : app.browser().call('POST /api/users/reset-password/{token}', {
            params: { token: 'x' },
            body: { newPassword: 'some-new-key' },
            headers: from(address),
          });
    for (let n = 0; n < 20; n++) expect((await write(n)).status).toBe(400);
    expectTooOften(await write(20), 3600, 3000);
  });

  it('allow ten checks of the current password per hour', async () => {
    const { browser } = await signUp();
    const change = (currentPassword: string) =>
      browser.call('PATCH /api/users/change-password', {
        body: { currentPassword, newPassword: 'some-new-key' },
      });
    for (let n = 0; n < 10; n++) expect((await change(`guess-${n}`)).status).toBe(400);
    expectTooOften(await change(PASSWORD), 3600, 3000);
    const again = () => browser.call('POST /api/users/me/confirmation', { body: {} });
    for (let n = 0; n < 2; n++) expect((await again()).status).toBe(200);
    const refused = await again();
    expect([refused.status, Number(refused.headers.get('retry-after')) > 23 * 3600]).toEqual([429, true]);
  });

  it('count the IPv6 addresses of a /64 network together', async () => {
    const net = `2001:db8:${randomInt(65_536).toString(16)}:${randomInt(65_536).toString(16)}`;
    for (let n = 0; n < 5; n++)
      expect((await forgot(`${uniqueName()}@x.test`, `${net}::${n + 1}`)).status).toBe(200);
    expectTooOften(await forgot('y@x.test', `${net}:ffff:1:2:3`), 3600, 3000);
    expect((await forgot('z@x.test', '2001:db8:ffff:ffff::1')).status).toBe(200);
  });

  it('use the client address that the last proxy adds', async () => {
    const address = freshAddress();
    for (let n = 0; n < 5; n++)
      expect((await forgot(`${uniqueName()}@x.test`, `${freshAddress()}, ${address}`)).status).toBe(200);
    expectTooOften(await forgot('y@x.test', `${freshAddress()}, ${address}`), 3600, 3000);
  });
});

describe('the limits for logging in', () => {
  it('allow ten attempts per minute from an address', async () => {
    const { name } = await signUp();
    const address = freshAddress();
    for (let n = 0; n < 5; n++) {
      expect((await signIn(name, PASSWORD, address)).status).toBe(200);
      expect((await signIn(uniqueName(), 'wrong', address)).status).toBe(401);
    }
    expectTooOften(await signIn(name, PASSWORD, address), 60);
  });

  it('allow thirty attempts per hour from an address', async () => {
    const { name } = await signUp();
    const address = freshAddress();
    for (let n = 0; n < 30; n++) await app.site.limits.consume(ACCOUNT_LIMITS.signInAddressHour, address);
    expectTooOften(await signIn(name, PASSWORD, address), 3600, 3000);
  });

  it('block logins with a username from an IP address after ten failures from there', async () => {
    const { name, id } = await signUp();
    const address = freshAddress();
    for (let n = 0; n < 10; n++) expect((await signIn(name, 'wrong', address)).status).toBe(401);
    // Reset the limit for sign-ins from the address, so that only the limit for failures applies.
    await app.site.limits.reset(ACCOUNT_LIMITS.signInAddressMinute, address);
    expectTooOften(await signIn(name.toUpperCase(), PASSWORD, address), 3600, 3000);
    expect((await signIn(`${name}@test.invalid`, PASSWORD, address)).body.user?.id).toBe(id);
    expectTooOften(await signIn(name, PASSWORD, address), 3600, 3000);
    expect((await signIn(name, PASSWORD, freshAddress())).body.user?.id).toBe(id);
  });

  it('count only the failed logins since the last successful one', async () => {
    const { name } = await signUp();
    const address = freshAddress();
    for (let round = 0; round < 3; round++) {
      await app.site.limits.reset(ACCOUNT_LIMITS.signInAddressMinute, address);
      for (let n = 0; n < 9; n++) expect((await signIn(name, 'wrong', address)).status).toBe(401);
      expect((await signIn(name, PASSWORD, address)).status).toBe(200);
    }
  });

  it('let a player log in from a known browser after 100 failures by others', async () => {
    const { browser, name, id } = await signUp();
    await browser.call('DELETE /api/session');
    for (let stranger = 0; stranger < 10; stranger++) {
      const address = freshAddress();
      const attacks = Array.from({ length: 10 }, () => signIn(name, 'wrong', address));
      for (const { status } of await Promise.all(attacks)) expect(status).toBe(401);
    }
    for (let n = 0; n < 5; n++) {
      const { status, body } = await signIn(name, PASSWORD, freshAddress(), browser);
      expect([status, body.user?.id]).toEqual([200, id]);
      await browser.call('DELETE /api/session');
    }
    const unknown = freshAddress();
    expect((await signIn(name, 'wrong', unknown)).status).toBe(401);
    expectTooOften(await signIn(name, PASSWORD, unknown), 60);
    // The attacker's browser counts as known only for the attacker's own account.
    const { browser: attacker } = await signUp();
    const elsewhere = freshAddress();
    expect((await signIn(name, 'wrong', elsewhere, attacker)).status).toBe(401);
    expectTooOften(await signIn(name, 'wrong', elsewhere, attacker), 60);
    const forged = app.browser();
    forged.cookies.set('rivalhold-known', `${id}.made-up~${id}.`);
    const third = freshAddress();
    expect((await signIn(name, 'wrong', third, forged)).status).toBe(401);
    expectTooOften(await signIn(name, 'wrong', third, forged), 60);
  });

  it('do not reveal whether a name exists', async () => {
    const { name } = await signUp();
    const outcomes = [];
    for (const target of [name, uniqueName()]) {
      const address = freshAddress();
      const statuses: number[] = [];
      for (let n = 0; n < 12; n++) {
        await app.site.limits.reset(ACCOUNT_LIMITS.signInAddressMinute, address);
        statuses.push((await signIn(target, 'wrong', address)).status);
      }
      outcomes.push(statuses);
    }
    expect(outcomes[0]).toEqual([...Array(10).fill(401), 429, 429]);
    expect(outcomes[1]).toEqual(outcomes[0]);
  });
});

describe('sockets', () => {
  it('share a limit of 60 events in ten seconds if they belong to the same player', async () => {
    const { browser, id } = await signUp();
    const tabs = [
      await browser.socket(from(freshAddress())),
      await browser.socket(from(freshAddress())),
    ] as const;
    await used(RATE_LIMITS.socketEvent, id ?? 0, 56);
    const codes: (string | undefined)[] = [];
    for (let n = 0; n < 5; n++) {
      const answer = (await tabs[n % 2 ? 0 : 1].emitWithAck('register', id ?? 0)) as { code?: string };
      codes.push(answer.code);
    }
    expect(codes).toEqual([undefined, undefined, undefined, undefined, 'tooOften']);
    expect(tabs.map((tab) => tab.connected)).toEqual([true, true]);
  });

  it('can be opened 60 times per minute from an address', async () => {
    const address = freshAddress();
    const open = (query = '') =>
      app.browser().fetch(`/socket.io/?EIO=4&transport=polling${query}`, { headers: from(address) });
    await used(RATE_LIMITS.handshake, address, 52);
    for (let n = 0; n < 8; n++) expect((await open(n % 2 ? '&xsid=1' : '&sid=')).status).toBe(200);
    expect([(await open()).status, (await open('&xsid=1')).status]).toEqual([403, 403]);
  });
});
