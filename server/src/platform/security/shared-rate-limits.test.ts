import type { Redis } from 'ioredis';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { RATE_LIMITS as ACCOUNT_LIMITS } from '../../features/accounts/rate-limits.ts';
import { createTestApp, type TestApp, uniqueName } from '../../testing/app.ts';
import { TcpProxy } from '../../testing/tcp-proxy.ts';
import { openRedis } from '../cluster/redis.ts';
import { RateLimits } from './rate-limits.ts';

const { TEST_REDIS_URL = '' } = process.env;

describe('rate limits with several nodes', () => {
  let one: TestApp;
  let two: TestApp;
  beforeAll(async () => {
    one = await createTestApp({ env: { RATE_LIMITS: 'on' } });
    // Without Redis, a site can have only a single node, so `two` is the same node as `one`.
    two = TEST_REDIS_URL ? await createTestApp({ sharedWith: one, env: { RATE_LIMITS: 'on' } }) : one;
  });
  afterAll(async () => {
    if (two !== one) await two.close();
    await one.close();
  });

  it('count the actions on all nodes together', async () => {
    const forgot = async (app: TestApp) => {
      const { status, headers } = await app
        .browser()
        .call('POST /api/users/forgot-password', { body: { email: `${uniqueName()}@spent.test` } });
      return [status, headers.has('retry-after')];
    };
    for (let n = 0; n < 5; n++) expect(await forgot(one)).toEqual([200, false]);
    expect(await forgot(two)).toEqual([429, true]);
  });

  if (!TEST_REDIS_URL) return;
  describe('while Redis hangs', () => {
    const AWAY_MS = 500;
    let relay: TcpProxy;
    let redis: Redis;
    beforeAll(async () => {
      relay = new TcpProxy(TEST_REDIS_URL);
      await relay.open();
      redis = await openRedis(relay.through(one.site.config.redisUrl as string), {
        log: pino({ level: 'silent' }),
        timeoutMs: 60_000,
      });
    });
    afterAll(() => {
      redis.disconnect();
      relay.stopAccepting();
    });

    it('wait for Redis only once, and then count on each node', async () => {
      const limits = new RateLimits({ enabled: true, redis, redisRetryMs: 60_000 });
      const soon = new RateLimits({ enabled: true, redis, redisRetryMs: AWAY_MS });
      const isCountedThere = async (key: string) =>
        (await redis.get(`rivalhold:limit:passwordCheck:${key}`)) !== null;
      relay.pause();
      await Promise.all([limits, soon].map((each) => each.consume(ACCOUNT_LIMITS.passwordCheck, 'first')));
      const sent = vi.spyOn(redis, 'sendCommand');
      for (let n = 0; n < 10; n++) await limits.consume(ACCOUNT_LIMITS.passwordCheck, 'own');
      await expect(limits.consume(ACCOUNT_LIMITS.passwordCheck, 'own')).rejects.toMatchObject({
        code: 'tooOften',
      });
      expect(await limits.isSpent(ACCOUNT_LIMITS.passwordCheck, 'own')).toBe(true);
      expect(sent).not.toHaveBeenCalled();

      relay.resume();
      await expect
        .poll(async () => {
          await soon.record(ACCOUNT_LIMITS.passwordCheck, 'again');
          return isCountedThere('again');
        })
        .toBe(true);
      expect(await isCountedThere('own')).toBe(false);
    });
  });
});
