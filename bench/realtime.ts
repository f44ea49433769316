import { setTimeout as sleep } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { randomizeReconnection } from '../shared/src/reconnection.ts';
import { SOCKET_LIMITS } from '../shared/src/socket-limits.ts';
import { type Figure, figures, type Measurement, median, percentile, unlessQuick } from './report.ts';
import { paced, sendCase, sendOk } from './requests.ts';
import { type DatabaseName, type Env, openSite, startBareServer, usageOf, useServices } from './site.ts';

/** SQL that gives characters so much health and energy that no fight defeats or exhausts them. */
export const STRONG = 'health = 100000000, max_health = 100000000, energy = 1000000';

/** Return the socket when it is connected. */
export const connected = (socket: Socket): Promise<Socket> =>
  new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket));
    socket.once('connect_error', reject);
  });

/** Open a socket for each player. The site identifies players by session headers, and the bare server by player ids. */
export async function openSockets(url: string, players: number, headers: Env[] = []): Promise<Socket[]> {
  const options = { transports: ['websocket'], forceNew: true, reconnection: false };
  const sockets: Socket[] = [];
  for (let userId = 1; userId <= players; userId++) {
    const extraHeaders = headers[userId - 1] ?? {};
    sockets.push(await connected(io(url, { ...options, auth: { userId }, extraHeaders })));
  }
  return sockets;
}

/** Emit an event and return the acknowledgement. */
export const emit = (socket: Socket, event: string, body: object): Promise<{ ok: boolean; code?: string }> =>
  socket.timeout(10_000).emitWithAck(event, body);

/**
 * Return the time in ms from calling `send` until all sockets have received the event. With `text`, the event must have
 * this text.
 */
async function timeUntilReceived(
  sockets: readonly Socket[],
  event: string,
  send: () => Promise<unknown>,
  text?: string,
): Promise<number> {
  const waiting = new Set(sockets);
  const { promise, resolve } = Promise.withResolvers<number>();
  const listeners = sockets.map((socket) => (body: { text?: string }) => {
    if (text === undefined || body.text === text) waiting.delete(socket);
    if (waiting.size === 0) resolve(performance.now());
  });
  for (const [index, socket] of sockets.entries()) socket.on(event, listeners[index]!);
  const since = performance.now();
  const sent = send();
  const time = (await promise) - since;
  for (const [index, socket] of sockets.entries()) socket.off(event, listeners[index]);
  await sent;
  return time;
}

/** Number of rounds, number of deliveries in each round, and the constant rate at which deliveries start. */
type Rounds = { rounds: number; count: number; perSecond: number };
/** Performs delivery number n, and returns how long it took in ms. */
type Deliver = (n: number) => Promise<number>;

/**
 * Measure deliveries by the bare server and by the site in alternating rounds, after one round of each as a warm-up.
 * Return the medians of the rounds' p50 and p99. For each of these figures, `aims` has the maximum ratio of the site's
 * value to the bare server's value.
 */
async function compareRounds(
  name: string,
  { rounds, count, perSecond }: Rounds,
  deliver: { bare: Deliver; site: Deliver },
  aims: readonly (number | undefined)[],
): Promise<Figure[]> {
  const times = { bare: [] as number[][], site: [] as number[][] };
  for (let round = 0; round <= rounds; round++)
    for (const server of ['bare', 'site'] as const) {
      const found = await paced(count, perSecond, (n) => deliver[server](round * count + n));
      if (round > 0) times[server].push(found);
    }
  return [0.5, 0.99].map((share, index) => {
    const [bare, site] = [times.bare, times.site].map((all) =>
      median(all.map((found) => percentile(found, share))),
    ) as [number, number];
    return [`${name}, p${share * 100}`, site, aims[index], bare];
  });
}

/**
 * Each player sends private messages to one other player, or chat messages to all players. `aim` is the maximum ratio
 * of the site's delivery time to the bare server's delivery time.
 */
type DeliveryOptions = Rounds & {
  event: 'private message' | 'chat message';
  players: number;
  on: readonly DatabaseName[];
  aim: number;
};

/** Measure the time from sending a message to its arrival at the last recipient, and the CPU time of the node. */
export const delivery =
  (options: DeliveryOptions): Measurement =>
  async () => {
    const { event, players, on, perSecond, aim } = options;
    const [rounds, count] = [unlessQuick(options.rounds, 1), unlessQuick(options.count, 20)];
    const isPrivate = event === 'private message';
    const deliverTo =
      (sockets: readonly Socket[]): Deliver =>
      async (n) => {
        const [sender, receiver] = [n % players, (n + players / 2) % players];
        const text = `Well struck, and well defended: ${n}`;
        const ids = { senderId: sender + 1, receiverId: receiver + 1, clientTempId: `bench-${n}` };
        const send = async () => {
          const answer = await emit(sockets[sender]!, event, { text, ...(isPrivate && ids) });
          if (!answer.ok) throw new Error(`${event}: ${answer.code}`);
        };
        return timeUntilReceived(isPrivate ? [sockets[receiver]!] : sockets, event, send, text);
      };
    const rows: Figure[] = [];
    for (const database of on) {
      const site = await openSite(database, { players, signedIn: players });
      const bare = await startBareServer();
      const bareSockets = await openSockets(bare.url, players);
      const sockets = await openSockets(site.url, players, site.headers);
      const deliver = { bare: deliverTo(bareSockets), site: deliverTo(sockets) };
      rows.push(...(await compareRounds(database, { rounds, count, perSecond }, deliver, [aim, aim])));
      const { cpu } = await usageOf(site.url);
      await paced(count, perSecond, (n) => deliver.site((rounds + 1) * count + n));
      const used = (1e6 * ((await usageOf(site.url)).cpu - cpu)) / count;
      rows.push([`${database}, CPU time of the node per message, with idle time, µs`, used]);
      for (const socket of [...bareSockets, ...sockets]) socket.disconnect();
      await Promise.all([site.stop(), bare.stop()]);
    }
    return [
      `Ms from sending a ${event} to its arrival at the last recipient: ${players} players in one process, connected to one`,
      `node, ${rounds} rounds of ${count} messages, ${perSecond} per second, alternating with the bare server, medians of the rounds.`,
      '',
      ...figures(rows),
    ];
  };

/**
 * Measure the time from sending the second choice of a live exchange until both players' sockets have the result.
 * The bare server updates one row and sends it to both players. A round completes one exchange in each fight.
 */
export const liveFights: Measurement = async () => {
  const [fights, rounds, perSecond] = [unlessQuick(150, 20), unlessQuick(7, 2), 40];
  const players = 2 * fights;
  const site = await openSite('PostgreSQL', { players: 5_000, signedIn: players, character: STRONG });
  const bare = await startBareServer();
  const playersOf = (n: number) => [2 * (n % fights) + 1, 2 * (n % fights) + 2] as const;
  const open = (id: number, opponentId: number) =>
    sendCase({ request: `GET /api/combat/{id}?opponentId=${opponentId}` }, site, {
      n: 0,
      id,
      size: players,
    });
  const choose = (id: number, defenderId: number, move: string) => {
    const attack = { request: 'POST /api/combat/attack', body: { defenderId, move } };
    return sendCase(attack, site, { n: 0, id, size: players });
  };
  const bareSockets = await openSockets(bare.url, players);
  for (let n = 0; n < fights; n++) await open(...playersOf(n));
  const sockets = await openSockets(site.url, players, site.headers);
  for (let n = 0; n < fights; n++) await open(playersOf(n)[1], playersOf(n)[0]);
  const socketsOf = (n: number, all: readonly Socket[]) => playersOf(n).map((id) => all[id - 1]!);
  const deliver = {
    bare: (n: number) => {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ ids: playersOf(n) });
      const relay = () => sendOk(bare.url, { method: 'POST', path: '/relay', headers, body });
      return timeUntilReceived(socketsOf(n, bareSockets), 'relay', relay);
    },
    site: async (n: number) => {
      const [one, other] = playersOf(n);
      await choose(one, other, 'guard');
      const chooseOther = () => choose(other, one, 'feint');
      return timeUntilReceived(socketsOf(n, sockets), 'combatLogAppend', chooseOther);
    },
  };
  const load = { rounds, count: fights, perSecond };
  const rows = await compareRounds('live exchange', load, deliver, [undefined, 1.5]);
  for (const socket of [...bareSockets, ...sockets]) socket.disconnect();
  await Promise.all([site.stop(), bare.stop()]);
  return [
    `Ms from sending the second choice of a live exchange until both browsers have the result: ${fights} fights,`,
    `${perSecond} exchanges per second, medians of ${rounds} rounds alternating with the bare server.`,
    '',
    ...figures(rows),
  ];
};

/** Measure how clients reconnect to the other node of a site when their node is killed. */
export const reconnects: Measurement = async () => {
  const count = unlessQuick(3_000, 100);
  const settings = { REDIS_URL: (await useServices()).redisUrl, RATE_LIMITS: 'on', TRUST_PROXY: '1' };
  const site = await openSite('PostgreSQL', { players: count, signedIn: count }, settings);
  const other = await site.addNode();
  const sockets = await openSockets(site.url, count, site.headers);
  const reconnected = sockets.map((socket) => {
    socket.io.reconnection(true);
    socket.io.timeout(SOCKET_LIMITS.timeoutMs);
    randomizeReconnection(socket);
    // Make the socket reconnect to the other node, as it would through a proxy.
    (socket.io as unknown as { uri: string }).uri = other.url;
    let [lostAt, dialedAt] = [0, 0];
    socket.once('disconnect', () => {
      lostAt = performance.now();
    });
    socket.io.on('reconnect_attempt', () => {
      dialedAt = performance.now();
    });
    return new Promise<{ sinceDialed: number; sinceLost: number }>((resolve) => {
      socket.once('connect', () => {
        const now = performance.now();
        resolve({ sinceDialed: now - dialedAt, sinceLost: now - lostAt });
      });
    });
  });
  await sleep(unlessQuick(5_000, 500));
  // Query the usage to reset the maximum lag.
  await usageOf(other.url);
  process.kill(site.pid, 'SIGKILL');
  const times = await Promise.all(reconnected);
  const { maxLag } = await usageOf(other.url);
  for (const socket of sockets) socket.disconnect();
  await Promise.all([site.stop(), other.stop()]);
  const p99 = (key: 'sinceDialed' | 'sinceLost') =>
    percentile(
      times.map((time) => time[key]),
      0.99,
    );
  return [
    `${count.toLocaleString('en')} clients of a killed node reconnect to another node.`,
    '',
    ...figures([
      ['from the connection attempt to the connection, p99, ms', p99('sinceDialed'), 1_000],
      ['from the loss to the connection, p99, ms', p99('sinceLost'), 6_000],
      ['event loop lag of the other node, maximum, ms', maxLag * 1_000, 200],
    ]),
  ];
};
