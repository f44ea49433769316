import { setTimeout as sleep } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { type Figure, figures, type Measurement, median, percentile, unlessQuick } from './report.ts';
import { type Env, startServer } from './server.ts';
import { available, type DatabaseName, databaseEnv, openSite } from './site.ts';

/**
 * Each player sends private messages to the player half the list away, or chat messages to all players. A round has
 * `count` messages. They are sent at a constant rate, even if earlier messages have not arrived. For each database,
 * `aims` contains the highest allowed ratio of the site's delivery time to the bare server's delivery time.
 */
type Options = {
  event: 'private message' | 'chat message';
  players: number;
  rounds: number;
  count: number;
  perSecond: Record<DatabaseName, number>;
  aims: Partial<Record<DatabaseName, number>>;
};

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

/**
 * Measure the time from sending a message to its arrival at the last recipient. Rounds on the site and on the bare
 * server alternate.
 */
export const delivery =
  (full: Options): Measurement =>
  async () => {
    const options = { ...full, rounds: unlessQuick(full.rounds, 1), count: unlessQuick(full.count, 20) };
    const { event, players, rounds, count, perSecond, aims } = options;
    const rows: Figure[] = [];
    for (const database of available(['embedded', 'PostgreSQL'])) {
      const site = await openSite(database, { players, signedIn: players });
      const bare = await startServer('bench/bare-server.ts', await databaseEnv(database));
      const groups = [await openSockets(bare.url, players)];
      groups.push(await openSockets(site.url, players, site.headers));
      const times: number[][][] = [[], []];
      // The first round is a warm-up.
      for (let round = 0; round <= rounds; round++)
        for (const [index, sockets] of groups.entries()) {
          const found = await sendRound(options, database, sockets, round);
          if (round > 0) times[index]?.push(found);
        }
      for (const socket of groups.flat()) socket.disconnect();
      await Promise.all([site.stop(), bare.stop()]);
      for (const share of [0.5, 0.99]) {
        const [bare, own] = times.map((rounds) => median(rounds.map((item) => percentile(item, share))));
        const name = `${database}, ${perSecond[database]} per second, p${share * 100}`;
        rows.push([name, own ?? Number.NaN, aims[database], bare ?? Number.NaN]);
      }
    }
    return [
      `Ms from sending a ${event} to its arrival at the last recipient: ${players} players in one process, connected to one`,
      `node, ${rounds} rounds of ${count} messages alternating with the bare server, medians of the rounds.`,
      '',
      ...figures(rows),
    ];
  };

/** Send messages at a constant rate and return the delivery time of each in ms. */
async function sendRound(
  { event, count, perSecond }: Options,
  database: DatabaseName,
  sockets: readonly Socket[],
  round: number,
): Promise<number[]> {
  const waiting = new Map<string, (receiver: Socket) => void>();
  const isPrivate = event === 'private message';
  for (const socket of sockets) socket.on(event, ({ text }: { text: string }) => waiting.get(text)?.(socket));
  const sendOne = async (n: number): Promise<number> => {
    await sleep((n * 1_000) / perSecond[database]);
    const [index, text] = [
      (round * count + n) % sockets.length,
      `Well struck, and well defended: ${round}, ${n}`,
    ];
    const [from, receiverId] = [sockets[index]!, 1 + ((index + sockets.length / 2) % sockets.length)];
    const ids = isPrivate && { senderId: index + 1, receiverId, clientTempId: text.slice(-20) };
    return new Promise((resolve, reject) => {
      const since = performance.now();
      let missing = isPrivate ? 1 : sockets.length;
      // The sender also receives a private message, so count only its arrival at the receiver.
      waiting.set(text, (receiver) => {
        if ((!isPrivate || receiver !== from) && --missing === 0) resolve(performance.now() - since);
      });
      from.emit(event, { text, ...ids }, (answer: { ok: boolean; message?: unknown }) => {
        if (!answer.ok) reject(new Error(`${event}: ${answer.message}`));
      });
    });
  };
  const all = await Promise.all(Array.from({ length: count }, (_, n) => sendOne(n)));
  for (const socket of sockets) socket.off(event);
  return all;
}
