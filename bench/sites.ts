import { join } from 'node:path';
import { findServices, type RunningServices, startServices } from '../scripts/testing/services.ts';
import { runAsOwner } from '../server/src/testing/database.ts';
import { median, PLAYERS, type Throughput } from './load.ts';
import { type Env, headersOf, startServer, temporaryFolder } from './server.ts';

/** A site on a database that was filled for a measurement, with the headers of those who ask. */
export type BenchSite = {
  url: string;
  headers: Record<string, string>[];
  tokens: string[];
  /** Seconds that filling it took. */
  madeIn: number;
  stop: () => Promise<void>;
};

/** What every site of a measurement has. */
export const SESSION_SECRET = 'only-for-this-measurement-0123456789';

/** Starts PostgreSQL and Redis for a measurement; where they are not on this machine, that is said, and nothing measured. */
export async function startOwnServices({ durable = true } = {}): Promise<RunningServices> {
  const engines = findServices();
  if (engines !== null) return startServices(engines, { durable });
  console.log('skipped: PostgreSQL is not on this machine');
  process.exit();
}

/**
 * Measures on the embedded database, and on PostgreSQL where its address is `given` or it is on this machine; `envOf`
 * says what a server of that name runs on. Answers what was measured on each.
 */
export async function onBothDatabases<T>(
  measureOn: (what: 'embedded' | 'PostgreSQL', envOf: (name: string) => Env) => Promise<T>,
  given?: string,
): Promise<T[]> {
  const dataDir = (name: string) => ({ DATA_DIR: join(temporaryFolder(), name) });
  const results = [await measureOn('embedded', dataDir)];
  const engines = findServices();
  if (given === undefined && engines === null) {
    console.log('skipped: PostgreSQL is not on this machine');
    return results;
  }
  const running =
    given === undefined && engines !== null ? await startServices(engines, { durable: true }) : null;
  const env = { DATABASE_URL: given ?? running?.databaseUrl ?? '', SESSION_SECRET };
  results.push(await measureOn('PostgreSQL', (name) => ({ ...env, ...dataDir(name) })));
  await running?.stop();
  return results;
}

/** Makes an empty database on a running PostgreSQL, or a copy of another one there; answers its address. */
export async function createDatabase(onto: string, name: string, of = 'template1'): Promise<string> {
  await runAsOwner(onto, `create database ${name} template ${of}`);
  const url = new URL(onto);
  url.pathname = `/${name}`;
  return url.href;
}

/** Starts the server on a database, filled by `fill`, which answers the tokens of those who ask. */
export async function startBenchSite(
  databaseUrl: string,
  fill: () => Promise<string[]>,
  env: Env = {},
): Promise<BenchSite> {
  const since = performance.now();
  const tokens = await fill();
  const madeIn = (performance.now() - since) / 1000;
  console.log(`${databaseUrl.split('/').at(-1)} filled in ${madeIn.toFixed(1)} s`);
  const { url, stop } = await startServer('server/src/main.ts', {
    DATA_DIR: temporaryFolder(),
    DATABASE_URL: databaseUrl,
    SESSION_SECRET,
    SEED: 'none',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    ...env,
  });
  const headers: Record<string, string>[] = [];
  for (let first = 0; first < tokens.length; first += PLAYERS)
    headers.push(
      ...(await Promise.all(
        tokens.slice(first, first + PLAYERS).map(async (token) => ({
          ...(await headersOf(url, token)),
          'content-type': 'application/json',
        })),
      )),
    );
  return { url, headers, tokens, madeIn, stop };
}

/** Headers of a request without a body. */
export function withoutContentType(headers: Record<string, string> = {}): Record<string, string> {
  const { 'content-type': _, ...others } = headers;
  return others;
}

/** What is asked of a site in each round; `n` counts the rounds, `site` the sites, the smallest first. */
export type ReadRequest = {
  name: string;
  method?: string;
  body?: (n: number, site: number) => string;
  path: (n: number, site: number) => string;
  /** Whose headers it is asked with. */
  as?: number;
};

/** How many times as long a read may take among most as among fewest. */
export const MAX_GROWTH = 1.3;

const WARM_UP = 30;

/** Lines of the report that name what missed its aim; the exit code says it too. */
export function reportMissedTargets(missed: readonly string[]): string[] {
  if (missed.length > 0) process.exitCode = 1;
  return missed.map((one) => `**Misses its aim**: ${one}.`);
}

/**
 * Rows of a table, and what grows too much: median ms of so many answers of each of several sites, the smallest first, in turn, one at a time, and
 * how many times as long the largest takes as the smallest.
 */
export async function measureGrowth(
  sites: readonly BenchSite[],
  cases: readonly ReadRequest[],
  calls: number,
): Promise<string[]> {
  const rows: string[] = [];
  const missed: string[] = [];
  for (const { name, method = 'GET', body, path, as = 0 } of cases) {
    const times = sites.map((): number[] => []);
    for (let round = 0; round < WARM_UP + calls; round++)
      for (const [index, { url, headers }] of sites.entries()) {
        const since = performance.now();
        const answer = await fetch(url + path(round, index), {
          method,
          headers: body ? (headers[as] ?? {}) : withoutContentType(headers[as]),
          ...(body && { body: body(round, index) }),
        });
        await answer.arrayBuffer();
        if (!answer.ok) throw new Error(`${path(round, index)} answered ${answer.status}`);
        if (round >= WARM_UP) times[index]?.push(performance.now() - since);
      }
    const medians = times.map(median);
    const ratio = (medians.at(-1) ?? 0) / (medians[0] ?? 1);
    rows.push(`| ${[name, ...[...medians, ratio].map((figure) => figure.toFixed(2))].join(' | ')} |`);
    console.log(rows.at(-1));
    if (ratio > MAX_GROWTH) missed.push(`${name} takes ${ratio.toFixed(2)} times as long`);
  }
  return [...rows, '', ...reportMissedTargets(missed)];
}

/** The head of such a table, by names of the sites. */
export const tableHead = (names: readonly string[]): string[] => [
  `| ${['call', ...names, 'ratio'].join(' | ')} |`,
  `|${'---|'.repeat(names.length + 2)}`,
];

type Comparison = { name: string; to: string; aim: number | null };

/** A table of answers a second against those of another target, what misses its aim, and what was not counted. */
export function compareThroughput(
  results: ReadonlyMap<string, Throughput>,
  compared: readonly Comparison[],
): string[] {
  const speed = (name: string) => median(results.get(name)?.perSecond ?? []);
  const bad = [...results].filter(([, result]) => result.bad > 0);
  const missed = compared
    .filter(({ name, to, aim }) => aim !== null && speed(name) < aim * speed(to))
    .map(({ name }) => name);
  return [
    '| call | answers/s | compared to, answers/s | ratio | aim |',
    '|---|---|---|---|---|',
    ...compared.map(({ name, to, aim }) => {
      const ratio = (speed(name) / speed(to)).toFixed(2);
      return `| ${name} | ${Math.round(speed(name))} | ${to}, ${Math.round(speed(to))} | ${ratio} | ${aim ?? ''} |`;
    }),
    '',
    ...reportMissedTargets(missed),
    ...bad.map(
      ([name, { bad: count, statuses }]) => `${name}: ${count} not counted (${statuses.join(', ')}).`,
    ),
  ];
}
