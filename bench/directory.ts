/**
 * Measures GET /api/profiles with every kind of filter among few players, ten times as many
 * and many, on a throw-away PostgreSQL of this machine: `node bench/directory.ts [many]`. Prints the ratios and writes them into docs/measurements.md.
 */

import { median } from './load.ts';
import { COMMON_SUBSTRING, fillPlayers, RARE_SUBSTRING } from './player-data.ts';
import { writeMeasurements } from './report.ts';
import {
  type BenchSite,
  createDatabase,
  startBenchSite,
  startOwnServices,
  withoutContentType,
} from './sites.ts';

const SMALL_SIZE = 10_000;
const LARGE_SIZE = Number(process.argv[2] ?? 1_000_000);
const SIZES = [SMALL_SIZE, 10 * SMALL_SIZE, LARGE_SIZE];
const WARM_UP = 40;
const ROUNDS = 300;
const TARGET_MS = 1.3;

const CASES = [
  { name: 'first page', query: '' },
  { name: 'far page', query: 'cursor=5000' },
  { name: 'from level 10', query: 'minLevel=10' },
  { name: 'from level 30', query: 'minLevel=30' },
  { name: '1 letter', query: 'search=k' },
  { name: '2 letters, common', query: 'search=or' },
  { name: '2 letters, rare', query: `search=${RARE_SUBSTRING.slice(1)}` },
  { name: '3 letters, common', query: 'search=tho' },
  { name: '3 letters, across syllables', query: 'search=rka' },
  { name: '3 letters, digits', query: 'search=123' },
  { name: '3 letters, in ten names', query: `search=${RARE_SUBSTRING}` },
  { name: '3 letters, in no name', query: 'search=qxj' },
  { name: '6 letters, in every fiftieth name', query: `search=${COMMON_SUBSTRING}` },
  { name: '6 letters, in no name', query: 'search=thorqq' },
  { name: '3 letters, common, from level 10', query: 'search=tho&minLevel=10' },
  { name: '3 letters, in ten names, from level 10', query: `search=${RARE_SUBSTRING}&minLevel=10` },
  { name: '3 letters, in no name, from level 10', query: 'search=qxj&minLevel=10' },
  {
    name: '6 letters, in every fiftieth name, from level 10',
    query: `search=${COMMON_SUBSTRING}&minLevel=10`,
  },
];

const running = await startOwnServices({ durable: false });
const sites: BenchSite[] = [];
for (const size of SIZES) {
  const databaseUrl = await createDatabase(running.databaseUrl, `crowd_${size}`);
  sites.push(await startBenchSite(databaseUrl, async () => [await fillPlayers(databaseUrl, size)]));
}
const rows: string[] = [];
let slowest = 0;
for (const { name, query } of CASES) {
  const { times, found } = await measureAll(`/api/profiles?${query}`);
  const medians = times.map(median);
  const ratio = (medians.at(-1) ?? 0) / (medians[0] ?? 1);
  slowest = Math.max(slowest, ratio);
  const figures = [...medians, ratio].map((figure) => figure.toFixed(2));
  rows.push(`| ${[name, found.join(', '), ...figures].join(' | ')} |`);
  console.log(rows.at(-1));
}
await Promise.all(sites.map((site) => site.stop()));
await running.stop();
writeMeasurements(
  'directory',
  [
    `GET /api/profiles among so many players on PostgreSQL: median ms of ${ROUNDS} answers each, in turn, one at a time,`,
    `the way there and back included. Most were made in ${sites.at(-1)?.madeIn.toFixed(0)} s. The worst ratio is`,
    `${slowest.toFixed(2)}; at most ${TARGET_MS}.`,
    '',
    `| filter | players on the page | ${SIZES.map((size) => size.toLocaleString('en')).join(' | ')} | ratio |`,
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n'),
);

/** Milliseconds of each answer and how many players it has, of each site. */
async function measureAll(path: string): Promise<{ times: number[][]; found: number[] }> {
  const times = sites.map((): number[] => []);
  const found = sites.map(() => 0);
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    for (const [index, { url, headers }] of sites.entries()) {
      const since = performance.now();
      const answer = await fetch(url + path, { headers: withoutContentType(headers[0]) });
      found[index] = ((await answer.json()) as unknown[]).length;
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
      if (round >= 0) times[index]?.push(performance.now() - since);
    }
  }
  return { times, found };
}
