/**
 * Measures GET /api/profiles with every kind of filter among many players and among few, on a throw-away PostgreSQL of
 * this machine: `node bench/directory.ts [many]`. Prints the ratios and writes them into docs/measurements.md.
 */
import pg from 'pg';
import { findEngines, startEngines } from '../scripts/testing/engines.ts';
import { makeCrowd, RARE, USUAL } from './crowd.ts';
import { median } from './load.ts';
import { writeMeasurements } from './report.ts';
import { folder, headersOf, startServer } from './server.ts';

const FEW = 10_000;
const MANY = Number(process.argv[2] ?? 1_000_000);
const WARM_UP = 40;
const ROUNDS = 300;
const AIM = 1.3;

const CASES = [
  { name: 'first page', query: '' },
  { name: 'far page', query: 'cursor=5000' },
  { name: 'from level 10', query: 'minLevel=10' },
  { name: 'from level 30', query: 'minLevel=30' },
  { name: '1 letter', query: 'search=k' },
  { name: '2 letters, common', query: 'search=or' },
  { name: '2 letters, rare', query: `search=${RARE.slice(1)}` },
  { name: '3 letters, common', query: 'search=tho' },
  { name: '3 letters, across syllables', query: 'search=rka' },
  { name: '3 letters, digits', query: 'search=123' },
  { name: '3 letters, in ten names', query: `search=${RARE}` },
  { name: '3 letters, in no name', query: 'search=qxj' },
  { name: '6 letters, in every fiftieth name', query: `search=${USUAL}` },
  { name: '6 letters, in no name', query: 'search=thorqq' },
  { name: '3 letters, common, from level 10', query: 'search=tho&minLevel=10' },
  { name: '3 letters, in ten names, from level 10', query: `search=${RARE}&minLevel=10` },
  { name: '3 letters, in no name, from level 10', query: 'search=qxj&minLevel=10' },
  { name: '6 letters, in every fiftieth name, from level 10', query: `search=${USUAL}&minLevel=10` },
];

type Site = { url: string; cookie: string; madeIn: number; stop: () => Promise<void> };

const engines = findEngines();
if (engines === null) {
  console.log('skipped: PostgreSQL is not on this machine');
  process.exit();
}
const running = await startEngines(engines);
const [few, many] = [await openSite(FEW), await openSite(MANY)];
const rows: string[] = [];
let worst = 0;
for (const { name, query } of CASES) {
  const { times, found } = await measureBoth(`/api/profiles?${query}`);
  const [small, large] = times.map((each) => median(each));
  const ratio = (large ?? 0) / (small ?? 1);
  worst = Math.max(worst, ratio);
  rows.push(
    `| ${name} | ${found.join(', ')} | ${small?.toFixed(2)} | ${large?.toFixed(2)} | ${ratio.toFixed(2)} |`,
  );
  console.log(rows.at(-1));
}
await Promise.all([few.stop(), many.stop()]);
await running.stop();
writeMeasurements(
  'directory',
  [
    `GET /api/profiles among ${FEW.toLocaleString('en')} and ${MANY.toLocaleString('en')} players on PostgreSQL: median ms of`,
    `${ROUNDS} answers each, in turn, one at a time, the way there and back included. The players were made in`,
    `${many.madeIn.toFixed(0)} s. The worst ratio is ${worst.toFixed(2)}; at most ${AIM}.`,
    '',
    `| filter | players on the page, of both | ${FEW.toLocaleString('en')} | ${MANY.toLocaleString('en')} | ratio |`,
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n'),
);

async function openSite(players: number): Promise<Site> {
  const url = new URL(running.databaseUrl);
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(`create database crowd_${players}`);
  await client.end();
  url.pathname = `/crowd_${players}`;
  const since = performance.now();
  const token = await makeCrowd(url.href, players);
  const madeIn = (performance.now() - since) / 1000;
  console.log(`${players} players made in ${madeIn.toFixed(1)} s`);
  const server = await startServer('server/src/main.ts', {
    DATA_DIR: folder(),
    DATABASE_URL: url.href,
    SESSION_SECRET: 'only-for-this-measurement-0123456789',
    SEED: 'none',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
  });
  const { cookie } = await headersOf(server.url, token);
  return { url: server.url, cookie, madeIn, stop: server.stop };
}

/** Milliseconds of each answer and how many players it has, of the few and of the many. */
async function measureBoth(path: string): Promise<{ times: [number[], number[]]; found: number[] }> {
  const times: [number[], number[]] = [[], []];
  const found = [0, 0];
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    for (const [index, { url, cookie }] of [few, many].entries()) {
      const since = performance.now();
      const answer = await fetch(url + path, { headers: { cookie } });
      found[index] = ((await answer.json()) as unknown[]).length;
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
      if (round >= 0) times[index]?.push(performance.now() - since);
    }
  }
  return { times, found };
}
