import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Socket } from 'socket.io-client';
import { fastRandom } from '../shared/src/fights/random.ts';
import { type DataOptions, inWords } from './data.ts';
import { connected, openSockets } from './delivery.ts';
import { figures, type Measurement, percentile, table, unlessQuick } from './report.ts';
import { ACTION, fillIn, type RequestCase, requestsOf, send } from './requests.ts';
import { available, openSite } from './site.ts';

/** An action that a player takes: a request or a socket event. `share` is its percentage of all actions. */
export type Action = { share: number } & (RequestCase | { event: string; body: object });
/**
 * `aims` has the maximum memory per socket in KB, and the maximum time until all players have reconnected in seconds.
 */
type Options = {
  players: number;
  posts: number;
  data: (posts: number) => DataOptions;
  actions: readonly Action[];
  aims: { socketKb: number; reconnectSeconds: number };
};
type Player = { id: number; socket: Socket; actions: number; before?: string };
type Entry = { name: string; ms: number; status: number | string };

/**
 * Duration of the warm-up and of the measurement. The warm-up is not measured, because during this time, Node.js still
 * compiles code, and each database connection plans its first statements.
 */
const [WARM_UP_SECONDS, SECONDS] = [unlessQuick(30, 2), unlessQuick(120, 10)];
/** Average pause between two actions of a player, in ms. */
const THINK_MS = 10_000;
const SETTLE_MS = unlessQuick(10_000, 500);
/** Statuses and codes with which the game rejects an action that comes too early or too often. */
const REJECTIONS: unknown[] = [409, 429, 'conflict', 'tooOften'];

/**
 * Measure a server while all players take actions with pauses, and then while all players reconnect after
 * losing their connections.
 */
export const mixedLoad =
  ({ posts, data, actions, aims, ...full }: Options): Measurement =>
  async () => {
    if (available(['PostgreSQL']).length === 0) return [];
    const count = unlessQuick(full.players, 100);
    const options = { ...data(posts), signedIn: count };
    const site = await openSite('PostgreSQL', options, { RATE_LIMITS: 'on', TRUST_PROXY: '1' });
    const log: Entry[] = [];
    const choices = actions.flatMap((action) => Array.from({ length: action.share }, () => action));

    async function record(name: string, work: () => Promise<number | string>): Promise<void> {
      const since = performance.now();
      const status = await work().catch((error) => String(error.cause ?? error));
      log.push({ name, ms: performance.now() - since, status });
    }
    async function request({ id }: Player, each: RequestCase, n = 0): Promise<void> {
      for (const one of requestsOf(each, site, { n, id, size: posts }))
        await record(each.request, async () => (await send(site.url, one)).status);
    }
    async function act(player: Player, action: Action): Promise<void> {
      const { id, socket } = player;
      const n = Math.floor((player.actions + fastRandom(id)(player.actions, 0)) * ACTION);
      if ('event' in action)
        return record(action.event, async () => {
          const body = JSON.parse(fillIn(JSON.stringify(action.body), { n, id, size: posts }));
          const answer = await socket.timeout(10_000).emitWithAck(action.event, body);
          return answer.ok ? 200 : answer.code;
        });
      const before = action.before && fillIn(action.before, { n, id, size: posts });
      if (action.before && before !== player.before) await request(player, { request: action.before }, n);
      player.before = before ?? player.before;
      await request(player, action, n);
    }
    async function play(player: Player, until: number): Promise<void> {
      const random = fastRandom(player.id);
      for (;;) {
        player.actions++;
        await sleep(-Math.log(1 - random(player.actions, 1)) * THINK_MS);
        if (performance.now() > until) return;
        const action = choices[Math.floor(random(player.actions, 2) * choices.length)];
        if (action) await act(player, action);
      }
    }
    const connect = async (players: number): Promise<Player[]> => {
      const sockets = await openSockets(site.url, players, site.headers);
      return sockets.map((socket, index) => ({ id: index + 1, socket, actions: 0 }));
    };

    const disconnect = (players: readonly Player[]) => players.map(({ socket }) => socket.disconnect());
    const measureIdle = () => sleep(SETTLE_MS).then(() => usageOf(site.url));

    const first = await connect(count / 10);
    await Promise.all(first.map((player) => request(player, { request: 'GET /api/dashboard' })));
    disconnect(first);
    const empty = await measureIdle();
    const players = await connect(count);
    const held = await measureIdle();
    const until = performance.now() + (WARM_UP_SECONDS + SECONDS) * 1_000;
    const playing = players.map((player) => play(player, until));
    await sleep(WARM_UP_SECONDS * 1_000);
    log.length = 0;
    const begun = await usageOf(site.url);
    await Promise.all(playing);
    const ended = await usageOf(site.url);
    const load = log.splice(0);

    const lostAt = new Date().toISOString();
    disconnect(players);
    await sleep(2_000);
    const since = performance.now();
    const missed = [`GET /api/dms/sync?since=${lostAt}`, 'GET /api/notifications/unread-counts'];
    const reconnect = async (player: Player) => {
      await record('reconnect', () => connected(player.socket.connect()).then(() => 200));
      for (const read of missed) await request(player, { request: read });
    };
    await Promise.all(players.map(reconnect));
    const reconnected = (performance.now() - since) / 1_000;
    disconnect(players);
    await site.stop();

    const isDone = ({ status }: Entry) => Number(status) < 300;
    const isRejected = ({ status }: Entry) => REJECTIONS.includes(status);
    const isFailed = (entry: Entry) => !isDone(entry) && !isRejected(entry);
    const all = [...load, ...log];
    const times = Object.entries(Object.groupBy(all, ({ name }) => name)).map(([name, entries = []]) => {
      const done = entries.filter(isDone).map(({ ms }) => ms);
      const percentiles = [0.5, 0.95, 0.99].map((share) => percentile(done, share));
      const failures = new Set(entries.filter(isFailed).map(({ status }) => status));
      return [name, done.length, ...percentiles, entries.filter(isRejected).length, [...failures].join(', ')];
    });
    return [
      `${count} players are connected to one node with PostgreSQL, and each acts every ${THINK_MS / 1_000} s on average, for ${SECONDS} s`,
      `after ${WARM_UP_SECONDS} s of warm-up. Rate limits are on, and there are ${inWords(data(posts))}. Times are in ms until the response or the`,
      'acknowledgement. "Rejected" counts actions that come too early or too often for the rules of the game.',
      '',
      ...table(['action', 'done', 'p50', 'p95', 'p99', 'rejected', 'failed with'], times.sort()),
      '',
      ...figures([
        ['actions per second', load.filter(isDone).length / SECONDS],
        ['failures under load and during the reconnect', all.filter(isFailed).length, 0],
        ['CPU cores used by the server', (ended.cpu - begun.cpu) / (ended.at - begun.at)],
        ['CPU cores used by PostgreSQL', (ended.databaseCpu - begun.databaseCpu) / (ended.at - begun.at)],
        ['event loop lag, p99, ms', ended.lag * 1_000],
        ['memory without connections, MB', empty.memory / 1e6],
        ['memory per socket, KB', (held.memory - empty.memory) / count / 1e3, aims.socketKb],
        ['memory at the end, MB', ended.memory / 1e6],
        ['time until all have reconnected, s', reconnected, aims.reconnectSeconds],
      ]),
    ];
  };

/**
 * Return the current time in s and the resource usage: the CPU time in s that the server and PostgreSQL have used so
 * far, the memory in bytes, and the event loop lag in s since the last call.
 */
export async function usageOf(url: string) {
  const text = await (await fetch(`${url}/metrics`)).text();
  const metric = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  const { stdout } = spawnSync('sh', ['-c', 'cat /proc/[0-9]*/stat 2>/dev/null'], { encoding: 'utf8' });
  // The four fields are the user and system time of a process and of its ended children, in hundredths of a second.
  // See proc(5).
  const ticks = [...stdout.matchAll(/\(postgres\) (?:\S+ ){11}(\d+) (\d+) (\d+) (\d+)/g)].flatMap((fields) =>
    fields.slice(1),
  );
  return {
    at: performance.now() / 1_000,
    cpu: metric('process_cpu_seconds_total'),
    databaseCpu: ticks.reduce((sum, one) => sum + Number(one) / 100, 0),
    memory: metric('process_resident_memory_bytes'),
    lag: metric('nodejs_eventloop_lag_p99_seconds'),
    maxLag: metric('nodejs_eventloop_lag_max_seconds'),
  };
}
