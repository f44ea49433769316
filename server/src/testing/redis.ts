import { Redis } from 'ioredis';

/**
 * Return the URL of an empty database on the test run's Redis. No other site of the test run uses this database. Sites
 * cannot share a database, because their keys contain ids that start at 1 on every site. A database is not reused
 * either, because the site of a test that timed out might still be running.
 */
export async function newRedisUrl(): Promise<string> {
  const url = new URL(process.env.TEST_REDIS_URL!);
  const redis = new Redis(url.href);
  // Database 0 contains only this counter.
  url.pathname = `/${await redis.incr('databases').finally(() => redis.disconnect())}`;
  return url.href;
}
