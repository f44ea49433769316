/**
 * Measures the time from sending a message to its arrival at the other player, at 200 connected pairs, against a bare
 * Socket.IO server with one insert on the same database (`bench/messages-baseline.ts`), in turn. Prints the ratios and writes them
 * into docs/measurements.md.
 */
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Socket } from 'socket.io-client';
import { median } from './load.ts';
import { writeMeasurements } from './report.ts';
import { type Env, runScript, startServer } from './server.ts';
import { onBothDatabases, reportMissedTargets } from './sites.ts';
import { openBareSocket, openSiteSocket, percentile } from './sockets.ts';

const PAIRS = 200;
const ROUNDS = 11;
const SECONDS = 5;
const AIM = 2;
/** So that no two messages are the same. */
let messageCount = 0;

type Pair = { ids: [number, number]; sockets: [Socket, Socket] };
type Figures = { p50: number; p99: number };

const missedTargets: string[] = [];
const rows = await onBothDatabases((what, envOf) => onDatabase(what, what === 'embedded' ? 20 : 100, envOf));
writeMeasurements(
  'messages',
  [
    `From sending a message to its arrival, ms: ${PAIRS} pairs of players connected, so many messages a second evenly among`,
    `them whether or not the last ones have arrived; ${ROUNDS} rounds of ${SECONDS} s in turn,`,
    `medians; ${availableParallelism()} processors shared by players, server and database. The bare server is \`bench/messages-baseline.ts\`:`,
    `Socket.IO, one insert, forwarded. Aim on PostgreSQL: at most ${AIM} times as long.`,
    '',
    '| database | messages/s | bare p50 | bare p99 | p50 | p99 | ratio p50 | ratio p99 |',
    '|---|---|---|---|---|---|---|---|',
    ...rows,
    '',
    ...reportMissedTargets(missedTargets),
  ].join('\n'),
);
process.exit();

async function onDatabase(what: string, perSecond: number, envOf: (name: string) => Env): Promise<string> {
  const env = { ...envOf('site'), SEED: 'none', RATE_LIMITS: 'off', LOG_LEVEL: 'warn' };
  const tokens = JSON.parse(
    runScript('bench/fight-data.ts', { ...env, SIGNED_IN: String(2 * PAIRS) }),
  ) as string[];
  const site = await startServer('server/src/main.ts', env);
  const bare = await startServer('bench/messages-baseline.ts', envOf('bare'));
  try {
    const targets = [
      await connect((userId) => openBareSocket(bare.url, userId)),
      await connect((userId) => openSiteSocket(site.url, tokens[userId - 1])),
    ];
    const results: Figures[][] = [[], []];
    for (let round = 0; round <= ROUNDS; round++)
      for (const [index, pairs] of targets.entries()) {
        const figures = await measure(pairs, perSecond);
        // The first round warms up.
        if (round > 0) results[index]?.push(figures);
      }
    for (const { sockets } of targets.flat()) for (const socket of sockets) socket.disconnect();
    const [bareFigures = [], own = []] = results;
    const of = (figures: Figures[], which: keyof Figures) => median(figures.map((each) => each[which]));
    const ratio = (which: keyof Figures) => {
      const times = of(own, which) / of(bareFigures, which);
      if (what === 'PostgreSQL' && times > AIM)
        missedTargets.push(`${which} on ${what} takes ${times.toFixed(2)} times as long`);
      return times.toFixed(2);
    };
    const times = [bareFigures, own].flatMap((figures) => [
      of(figures, 'p50').toFixed(2),
      of(figures, 'p99').toFixed(2),
    ]);
    const row = `| ${[what, perSecond, ...times, ratio('p50'), ratio('p99')].join(' | ')} |`;
    console.log(row);
    return row;
  } finally {
    await Promise.all([site.stop(), bare.stop()]);
  }
}

async function connect(open: (userId: number) => Promise<Socket>): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (let n = 1; n <= PAIRS; n++) {
    const ids: [number, number] = [n, n + PAIRS];
    pairs.push({ ids, sockets: [await open(ids[0]), await open(ids[1])] });
  }
  return pairs;
}

/** Sends evenly in time, whether or not the last ones have arrived; each pair in turn, and each side of it. */
async function measure(pairs: Pair[], perSecond: number): Promise<Figures> {
  const count = perSecond * SECONDS;
  const times: Promise<number>[] = [];
  const begun = performance.now();
  for (let n = 0; n < count; n++) {
    const wait = begun + (n * 1000) / perSecond - performance.now();
    if (wait > 0) await sleep(wait);
    const { ids, sockets } = pairs[n % PAIRS] as Pair;
    const from = Math.floor(n / PAIRS) % 2 === 0 ? 0 : 1;
    const to = from === 0 ? 1 : 0;
    times.push(sendOne(sockets[from], sockets[to], { senderId: ids[from], receiverId: ids[to] }));
  }
  const all = await Promise.all(times);
  return { p50: percentile(all, 0.5), p99: percentile(all, 0.99) };
}

function sendOne(from: Socket, to: Socket, ids: { senderId: number; receiverId: number }): Promise<number> {
  const text = `A clean strike, and well defended: ${messageCount++}`;
  return new Promise((resolve, reject) => {
    const since = performance.now();
    const hear = (message: { text: string }) => {
      if (message.text !== text) return;
      to.off('private message', hear);
      resolve(performance.now() - since);
    };
    to.on('private message', hear);
    from.emit(
      'private message',
      { ...ids, text, clientTempId: text.slice(-20) },
      (answer: { ok: boolean; message: unknown }) => {
        if (!answer.ok) reject(new Error(`A message was refused: ${String(answer.message)}`));
      },
    );
  });
}
