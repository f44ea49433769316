import { Redis } from 'ioredis';

/**
 * Return the URL of an empty database on the test run's Redis. No other site of the test run uses it. Separate
 * databases are necessary, because every site uses the same keys (they contain ids, which start at 1), and the site of
 * a test that timed out might still be running.
 */
export async function newRedisUrl(): Promise<string> {
  const url = new URL(process.env.TEST_REDIS_URL!);
  const redis = new Redis(url.href);
  // Database 0 contains only this counter.
  url.pathname = `/${await redis.incr('databases').finally(() => redis.disconnect())}`;
  return url.href;
}
