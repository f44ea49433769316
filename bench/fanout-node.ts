/**
 * Simulates a site's node that has no sockets. The node subscribes to the rooms of its players, publishes the
 * events of their actions, and exchanges the list of players with other nodes. The parent process sends a
 * `NodeOrder` and receives a `NodeUsage`.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Namespace, Server } from 'socket.io';
import { NodeRegistry } from '../server/src/platform/cluster/node-registry.ts';
import { PubSub } from '../server/src/platform/cluster/pub-sub.ts';
import { openRedis } from '../server/src/platform/cluster/redis.ts';
import { createLog } from '../server/src/platform/observability/log.ts';
import type { Metrics } from '../server/src/platform/observability/metrics.ts';
import { PubSubAdapter } from '../server/src/platform/realtime/cluster-adapter.ts';
import { fastRandom } from '../shared/src/fights/random.ts';

/**
 * The work of a node. Its players have the ids from `firstPlayer` to `firstPlayer + players - 1`. For `seconds`, it
 * performs `actionsPerSecond` actions per second. Each action sends events to one of the node's own players, and to one
 * of the `allPlayers` players on all nodes. With `toAll`, each action instead sends an event to all nodes.
 */
export type NodeOrder = {
  firstPlayer: number;
  players: number;
  allPlayers: number;
  actionsPerSecond: number;
  seconds: number;
  toAll?: boolean;
};
/**
 * A node's CPU time in s, the numbers of messages that it published and received, and the time in ms that each
 * message from the node to itself took.
 */
export type NodeUsage = { cpu: number; published: number; received: number; lags: number[] };

/** A payload as large as the events for an exchange in a live fight. */
const PAYLOAD = { text: 'x'.repeat(600) };
const TICK_MS = 10;
const PRESENCE_INTERVAL_MS = 2_000;

const log = createLog('silent');
const redis = await openRedis(process.env.REDIS_URL as string, { log, timeoutMs: 60_000 });
const usage: NodeUsage = { cpu: 0, published: 0, received: 0, lags: [] };
const metrics = {
  recordPublished: () => usage.published++,
  recordReceived: () => usage.received++,
  recordClusterLag: (ms: number) => usage.lags.push(ms),
} as unknown as Metrics;
const pubSub = new PubSub(redis, { log, metrics });
const io = new Server({
  adapter: function adapterOf(namespace: Namespace) {
    return new PubSubAdapter(namespace, pubSub, metrics);
  } as never,
});
const { adapter } = io.sockets;
const presence = new NodeRegistry(redis).sharedState<number[]>({ name: 'bench', ttlMs: 10_000 });

process.once('disconnect', () => process.exit());
process.once('message', async (order: NodeOrder) => {
  const { firstPlayer, players, allPlayers, actionsPerSecond, seconds, toAll = false } = order;
  const ids = Array.from({ length: players }, (_, n) => firstPlayer + n);
  for (const id of ids) adapter.addAll(`socket ${id}`, new Set([`user:${id}`, `viewing:${id}`]));
  // Redis processes commands in order, so it has already processed the subscriptions when this command
  // succeeds.
  await pubSub.subscribe('ready');
  process.send?.('ready');
  await new Promise((resolve) => process.once('message', resolve));
  const exchange = async () => {
    await presence.publish(ids);
    return new Set([...ids, ...presence.others().flat()]).size;
  };
  const exchanging = setInterval(() => void exchange(), PRESENCE_INTERVAL_MS);
  Object.assign(usage, { published: 0, received: 0, lags: [] });
  const before = process.cpuUsage();
  const begun = performance.now();
  const random = fastRandom(firstPlayer);
  for (let done = 0; performance.now() - begun < seconds * 1_000; ) {
    const due = ((performance.now() - begun) / 1_000) * actionsPerSecond;
    for (; done < due; done++) {
      if (toAll) io.emit('event', PAYLOAD);
      else
        for (const [of, from] of [
          [players, firstPlayer],
          [allPlayers, 0],
        ] as const)
          for (let event = 0; event < 2; event++)
            io.to(`user:${from + Math.floor(random(done, of) * of)}`).emit('event', PAYLOAD);
      // Run each action in its own turn of the event loop, like actions from different requests.
      await new Promise(setImmediate);
    }
    await sleep(TICK_MS);
  }
  const { user, system } = process.cpuUsage(before);
  clearInterval(exchanging);
  process.send?.({ ...usage, cpu: (user + system) / 1e6 });
});
