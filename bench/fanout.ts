import { NodeRegistry } from '../server/src/platform/cluster/node-registry.ts';
import { PubSub } from '../server/src/platform/cluster/pub-sub.ts';
import { openRedis } from '../server/src/platform/cluster/redis.ts';
import { createLog } from '../server/src/platform/observability/log.ts';
import type { Metrics } from '../server/src/platform/observability/metrics.ts';
import { figures, type Measurement, unlessQuick } from './report.ts';
import { paced } from './requests.ts';
import { useServices } from './site.ts';

/** A player's number of actions per second, and the recommended number of players on a node. */
const [ACTIONS_PER_SECOND, PLAYERS_PER_NODE] = [0.1, 2_000];

const SECONDS = unlessQuick(10, 2);
const MESSAGES_PER_SECOND = unlessQuick(3_000, 400);
/** Number of players who receive messages, and number of online players in the lists that two nodes exchange. */
const [RECEIVING, LISTED] = [unlessQuick(10_000, 200), unlessQuick(100_000, 1_000)];
/** How often the measurement exchanges these lists, and the interval in s at which real nodes exchange them. */
const [EXCHANGES, EXCHANGE_SECONDS] = [5, 2];
/**
 * Each action sends two messages: one to the acting player, and one to another player. `MESSAGE` is as long as two
 * events of a live fight.
 */
const [MESSAGES_PER_ACTION, MESSAGE] = [2, 'x'.repeat(1_500)];

/**
 * Measure the CPU time that Redis needs to connect two nodes, and calculate from this time how many players one Redis
 * can serve. Redis delivers a message only to the nodes whose players receive it.
 */
export const fanout: Measurement = async () => {
  const log = createLog('silent');
  const redis = await openRedis((await useServices()).redisUrl, { log, timeoutMs: 60_000 });
  const metrics = { recordPublished() {}, recordClusterLag() {} } as unknown as Metrics;
  const nodes = [0, 1].map(() => new PubSub(redis, { log, metrics }));
  const subscriptions = Array.from({ length: RECEIVING }, (_, id) => nodes[id % 2]?.subscribe(`user:${id}`));
  await Promise.all(subscriptions);
  const count = MESSAGES_PER_SECOND * SECONDS;
  const idle = await redisSecondsOf(redis, () => paced(count, MESSAGES_PER_SECOND, async () => {}));
  const busy = await redisSecondsOf(redis, () =>
    paced(count, MESSAGES_PER_SECOND, async (n) => {
      nodes[n % 2]?.publish(`user:${(Math.floor(n / 2) * 7_919) % RECEIVING}`, MESSAGE);
    }),
  );
  for (const node of nodes) node.close();
  const registry = new NodeRegistry(redis);
  const lists = nodes.map(() => registry.sharedState<number[]>({ name: 'bench', ttlMs: 60_000 }));
  const ids = Array.from({ length: LISTED / lists.length }, (_, id) => id);
  const listing = await redisSecondsOf(redis, async () => {
    for (let n = 0; n < EXCHANGES; n++) for (const list of lists) await list.publish(ids);
  });
  redis.disconnect();

  const perMessage = (busy - idle) / count;
  const perListed = listing / EXCHANGES / LISTED / lists.length;
  const coresFor = (players: number) => {
    const messages = players * ACTIONS_PER_SECOND * MESSAGES_PER_ACTION * perMessage;
    const listed = Math.ceil(players / PLAYERS_PER_NODE) * players * perListed;
    return idle / SECONDS + messages + listed / EXCHANGE_SECONDS;
  };
  let limit = PLAYERS_PER_NODE;
  while (coresFor(limit) < 1) limit += PLAYERS_PER_NODE;
  return [
    `CPU time of Redis, if each player acts every ${1 / ACTIONS_PER_SECOND} s, and each node has ${PLAYERS_PER_NODE} players.`,
    '',
    ...figures([
      ['message, µs', perMessage * 1e6],
      ['list of online players, per player in it and node, µs', perListed * 1e6],
      ['number of players at which Redis needs a whole CPU core', limit],
    ]),
  ];
};

/** Return the CPU time that Redis uses during `work`, in s. */
async function redisSecondsOf(
  redis: Awaited<ReturnType<typeof openRedis>>,
  work: () => Promise<unknown>,
): Promise<number> {
  const seconds = async () => {
    const info = await redis.info('cpu');
    const of = (kind: string) => Number(new RegExp(`used_cpu_${kind}:(\\S+)`).exec(info)?.[1]);
    return of('user') + of('sys');
  };
  const before = await seconds();
  await work();
  return (await seconds()) - before;
}
