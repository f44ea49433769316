import { Redis } from 'ioredis';
import { pino } from 'pino';
import { afterEach, expect, it, vi } from 'vitest';
import { waitFor } from '../../../../scripts/testing/wait-for.ts';
import { openRedis } from '../cluster/redis.ts';
import { Metrics } from '../observability/metrics.ts';
import { ClusterAdapter, type SiteServer } from './cluster-adapter.ts';

const log = pino({ enabled: false });
const TRIM_INTERVAL_MS = 10_000;
const HOUR = 3_600_000;
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it.runIf(process.env.TEST_REDIS_URL)(
  'measures the clock of Redis only with fast responses, and not during an outage',
  async () => {
    const redis = await openRedis(process.env.TEST_REDIS_URL as string, { log, timeoutMs: 5_000 });
    const adapter = new ClusterAdapter(redis, log, new Metrics());
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
    let roundTripMs = 0;
    const time = vi.spyOn(Redis.prototype, 'time').mockImplementation(async () => {
      vi.setSystemTime(Date.now() + roundTripMs);
      return [(Date.now() + HOUR) / 1_000, 0];
    });
    const trims = vi.spyOn(Redis.prototype, 'xtrim').mockResolvedValue(0);
    /** Return by how much the stream is trimmed ahead of this node's clock, in hours. */
    const trimmedHours = () => {
      vi.advanceTimersByTime(TRIM_INTERVAL_MS);
      return (Number(trims.mock.lastCall?.[3]) - Date.now()) / HOUR;
    };
    roundTripMs = 2_000;
    adapter.start({ on: () => {}, sockets: { sockets: new Map() } } as unknown as SiteServer);
    await vi.waitFor(() => expect(time).toHaveResolvedTimes(1));
    roundTripMs = 0;
    expect(trimmedHours()).toBeCloseTo(0, 1);
    await vi.waitFor(() => expect(time).toHaveResolvedTimes(2));
    expect(trimmedHours()).toBeCloseTo(1, 1);

    vi.useRealTimers();
    const measured = time.mock.calls.length;
    adapter.close();
    redis.disconnect();
    await waitFor(() => expect(redis.status).toBe('end'));
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    adapter.start({ on: () => {}, sockets: { sockets: new Map() } } as unknown as SiteServer);
    vi.advanceTimersByTime(TRIM_INTERVAL_MS);
    expect(time).toHaveBeenCalledTimes(measured);
    adapter.close();
  },
);
