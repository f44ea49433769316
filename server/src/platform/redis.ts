import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { NodeError } from './nodes.ts';

/** A request does not wait for a Redis that is slow: then the node counts by itself. */
const ANSWER_MS = 1_000;
/** All connections of a node are to be back before the browsers that it has connect again. */
const RETRY_MS = 250;
export const REDIS_TIMEOUT_MS = 8_000;

/**
 * Connects to what the nodes share. What is asked of it rejects at once while it is away, and it comes back by itself.
 * One that says nothing for `timeoutMs` is given up, as if it had closed the connection.
 * @throws NodeError when it does not answer now.
 */
export async function openRedis(
  url: string,
  { log, timeoutMs }: { log: Logger; timeoutMs: number },
): Promise<Redis> {
  const redis = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    commandTimeout: ANSWER_MS,
    maxRetriesPerRequest: 1,
    keepAlive: 10_000,
    socketTimeout: timeoutMs,
    retryStrategy: () => RETRY_MS,
  });
  let last: Error | undefined;
  redis.on('error', (error) => {
    last = error;
    log.error({ err: error }, 'redis');
  });
  try {
    await redis.connect();
  } catch (error) {
    redis.disconnect();
    throw NodeError.away('Redis (REDIS_URL)', last ?? error);
  }
  return redis;
}

/** A connection of its own to the same Redis whose commands wait, as reading a stream does. */
export const patient = (redis: Redis): Redis =>
  redis
    .duplicate({ enableOfflineQueue: true, commandTimeout: undefined })
    // The other one tells of the same.
    .on('error', () => {});
