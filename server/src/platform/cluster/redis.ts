import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { NodeError } from './node-lock.ts';

/**
 * Time limit in ms for a command. After this time, requests stop waiting for Redis, and rate limits count only the
 * requests to this node.
 */
const COMMAND_TIMEOUT_MS = 1_000;
/**
 * Delay in ms before reconnecting. It is short, so that all Redis connections of a node are open again before
 * browsers reconnect.
 */
const RETRY_MS = 250;
/**
 * Error codes of an unreachable Redis server. Other errors, such as a wrong password or certificate, are
 * configuration errors.
 */
const UNREACHABLE_CODES = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'ETIMEDOUT',
]);

/**
 * Connect to Redis. While Redis is down, commands reject immediately and the client reconnects automatically. After
 * `timeoutMs` without data, the connection counts as lost. A node can start while Redis is down, so that nodes can be
 * replaced during an outage.
 * @throws NodeError if Redis rejects this node, or if the certificate of Redis is not trusted.
 */
export async function openRedis(
  url: string,
  { log, timeoutMs }: { log: Logger; timeoutMs: number },
): Promise<Redis> {
  const redis = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    commandTimeout: COMMAND_TIMEOUT_MS,
    maxRetriesPerRequest: 1,
    keepAlive: 10_000,
    socketTimeout: timeoutMs,
    retryStrategy: () => RETRY_MS,
  });
  let lastError: NodeJS.ErrnoException | undefined;
  redis.on('error', (error) => {
    lastError = error;
    log.error({ err: error }, 'redis');
  });
  try {
    await redis.connect();
  } catch (error) {
    if (lastError?.code && UNREACHABLE_CODES.has(lastError.code))
      log.error('starting without Redis (REDIS_URL), which does not respond');
    else {
      redis.disconnect();
      throw NodeError.unavailable('Redis (REDIS_URL)', lastError ?? error);
    }
  }
  return redis;
}

/**
 * Open another connection to the same Redis server for publish/subscribe. Commands on the new connection wait until it
 * is established, and have no timeout.
 */
export const openPubSubConnection = (redis: Redis): Redis =>
  redis
    .duplicate({
      lazyConnect: false,
      enableOfflineQueue: true,
      commandTimeout: undefined,
      maxRetriesPerRequest: null,
    })
    // Ignore errors on this connection, because the first connection logs the same errors.
    .on('error', () => {});
