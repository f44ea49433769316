/**
 * Measures the time from saying a line in the lobby to its arrival at the last of 1,000 sockets on one node, against a
 * bare Socket.IO broadcast that stores nothing (`bench/lobby-baseline.ts`), in turn. Prints the ratios and writes them into
 * docs/measurements.md.
 */
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Socket } from 'socket.io-client';
import { median } from './load.ts';
import { writeMeasurements } from './report.ts';
import { type Env, runScript, startServer } from './server.ts';
import { onBothDatabases, reportMissedTargets } from './sites.ts';
import { openBareSocket, openSiteSocket, percentile } from './sockets.ts';

const SOCKETS = 1_000;
const ROUNDS = 5;
const LINES = 100;
/** Between two lines, so that one is over when the next begins. */
const PAUSE_MS = 40;
const AIM = 1.3;

type Figures = { p50: number; p99: number };
let said = 0;

const missedTargets: string[] = [];
const rows = await onBothDatabases(onDatabase);
writeMeasurements(
  'lobby',
  [
    `From saying a line in the lobby to its arrival at the last of ${SOCKETS.toLocaleString('en')} players on one node, ms:`,
    `${ROUNDS} rounds of ${LINES} lines in turn, one line at a time, each by another player; medians of the rounds;`,
    `${availableParallelism()} processors shared by all players (one process), server and database. The bare server is`,
    `\`bench/lobby-baseline.ts\`: Socket.IO's own broadcast, nothing checked, nothing stored. Aim: at most ${AIM} times as long.`,
    '',
    '| database | bare p50 | bare p99 | p50 | p99 | ratio p50 | ratio p99 |',
    '|---|---|---|---|---|---|---|',
    ...rows,
    '',
    ...reportMissedTargets(missedTargets),
  ].join('\n'),
);
process.exit();

async function onDatabase(what: string, envOf: (name: string) => Env): Promise<string> {
  const env = { ...envOf('site'), SEED: 'none', RATE_LIMITS: 'off', LOG_LEVEL: 'warn' };
  const tokens = JSON.parse(
    runScript('bench/fight-data.ts', { ...env, SIGNED_IN: String(SOCKETS) }),
  ) as string[];
  const site = await startServer('server/src/main.ts', env);
  const bare = await startServer('bench/lobby-baseline.ts', {});
  try {
    const targets: Socket[][] = [[], []];
    for (let n = 0; n < SOCKETS; n++) {
      targets[0]?.push(await openBareSocket(bare.url, n));
      targets[1]?.push(await openSiteSocket(site.url, tokens[n]));
    }
    const results: Figures[][] = [[], []];
    for (let round = 0; round <= ROUNDS; round++)
      for (const [index, sockets] of targets.entries()) {
        const figures = await measure(sockets, round * LINES);
        // The first round warms up.
        if (round > 0) results[index]?.push(figures);
      }
    for (const socket of targets.flat()) socket.disconnect();
    const [bareFigures = [], own = []] = results;
    const of = (figures: Figures[], which: keyof Figures) => median(figures.map((each) => each[which]));
    const ratio = (which: keyof Figures) => {
      const times = of(own, which) / of(bareFigures, which);
      if (times > AIM) missedTargets.push(`${which} on ${what} takes ${times.toFixed(2)} times as long`);
      return times.toFixed(2);
    };
    const times = [bareFigures, own].flatMap((figures) => [
      of(figures, 'p50').toFixed(1),
      of(figures, 'p99').toFixed(1),
    ]);
    const row = `| ${[what, ...times, ratio('p50'), ratio('p99')].join(' | ')} |`;
    console.log(row);
    return row;
  } finally {
    await Promise.all([site.stop(), bare.stop()]);
  }
}

/** Says one line after the other, each by the next player. */
async function measure(sockets: readonly Socket[], first: number): Promise<Figures> {
  const times: number[] = [];
  for (let n = 0; n < LINES; n++) {
    times.push(await sendOne(sockets, sockets[(first + n) % sockets.length] as Socket));
    await sleep(PAUSE_MS);
  }
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}

/** How long (ms) it takes until the last has heard it. */
function sendOne(sockets: readonly Socket[], from: Socket): Promise<number> {
  const text = `Hail to all ${sockets.length} of you: ${said++}`;
  return new Promise((resolve, reject) => {
    let waiting = sockets.length;
    let since = 0;
    const hear = (line: { text: string }) => {
      if (line.text !== text || --waiting > 0) return;
      for (const socket of sockets) socket.off('chat message', hear);
      resolve(performance.now() - since);
    };
    for (const socket of sockets) socket.on('chat message', hear);
    since = performance.now();
    from.emit('chat message', { text }, (answer: { ok: boolean; message?: string }) => {
      if (!answer.ok) reject(new Error(`A line was refused: ${answer.message}`));
    });
  });
}
