import { setTimeout as sleep } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { type Measurement, unlessQuick } from './options.ts';
import { type Figure, figures, median, percentile } from './report.ts';
import { type Env, startServer } from './server.ts';
import { available, type DatabaseName, databaseEnv, openSite } from './site.ts';

type Options = {
  /** Private messages go from each player to the one half of all away, chat messages to all. */
  event: 'private message' | 'chat message';
  players: number;
  /** Messages of a round, and how many a second are sent, whether or not the last ones have arrived. */
  count: number;
  perSecond: Record<DatabaseName, number>;
  rounds: number;
  /** How many times as long as on the bare server delivery may take. */
  aims: Partial<Record<DatabaseName, number>>;
};
type Sent = { since: number; missing: number; from: Socket; resolve: (ms: number) => void };

export const connected = (socket: Socket): Promise<Socket> =>
  new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket));
    socket.once('connect_error', reject);
  });

/** Open a socket of each player: by the session in its headers on a site, by its id on the bare server. */
export async function openSockets(url: string, players: number, headers: Env[] = []): Promise<Socket[]> {
  const options = { transports: ['websocket'], forceNew: true, reconnection: false };
  const sockets: Socket[] = [];
  for (let userId = 1; userId <= players; userId++) {
    const extraHeaders = headers[userId - 1] ?? {};
    sockets.push(await connected(io(url, { ...options, auth: { userId }, extraHeaders })));
  }
  return sockets;
}

/** Measure the time from sending a message to its arrival at the last receiver, in turn with the bare server. */
export const delivery =
  ({ event, players, perSecond, rounds, aims, ...full }: Options): Measurement =>
  async () => {
    const rows: Figure[] = [];
    const count = unlessQuick(full.count, 20);
    for (const database of available(['embedded', 'PostgreSQL'])) {
      const site = await openSite(database, { players, signedIn: players });
      const bare = await startServer('bench/bare-server.ts', await databaseEnv(database));
      const groups = [await openSockets(bare.url, players)];
      groups.push(await openSockets(site.url, players, site.headers));
      const times: number[][][] = [[], []];
      // The first round warms up.
      for (let round = 0; round <= unlessQuick(rounds, 1); round++)
        for (const [index, sockets] of groups.entries()) {
          const found = await sendRound(event, sockets, round * count, count, perSecond[database]);
          if (round > 0) times[index]?.push(found);
        }
      for (const socket of groups.flat()) socket.disconnect();
      await Promise.all([site.stop(), bare.stop()]);
      for (const share of [0.5, 0.99]) {
        const [bare, own] = times.map((rounds) => median(rounds.map((one) => percentile(one, share))));
        const name = `${database}, ${perSecond[database]} a second, p${share * 100}`;
        rows.push([name, own ?? Number.NaN, aims[database], bare ?? Number.NaN]);
      }
    }
    return [
      '',
      `Ms from sending a ${event} to its arrival at the last receiver: ${players} players, all in one process and connected`,
      `to one node, ${rounds} rounds of ${count} messages in turn with the bare server, medians of the rounds.`,
      '',
      ...figures(rows),
    ];
  };

/** Send messages evenly in time and return the ms until each has arrived. */
async function sendRound(
  event: Options['event'],
  sockets: readonly Socket[],
  first: number,
  count: number,
  perSecond: number,
): Promise<number[]> {
  const waiting = new Map<string, Sent>();
  const isPrivate = event === 'private message';
  for (const socket of sockets)
    socket.on(event, ({ text }: { text: string }) => {
      const sent = waiting.get(text);
      // A private message also returns to its sender.
      if (!sent || (isPrivate && socket === sent.from) || --sent.missing > 0) return;
      sent.resolve(performance.now() - sent.since);
    });
  const sendOne = async (n: number): Promise<number> => {
    await sleep(((n - first) * 1_000) / perSecond);
    const [index, text] = [n % sockets.length, `Well struck, and well defended: ${n}`];
    const [from, receiverId] = [sockets[index]!, 1 + ((index + sockets.length / 2) % sockets.length)];
    const ids = isPrivate && { senderId: index + 1, receiverId, clientTempId: `bench-${n}` };
    return new Promise((resolve, reject) => {
      const missing = isPrivate ? 1 : sockets.length;
      waiting.set(text, { since: performance.now(), missing, from, resolve });
      from.emit(event, { text, ...ids }, (answer: { ok: boolean; message?: unknown }) => {
        if (!answer.ok) reject(new Error(`${event}: ${answer.message}`));
      });
    });
  };
  const all = await Promise.all(Array.from({ length: count }, (_, n) => sendOne(first + n)));
  for (const socket of sockets) socket.off(event);
  return all;
}
