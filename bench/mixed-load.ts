import { setTimeout as sleep } from 'node:timers/promises';
import type { Socket } from 'socket.io-client';
import { type DataOptions, inWords } from './data.ts';
import { connected, emit, openSockets } from './realtime.ts';
import { figures, type Measurement, percentile, table, unlessQuick } from './report.ts';
import { fillIn, paced, type RequestCase, requestsOf, send } from './requests.ts';
import { openSite, usageOf } from './site.ts';

/** An action that a player takes: a request or a socket event. `share` is its percentage of all actions. */
export type Action = { share: number } & (RequestCase | { event: string; body: object });
type Options = { players: number; data: DataOptions & { posts: number }; actions: readonly Action[] };
type Entry = { name: string; ms: number; status: number | string };

/**
 * Duration of the warm-up and of the measurement. The warm-up is not measured, because during this time, Node.js still
 * compiles code, and each database connection plans its first statements.
 */
const [WARM_UP_SECONDS, SECONDS] = [unlessQuick(30, 2), unlessQuick(120, 10)];
/** Time between two actions of a player, in s. */
const THINK_SECONDS = 10;
/** Statuses and codes with which the game rejects an action that comes too early or too often. */
const REJECTIONS: unknown[] = [409, 429, 'conflict', 'tooOften'];
const isDone = ({ status }: Entry) => Number(status) < 300;
const isRejected = ({ status }: Entry) => REJECTIONS.includes(status);
const isFailed = (entry: Entry) => !isDone(entry) && !isRejected(entry);

/**
 * Measure a server while all players take actions in turn, and then while all players reconnect after losing their
 * connections.
 */
export const mixedLoad =
  ({ data, actions, players }: Options): Measurement =>
  async () => {
    const size = data.posts;
    const count = unlessQuick(players, 100);
    const settings = { RATE_LIMITS: 'on', TRUST_PROXY: '1' };
    const site = await openSite('PostgreSQL', { ...data, signedIn: count }, settings);
    const log: Entry[] = [];
    const choices = actions.flatMap((action) => Array.from({ length: action.share }, () => action));
    const perSecond = count / THINK_SECONDS;
    /** Maps each player to the last request that prepared an action, such as the request that opens a fight. */
    const prepared = new Map<number, string>();

    async function record(name: string, work: () => Promise<number | string>): Promise<void> {
      const since = performance.now();
      const status = await work().catch((error) => String(error.cause ?? error));
      log.push({ name, ms: performance.now() - since, status });
    }
    async function request(id: number, each: RequestCase, n = 0): Promise<void> {
      for (const one of requestsOf(each, site, { n, id, size }))
        await record(each.request, async () => (await send(site.url, one)).status);
    }
    /** Perform action number n. In each round, every player acts once. The actions change from round to round. */
    async function act(sockets: readonly Socket[], n: number): Promise<void> {
      const id = 1 + (n % count);
      const action = choices[((n + Math.floor(n / count)) * 37) % choices.length]!;
      if ('event' in action)
        return record(action.event, async () => {
          const body = JSON.parse(fillIn(JSON.stringify(action.body), { n, id, size }));
          const answer = await emit(sockets[id - 1]!, action.event, body);
          return answer.ok ? 200 : `${answer.code}`;
        });
      const before = action.before && fillIn(action.before, { n, id, size });
      if (action.before && before && prepared.get(id) !== before) {
        await request(id, { request: action.before }, n);
        prepared.set(id, before);
      }
      await request(id, action, n);
    }
    const disconnect = (sockets: readonly Socket[]) => sockets.map((socket) => socket.disconnect());
    const measureIdle = () => sleep(unlessQuick(10_000, 500)).then(() => usageOf(site.url));

    const first = await openSockets(site.url, count / 10, site.headers);
    await Promise.all(first.map((_, index) => request(index + 1, { request: 'GET /api/dashboard' })));
    disconnect(first);
    const empty = await measureIdle();
    const sockets = await openSockets(site.url, count, site.headers);
    const held = await measureIdle();
    const warmUp = WARM_UP_SECONDS * perSecond;
    await paced(warmUp, perSecond, (n) => act(sockets, n));
    log.length = 0;
    const begun = await usageOf(site.url);
    await paced(SECONDS * perSecond, perSecond, (n) => act(sockets, warmUp + n));
    const ended = await usageOf(site.url);

    const lostAt = new Date().toISOString();
    disconnect(sockets);
    await sleep(2_000);
    const since = performance.now();
    const missed = [`GET /api/dms/sync?since=${lostAt}`, 'GET /api/notifications/unread-counts'];
    const reconnect = async (socket: Socket, index: number) => {
      await record('reconnect', () => connected(socket.connect()).then(() => 200));
      for (const read of missed) await request(index + 1, { request: read });
    };
    await Promise.all(sockets.map(reconnect));
    const reconnected = (performance.now() - since) / 1_000;
    disconnect(sockets);
    await site.stop();

    const times = Object.entries(Object.groupBy(log, ({ name }) => name)).map(([name, entries = []]) => {
      const done = entries.filter(isDone).map(({ ms }) => ms);
      const failures = new Set(entries.filter(isFailed).map(({ status }) => status));
      const rejected = entries.filter(isRejected).length;
      return [name, done.length, percentile(done, 0.99), rejected, [...failures].join(', ')];
    });
    const cores = (from: number, to: number) => (to - from) / (ended.at - begun.at);
    return [
      `${count} players are connected to one node with PostgreSQL, and each acts every ${THINK_SECONDS} s, for ${SECONDS} s`,
      `after ${WARM_UP_SECONDS} s of warm-up. Rate limits are on, and there are ${inWords(data)}. Times are in ms until the response or the`,
      'acknowledgement. "Rejected" counts actions that come too early or too often for the rules of the game.',
      '',
      ...table(['action', 'done', 'p99', 'rejected', 'failed with'], times.sort()),
      '',
      ...figures([
        ['failures under load and during the reconnect', log.filter(isFailed).length, 0],
        ['CPU cores used by the server', cores(begun.cpu, ended.cpu)],
        ['CPU cores used by PostgreSQL', cores(begun.databaseCpu, ended.databaseCpu)],
        ['memory per socket, KB', (held.memory - empty.memory) / count / 1e3, 60],
        ['time until all have reconnected, s', reconnected, 10],
      ]),
    ];
  };
