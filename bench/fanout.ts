import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openRedis } from '../server/src/platform/cluster/redis.ts';
import { createLog } from '../server/src/platform/observability/log.ts';
import type { NodeOrder, NodeUsage } from './fanout-node.ts';
import { type Figure, figures, type Measurement, percentile, table, unlessQuick } from './report.ts';
import { available, useServices } from './site.ts';

/**
 * `perSecond` is a player's number of actions per second. `playersPerNode` is the recommended number of players on a
 * node.
 */
type Options = {
  players: readonly number[];
  processes: readonly number[];
  perSecond: number;
  playersPerNode: number;
  aims: { uninvolved: number };
};
type Order = Omit<NodeOrder, 'firstPlayer' | 'allPlayers' | 'seconds'>;
/**
 * The load of a node: CPU time in cores, messages per second, and how long each message to itself took, in ms.
 */
type Load = { cores: number; published: number; received: number; lags: number[] };

const SECONDS = unlessQuick(10, 2);
const [FEW, MANY] = [unlessQuick(10_000, 200), unlessQuick(100_000, 1_000)];
const ACTIONS = unlessQuick(1_500, 200);
/** Interval in which nodes exchange their lists of players, in s. */
const EXCHANGE_SECONDS = 2;

/**
 * Run a node process for each order. Return the load of each node, and the CPU time of Redis in cores.
 */
async function runNodes(orders: readonly Order[]): Promise<{ nodes: Load[]; redis: number }> {
  const { redisUrl } = await useServices();
  const redis = await openRedis(redisUrl, { log: createLog('silent'), timeoutMs: 60_000 });
  await redis.flushall();
  const allPlayers = orders.reduce((sum, { players }) => sum + players, 0);
  let firstPlayer = 0;
  const processes = orders.map((order) => {
    const child = fork(join(import.meta.dirname, 'fanout-node.ts'), [], {
      env: { ...process.env, NODE_ENV: 'production', REDIS_URL: redisUrl },
    });
    child.send({ ...order, firstPlayer, allPlayers, seconds: SECONDS } satisfies NodeOrder);
    firstPlayer += order.players;
    return child;
  });
  await Promise.all(processes.map((child) => once(child, 'message')));
  await sleep(500);
  const [before, begun] = [await redisSeconds(redis), performance.now()];
  const usages = processes.map(async (child) => {
    child.send('start');
    return ((await once(child, 'message')) as [NodeUsage])[0];
  });
  const nodes = (await Promise.all(usages)).map(({ cpu, published, received, lags }) => ({
    cores: cpu / SECONDS,
    published: published / SECONDS,
    received: received / SECONDS,
    lags,
  }));
  const used = (await redisSeconds(redis)) - before;
  const elapsed = (performance.now() - begun) / 1_000;
  const ended = processes.map((child) => once(child, 'exit'));
  for (const child of processes) child.disconnect();
  await Promise.all(ended);
  redis.disconnect();
  return { nodes, redis: used / elapsed };
}

/** Return the CPU time that Redis has used, in s. */
async function redisSeconds(redis: Awaited<ReturnType<typeof openRedis>>): Promise<number> {
  const info = await redis.info('cpu');
  const of = (kind: string) => Number(new RegExp(`used_cpu_${kind}:(\\S+)`).exec(info)?.[1]);
  return of('user') + of('sys');
}

const evenly = (players: number, processes: number, actionsPerSecond: number): Order[] =>
  Array.from({ length: processes }, () => ({
    players: players / processes,
    actionsPerSecond: actionsPerSecond / processes,
  }));
const sumOf = (nodes: readonly Load[], key: 'cores' | 'published' | 'received') =>
  nodes.reduce((sum, node) => sum + node[key], 0);
const only = <T>(items: readonly T[], index: number): T => {
  const item = items[index];
  if (item === undefined) throw new Error(`There is no item ${index}`);
  return item;
};

/**
 * Measure the cost of events between nodes, and use it to calculate the load on larger sites. Check the
 * calculation with as many processes as this machine can run. The players of these processes are simulated
 * and have no sockets.
 */
export const fanout =
  ({ players, processes, perSecond, playersPerNode, aims }: Options): Measurement =>
  async () => {
    if (available(['PostgreSQL']).length === 0) return [];
    // Costs in core seconds. Each cost is computed from a pair of runs that differ only in their load.
    const acting = { players: FEW / 2, actionsPerSecond: ACTIONS };
    const silent = { players: FEW / 2, actionsPerSecond: 0 };
    const uninvolved = { players: 0, actionsPerSecond: 0 };
    const idle = await runNodes([silent, silent, uninvolved]);
    const busy = await runNodes([acting, acting, uninvolved]);
    const toAll = await runNodes([{ ...acting, toAll: true }, silent, uninvolved]);
    const oneSided = await runNodes([acting, silent]);
    const many = await runNodes(evenly(MANY, 2, 0));

    const coresOf = (run: { nodes: Load[] }, index: number) => only(run.nodes, index).cores;
    const events = 4 * 2 * ACTIONS;
    const perUninvolved = Math.max(0, coresOf(busy, 2) - coresOf(idle, 2)) / events;
    const perAll = (coresOf(toAll, 2) - coresOf(idle, 2)) / ACTIONS;
    const perAction = (coresOf(oneSided, 0) - coresOf(idle, 0)) / ACTIONS;
    const perReceived = (coresOf(oneSided, 1) - coresOf(idle, 1)) / only(oneSided.nodes, 1).received;
    const perListed = (coresOf(many, 0) * EXCHANGE_SECONDS) / MANY;
    const redisPerMessage = (busy.redis - idle.redis) / sumOf(busy.nodes, 'published');
    const redisPerListed = (many.redis * EXCHANGE_SECONDS) / MANY / 2;

    const exchange = (count: number) => (count * perListed) / EXCHANGE_SECONDS;
    const calculated = (count: number, nodes: number) => {
      const actions = count * perSecond;
      const remote = actions * (1 - 1 / nodes);
      return {
        exchange: nodes * exchange(count),
        nodes: nodes * (coresOf(idle, 2) + exchange(count)) + actions * perAction + remote * perReceived,
        redis:
          idle.redis + 2 * actions * redisPerMessage + (nodes * count * redisPerListed) / EXCHANGE_SECONDS,
      };
    };
    const checks: (string | number)[][] = [];
    for (const count of players.map((full) => unlessQuick(full, full / 100)))
      for (const n of processes) {
        const run = await runNodes(evenly(count, n, count * perSecond));
        const expected = calculated(count, n);
        const lag = percentile(
          run.nodes.flatMap(({ lags }) => lags),
          0.99,
        );
        checks.push([
          ...[count, n, sumOf(run.nodes, 'published'), expected.nodes, sumOf(run.nodes, 'cores')],
          ...[expected.redis, run.redis, lag],
        ]);
      }
    const nodesFor = (count: number) => Math.ceil(count / playersPerNode);
    let limit = playersPerNode;
    while (calculated(limit, nodesFor(limit)).redis < 1) limit += playersPerNode;
    const sizes = players.map((count) => {
      const nodes = nodesFor(count);
      const expected = calculated(count, nodes);
      return [count, nodes, (expected.nodes - expected.exchange) / nodes, exchange(count), expected.redis];
    });
    const micro = (name: string, seconds: number, aim?: number): Figure => [name, seconds * 1e6, aim];
    return [
      'CPU time in µs. Three processes exchange events of 600 bytes: an action sends two events to its player and two',
      'to another player.',
      '',
      ...figures([
        micro('event, on a node without a receiver', perUninvolved, aims.uninvolved),
        micro('event for all players, on a node without players', perAll),
        micro('action, on the node of its player', perAction),
        micro('message with two events, on the node of the other player', perReceived),
        micro('message, in Redis', redisPerMessage),
        micro('list of online players, per player in it, on each node', perListed),
        micro('list of online players, per player in it and node, in Redis', redisPerListed),
      ]),
      '',
      `CPU cores used, calculated from these costs and measured. Each player acts every ${1 / perSecond} s.`,
      '',
      ...table(
        [
          ...[
            'players',
            'processes',
            'messages/s',
            'nodes, calculated',
            'nodes, measured',
            'Redis, calculated',
          ],
          ...['Redis, measured', 'lag p99, ms'],
        ],
        checks,
      ),
      '',
      `Calculated for nodes with ${playersPerNode.toLocaleString('en')} players each, in CPU cores:`,
      '',
      ...table(['players', 'nodes', 'events, per node', 'lists of online players, per node', 'Redis'], sizes),
      '',
      `Redis would use a whole CPU core at ${limit.toLocaleString('en')} players.`,
    ];
  };
