import { setTimeout as sleep } from 'node:timers/promises';
import type { Socket } from 'socket.io-client';
import { openSockets } from './delivery.ts';
import { type Figure, figures, type Measurement, median, percentile, unlessQuick } from './report.ts';
import { sendOk } from './requests.ts';
import { startServer } from './server.ts';
import { available, databaseEnv, openSite } from './site.ts';

/** Each second, the players of `perSecond` fights make their choices. A round completes one exchange in each fight. */
type Options = { fights: number; rounds: number; perSecond: number; character: string; aim: number };
/** Return the ids of the two players of fight n. */
const playersOf = (n: number) => [2 * n + 1, 2 * n + 2] as const;

/**
 * Measure the time from sending the second choice of a live exchange until both browsers have the result.
 * Rounds on the site alternate with rounds on the bare server, which only stores and relays a request.
 */
export const liveFights =
  (options: Options): Measurement =>
  async () => {
    const { rounds: full, perSecond, character, aim } = options;
    const [fights, rounds] = [unlessQuick(options.fights, 20), unlessQuick(full, 2)];
    const rows: Figure[] = [];
    for (const database of available(['PostgreSQL'])) {
      const players = 2 * fights;
      const site = await openSite(database, { players: 5_000, signedIn: players, character });
      const bare = await startServer('bench/bare-server.ts', await databaseEnv(database));
      const request = (id: number, path: string, body?: object) =>
        sendOk(site.url, {
          method: body ? 'POST' : 'GET',
          path,
          headers: { ...site.headers[id - 1], ...(body && { 'content-type': 'application/json' }) },
          ...(body && { body: JSON.stringify(body) }),
        });
      const sockets = { bare: await openSockets(bare.url, players), site: [] as Socket[] };
      for (let n = 0; n < fights; n++) {
        const [one, other] = playersOf(n);
        await request(one, `/api/combat/${one}?opponentId=${other}`);
      }
      sockets.site = await openSockets(site.url, players, site.headers);
      for (let n = 0; n < fights; n++) {
        const [one, other] = playersOf(n);
        await request(other, `/api/combat/${other}?opponentId=${one}`);
      }
      const choose = (id: number, defenderId: number, move: string) =>
        request(id, '/api/combat/attack', { defenderId, move });
      const relay = (n: number) => {
        const body = JSON.stringify({ ids: playersOf(n) });
        const headers = { 'content-type': 'application/json' };
        return sendOk(bare.url, { method: 'POST', path: '/relay', headers, body });
      };
      const times: Record<keyof typeof sockets, number[][]> = { bare: [], site: [] };
      for (let round = 0; round <= rounds; round++) {
        const bareTimes = await paced(fights, perSecond, (n) =>
          timeUntilBoth(sockets.bare, n, 'relay', () => relay(n)),
        );
        const siteTimes = await paced(fights, perSecond, async (n) => {
          const [one, other] = playersOf(n);
          await choose(one, other, 'guard');
          return timeUntilBoth(sockets.site, n, 'combatLogAppend', () => choose(other, one, 'feint'));
        });
        // The first round is a warm-up.
        if (round === 0) continue;
        times.bare.push(bareTimes);
        times.site.push(siteTimes);
      }
      for (const socket of [...sockets.bare, ...sockets.site]) socket.disconnect();
      await Promise.all([site.stop(), bare.stop()]);
      for (const share of [0.5, 0.99]) {
        const [own, base] = [times.site, times.bare].map((all) =>
          median(all.map((one) => percentile(one, share))),
        );
        rows.push([
          `${database}, p${share * 100}`,
          own ?? Number.NaN,
          share === 0.99 ? aim : undefined,
          base!,
        ]);
      }
    }
    return [
      `Ms from sending the second choice of a live exchange until both browsers have the result: ${fights} fights,`,
      `${perSecond} exchanges per second, medians of ${rounds} rounds alternating with the bare server.`,
      '',
      ...figures(rows),
    ];
  };

/** Run `action` for 0 to `count` - 1 at a constant rate, and return its results. */
const paced = <T>(count: number, perSecond: number, action: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, n) => {
      await sleep((n * 1_000) / perSecond);
      return action(n);
    }),
  );

/** Return the time in ms from calling `send` until both players of a fight have received the event. */
async function timeUntilBoth(
  sockets: readonly Socket[],
  n: number,
  event: string,
  send: () => Promise<unknown>,
): Promise<number> {
  const received = playersOf(n).map(
    (id) => new Promise<void>((resolve) => sockets[id - 1]!.once(event, () => resolve())),
  );
  const since = performance.now();
  const sent = send();
  await Promise.all(received);
  const time = performance.now() - since;
  await sent;
  return time;
}
