import { beforeAll, expect, it, vi } from 'vitest';
import { LONG } from '../../../../scripts/testing/long.ts';
import { slowTestTimeout } from '../../../../scripts/testing/timeouts.ts';
import { PASSWORD, type TestBrowser, type TestPlayer, useTestApp } from '../../testing/app.ts';
import { reportMeasurements } from '../../testing/measurements.ts';
import { SEED } from './fixtures.ts';
import { createRandom } from './fuzz-values.ts';
import { sendAs } from './raw-http.ts';

vi.setConfig({ testTimeout: slowTestTimeout(LONG ? 1_800_000 : 60_000) });

const GUESSES = LONG ? 10_000 : 500;
const CONCURRENCY = 8;

const app = useTestApp({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } });
let checked = 0;
const owners: TestPlayer[] = [];
beforeAll(async () => {
  const { verifyPassword } = app.site.secrets;
  app.site.secrets.verifyPassword = (hash, password, from) => {
    checked++;
    return verifyPassword(hash, password, from);
  };
  for (let n = 0; n < 4; n++) owners.push(await app.player());
});

/** Try to log in with a browser from an IP address. Return the status and the text of the response. */
async function tryOne(browser: TestBrowser, credential: string, password: string, address: string) {
  if (!browser.cookies.has('XSRF-TOKEN')) await browser.fetch('/api/csrf/restore');
  const response = await sendAs(browser, {
    method: 'POST',
    path: '/api/session',
    headers: {
      'x-forwarded-for': address,
      'x-csrf-token': browser.csrf,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ credential, password }),
  });
  return { status: response?.status ?? 0, text: response?.text ?? '' };
}

it(`${GUESSES} password guesses from many addresses find no password`, async () => {
  const random = createRandom(`guess ${SEED}`, 0);
  const received = new Map<number, number>();
  const texts = new Set<string>();
  const guessers = Array.from({ length: CONCURRENCY }, () => app.browser());
  const addresses = Array.from({ length: GUESSES / 100 }, (_, n) => `10.7.${n >> 8}.${n & 255}`);
  let n = 0;
  const guess = async (browser: TestBrowser) => {
    while (n < GUESSES) {
      const number = n++;
      const owner = owners[number % owners.length] as TestPlayer;
      const credential = random.pick([
        owner.username,
        `${owner.username}@test.invalid`,
        owner.username.toUpperCase(),
        `nobody${number % 50}`,
      ]);
      const { status, text } = await tryOne(
        browser,
        credential,
        `guess-number-${number}`,
        random.pick(addresses),
      );
      received.set(status, (received.get(status) ?? 0) + 1);
      if (status === 401) texts.add(text);
    }
  };
  await Promise.all(guessers.map(guess));
  expect([...received.keys()].sort()).toEqual([401, 429]);
  // The responses must not reveal whether a username exists.
  expect(texts.size).toBe(1);
  // Most attempts must be rejected before the password is checked, because checking it is expensive.
  expect(received.get(429)).toBeGreaterThan(GUESSES / 2);
  expect(checked).toBeLessThanOrEqual(received.get(401) ?? 0);
  // The owner can log in with a browser that is known to the account.
  for (const [index, owner] of owners.entries())
    expect((await tryOne(owner, owner.username, PASSWORD, `10.9.9.${index + 1}`)).status).toBe(200);
  reportMeasurements('attacks by guesses', 'Guesses from many addresses at few names', [
    { guesses: GUESSES, wrong: received.get(401) ?? 0, refused: received.get(429) ?? 0, checked },
  ]);
});

it('password guesses from many addresses do not keep the owner from logging in', async () => {
  const owner = await app.player();
  const guesser = app.browser();
  for (let n = 0; n < 100; n++)
    expect((await tryOne(guesser, owner.username, 'wrong-wrong', `10.8.${n}.1`)).status).toBe(401);
  const again: number[] = [];
  for (let n = 0; n < 3; n++)
    again.push((await tryOne(guesser, owner.username, 'wrong-wrong', '10.8.199.1')).status);
  expect(again).toEqual([401, 429, 429]);
  expect((await tryOne(app.browser(), owner.username, PASSWORD, '10.8.200.1')).status).toBe(200);
  expect((await tryOne(owner, owner.username, PASSWORD, '10.8.201.1')).status).toBe(200);
});
