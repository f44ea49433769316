import { CAPTCHA_TEXTS } from '@rivalhold/shared/texts/captcha.ts';
import { ERROR_TEXTS } from '@rivalhold/shared/texts/errors.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { createTestApp, signUpBody, solveCaptcha, type TestApp, uniqueName } from '../../testing/app.ts';
import { queryValue } from '../../testing/queries.ts';
import { purgeUsed } from './queries.ts';

const env = { RATE_LIMITS: 'on', TRUST_PROXY: '1' };
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { ...env, SIGN_UPS_PER_HOUR: '30' } });
});
afterAll(() => app.close());

const attempt = (from: string, captcha?: string, site = app) =>
  site.browser().call('POST /api/users', {
    body: { ...signUpBody(uniqueName()), ...(captcha !== undefined && { captcha }) },
    headers: { 'x-forwarded-for': from },
  });
const statuses = (all: { status: number }[]) => all.map(({ status }) => status);
const REJECTED = {
  code: 'captcha',
  message: CAPTCHA_TEXTS.rejected,
  challenge: '/api/captcha',
};

describe('sign-ups from one network', () => {
  it('need a captcha after ten in an hour', async () => {
    const flood = [];
    for (let n = 1; n <= 12; n++) flood.push(await attempt(`203.0.113.${n}`));
    expect(statuses(flood)).toEqual([...Array(10).fill(201), 403, 403]);
    expect(flood[10]?.body).toEqual({
      code: 'captcha',
      message: ERROR_TEXTS.captcha,
      challenge: '/api/captcha',
    });
    expect((await attempt('198.51.100.1')).status).toBe(201);
  });

  it('can use each captcha only once, even if two of them send it concurrently', async () => {
    const captcha = await solveCaptcha(app.browser());
    const both = await Promise.all([attempt('203.0.113.20', captcha), attempt('203.0.113.21', captcha)]);
    expect(statuses(both).sort()).toEqual([201, 403]);
    const replay = await attempt('203.0.113.22', captcha);
    expect([replay.status, replay.body]).toEqual([403, REJECTED]);
  });

  it('do not use up a captcha if they are rejected', async () => {
    const captcha = await solveCaptcha(app.browser());
    const name = uniqueName();
    const send = (email: string) =>
      app.browser().call('POST /api/users', {
        body: { ...signUpBody(name), email, captcha },
        headers: { 'x-forwarded-for': '203.0.113.30' },
      });
    expect((await send('not an address')).status).toBe(400);
    expect((await send(`${name}@test.invalid`)).status).toBe(201);
  });

  it('are rejected if their captcha is expired, changed, unsolved or malformed', async () => {
    const captcha = await solveCaptcha(app.browser());
    const payload = JSON.parse(Buffer.from(captcha, 'base64').toString());
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');
    const later = { ...payload.challenge.parameters, data: { expiresAt: 9e12 } };
    const easier = { ...payload.challenge.parameters, cost: 1, keyPrefix: '00' };
    const bad = [
      encode({ ...payload, challenge: { ...payload.challenge, parameters: later } }),
      encode({ ...payload, challenge: { ...payload.challenge, parameters: easier } }),
      encode({ ...payload, solution: { ...payload.solution, derivedKey: '00'.repeat(32) } }),
      encode({ challenge: { parameters: {}, signature: 'x' }, solution: {} }),
      encode({ challenge: payload.challenge }),
      encode(null),
      'not base64 JSON',
    ];
    for (const [n, value] of bad.entries()) {
      const { status, body } = await attempt(`203.0.113.${40 + n}`, value);
      expect([status, body]).toEqual([403, REJECTED]);
    }
    app.clock.advance(10 * 60_000);
    expect((await attempt('203.0.113.50', captcha)).body).toEqual(REJECTED);
  });
});

describe('sign-ups from all networks together', () => {
  it('need a captcha above SIGN_UPS_PER_HOUR, counted across all nodes', async () => {
    const one = await createTestApp({ env: { ...env, SIGN_UPS_PER_HOUR: '4' } });
    const two = process.env.TEST_REDIS_URL
      ? await createTestApp({ sharedWith: one, env: { ...env, SIGN_UPS_PER_HOUR: '4' } })
      : one;
    const flood = await Promise.all(
      Array.from({ length: 10 }, (_, n) => attempt(`10.0.${n}.1`, undefined, n % 2 ? one : two)),
    );
    expect(statuses(flood).sort()).toEqual([...Array(4).fill(201), ...Array(6).fill(403)]);
    const captcha = await solveCaptcha(one.browser());
    expect((await attempt('10.0.99.1', captcha, two)).status).toBe(201);
    expect((await attempt('10.0.98.1', captcha, one)).status).toBe(403);
    if (two !== one) await two.close();
    await one.close();
  });

  it('need no captcha if rate limits are off', async () => {
    const free = await createTestApp({ env: { TRUST_PROXY: '1', SIGN_UPS_PER_HOUR: '1' } });
    for (let n = 0; n < 8; n++) expect((await attempt('203.0.113.1', undefined, free)).status).toBe(201);
    await free.close();
  });
});

it('the purge deletes used captchas once they have expired', async () => {
  const count = () => queryValue<number>(app.site.db, sql`select count(*)::integer from used_captchas`);
  expect(await count()).toBeGreaterThan(0);
  await purgeUsed(app.site.db, app.site.clock.now());
  expect(await count()).toBe(0);
});
