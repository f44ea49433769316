import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { randomizeReconnection } from '../shared/src/reconnection.ts';
import { SOCKET_LIMITS } from '../shared/src/socket-limits.ts';
import { usageOf } from './mixed-load.ts';
import { type Figure, figures, type Measurement, percentile, unlessQuick } from './report.ts';
import type { Env, RunningServer } from './server.ts';
import { available, openSite, useServices } from './site.ts';

/**
 * `aims` are limits in ms. `dialMs` is the time from a connection attempt (dial) to the connection, `lagMs`
 * the lag of the event loop, and `lostMs` the time from the loss of the old connection to the new connection.
 */
type Options = { clients: number; aims: { dialMs: number; lagMs: number; lostMs: number } };
type Client = { socket: Socket; lostAt: number; dialedAt: number; connectedAt: number; reloadedAt: number };

/** The first requests of a page after a reconnect. */
const MISSED = ['/api/dms/sync?since={since}', '/api/notifications/unread-counts'];
const SETTLE_MS = unlessQuick(5_000, 500);
const [LOBBY_MESSAGES, LOBBY_MS] = [20, unlessQuick(5_000, 1_000)];

/** Measure how clients reconnect to the other node of a site when their node stops, and when it is killed. */
export const reconnects =
  ({ clients: full, aims }: Options): Measurement =>
  async () => {
    if (available(['PostgreSQL']).length === 0) return [];
    const count = unlessQuick(full, 100);
    const settings = { REDIS_URL: (await useServices()).redisUrl, RATE_LIMITS: 'on', TRUST_PROXY: '1' };
    const site = await openSite('PostgreSQL', { players: count, signedIn: count }, settings);
    let node: RunningServer = site;
    const tables: string[][] = [];
    const clients: Client[] = [];
    for (const headers of site.headers.slice(0, count)) clients.push(await connect(site.url, headers));
    for (const [end, requests] of [
      ['stopped', []],
      ['killed', []],
      ['killed', MISSED],
    ] as const) {
      const next = await site.addNode();
      for (const [index, client] of clients.entries())
        reconnectTo(client, next.url, requests, site.headers[index] ?? {});
      await sleep(SETTLE_MS);
      const before = { ...(await usageOf(next.url)), own: process.cpuUsage() };
      const begun = performance.now();
      if (end === 'stopped') await node.stop();
      else process.kill(node.pid, 'SIGKILL');
      while (clients.some(({ reloadedAt }) => reloadedAt < begun)) await sleep(50);
      const own = process.cpuUsage(before.own);
      const after = await usageOf(next.url);
      const elapsed = after.at - before.at;
      const p99 = (to: 'connectedAt' | 'reloadedAt', from: 'lostAt' | 'dialedAt') =>
        percentile(
          clients.map((client) => client[to] - client[from]),
          0.99,
        );
      // If the clients also send requests, the targets for the connection times do not apply.
      const { dialMs, lostMs } = requests.length > 0 ? {} : aims;
      const rows: Figure[] = [
        ['from the dial to the connection, p99, ms', p99('connectedAt', 'dialedAt'), dialMs],
        ['from the loss to the connection, p99, ms', p99('connectedAt', 'lostAt'), lostMs],
        ['event loop lag of the other node, p99, ms', after.lag * 1_000, aims.lagMs],
        ['event loop lag of the other node, maximum, ms', after.maxLag * 1_000, aims.lagMs],
        ['CPU cores used by the other node', (after.cpu - before.cpu) / elapsed],
        ['CPU cores used by PostgreSQL', (after.databaseCpu - before.databaseCpu) / elapsed],
        ['CPU cores used by the load generator', (own.user + own.system) / 1e6 / elapsed],
      ];
      if (requests.length > 0)
        rows.splice(2, 0, ['from the loss to the last response, p99, ms', p99('reloadedAt', 'lostAt')]);
      const then = requests.length > 0 ? `, and each client then sends ${requests.length} requests` : '';
      tables.push(['', `The node is ${end}${then}:`, '', ...figures(rows)]);
      node = next;
    }
    const perSocket = await lobbyCost(node.url, clients);
    for (const { socket } of clients) socket.disconnect();
    await node.stop();
    return [
      `${count.toLocaleString('en')} clients of one node reconnect to another node.`,
      ...tables.flat(),
      '',
      `A lobby message costs the node ${perSocket.toFixed(1)} µs per connected client.`,
    ];
  };

/**
 * Return the CPU time that a node needs for a lobby message, in µs per client. Each message has a different
 * sender.
 */
async function lobbyCost(url: string, clients: readonly Client[]): Promise<number> {
  await sleep(SETTLE_MS);
  const idle = await usageOf(url);
  await sleep(LOBBY_MS);
  const before = await usageOf(url);
  for (const { socket } of clients.slice(0, LOBBY_MESSAGES))
    await socket.emitWithAck('chat message', { text: 'Well struck' });
  await sleep(LOBBY_MS - (performance.now() - before.at * 1_000));
  const after = await usageOf(url);
  const cores = (one: typeof idle, other: typeof idle) => (other.cpu - one.cpu) / (other.at - one.at);
  const used = (cores(before, after) - cores(idle, before)) * (after.at - before.at);
  return (used * 1e6) / LOBBY_MESSAGES / clients.length;
}

/** Send requests on a few connections, as a proxy does. */
const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const get = (url: string, headers: Env): Promise<void> =>
  new Promise((resolve, reject) => {
    request(url, { agent, headers }, (response) => {
      response.resume().once('end', resolve);
      if (response.statusCode !== 200) reject(new Error(`GET ${url}: ${response.statusCode}`));
    })
      .once('error', reject)
      .end();
  });

async function connect(url: string, extraHeaders: Env): Promise<Client> {
  const socket = io(url, {
    transports: ['websocket'],
    forceNew: true,
    timeout: SOCKET_LIMITS.timeoutMs,
    extraHeaders,
  });
  randomizeReconnection(socket);
  const client: Client = { socket, lostAt: 0, dialedAt: 0, connectedAt: 0, reloadedAt: 0 };
  socket.on('disconnect', () => {
    client.lostAt = performance.now();
  });
  socket.io.on('reconnect_attempt', () => {
    client.dialedAt = performance.now();
  });
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  return client;
}

/** Make the client reconnect to another node, as through a proxy, and then load what it missed. */
function reconnectTo(client: Client, url: string, requests: readonly string[], headers: Env): void {
  const { socket } = client;
  (socket.io as unknown as { uri: string }).uri = url;
  socket.once('connect', async () => {
    client.connectedAt = performance.now();
    const since = new Date().toISOString();
    for (const path of requests) await get(url + path.replace('{since}', since), headers);
    client.reloadedAt = performance.now();
  });
}
