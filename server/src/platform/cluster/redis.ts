import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { NodeError } from './node-lock.ts';

/** A request does not wait for a Redis that is slow: then the node counts by itself. */
const COMMAND_TIMEOUT_MS = 1_000;
/** All connections of a node are to be back before the browsers that it has connect again. */
const RETRY_MS = 250;
/** It is not there, or not yet; anything else, as a wrong password or certificate, is for whoever set the site up. */
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
 * Connects to what the nodes share. What is asked of it rejects at once while it is away, and it comes back by itself.
 * One that says nothing for `timeoutMs` is given up, as if it had closed the connection. A node starts without one that is
 * away, or a site whose Redis is lost would lose each node that ends meanwhile.
 * @throws NodeError when it refuses this node, or is not who it should be.
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
  let last: NodeJS.ErrnoException | undefined;
  redis.on('error', (error) => {
    last = error;
    log.error({ err: error }, 'redis');
  });
  try {
    await redis.connect();
  } catch (error) {
    if (last?.code && UNREACHABLE_CODES.has(last.code))
      log.error('starting without Redis (REDIS_URL), which does not respond');
    else {
      redis.disconnect();
      throw NodeError.unavailable('Redis (REDIS_URL)', last ?? error);
    }
  }
  return redis;
}

/**
 * A connection of its own to the same Redis whose commands wait, as reading a stream does, and until it is there: what is
 * heard by it is asked for once.
 */
export const blockingConnection = (redis: Redis): Redis =>
  redis
    .duplicate({
      lazyConnect: false,
      enableOfflineQueue: true,
      commandTimeout: undefined,
      maxRetriesPerRequest: null,
    })
    // The other one tells of the same.
    .on('error', () => {});
