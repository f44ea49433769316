import pg from 'pg';
import { type Measured, median, PLAYERS } from './load.ts';
import { type Env, folder, headersOf, startServer } from './server.ts';

/** A site on a database that was filled for a measurement, with the headers of those who ask. */
export type BenchSite = {
  url: string;
  headers: Record<string, string>[];
  tokens: string[];
  /** Seconds that filling it took. */
  madeIn: number;
  stop: () => Promise<void>;
};

/** Makes an empty database on a running PostgreSQL; answers its address. */
export async function newDatabase(onto: string, name: string): Promise<string> {
  await asOwner(onto, `create database ${name}`);
  const url = new URL(onto);
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs one statement on a connection of its own; answers its rows. */
export async function asOwner<Row extends object>(databaseUrl: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<Row>(statement).finally(() => client.end());
  return rows;
}

/** Starts the server on a database, filled by `fill`, which answers the tokens of those who ask. */
export async function openSite(
  databaseUrl: string,
  fill: () => Promise<string[]>,
  env: Env = {},
): Promise<BenchSite> {
  const since = performance.now();
  const tokens = await fill();
  const madeIn = (performance.now() - since) / 1000;
  console.log(`${databaseUrl.split('/').at(-1)} filled in ${madeIn.toFixed(1)} s`);
  const { url, stop } = await startServer('server/src/main.ts', {
    DATA_DIR: folder(),
    DATABASE_URL: databaseUrl,
    SESSION_SECRET: 'only-for-this-measurement-0123456789',
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
export function withoutType(headers: Record<string, string> = {}): Record<string, string> {
  const { 'content-type': _, ...others } = headers;
  return others;
}

/** What is asked of a site in each round; `n` counts the rounds. */
export type Case = {
  name: string;
  method?: string;
  body?: (n: number, site: 0 | 1) => string;
  path: (n: number, site: 0 | 1) => string;
};

const WARM_UP = 30;

/** Rows of a table: median ms of so many answers of each of two sites, in turn, one at a time, and their ratio. */
export async function growth(
  sites: readonly [BenchSite, BenchSite],
  cases: readonly Case[],
  calls: number,
): Promise<string[]> {
  const rows: string[] = [];
  for (const { name, method = 'GET', body, path } of cases) {
    const times: [number[], number[]] = [[], []];
    for (let round = 0; round < WARM_UP + calls; round++)
      for (const index of [0, 1] as const) {
        const { url, headers } = sites[index];
        const since = performance.now();
        const answer = await fetch(url + path(round, index), {
          method,
          headers: body ? (headers[0] ?? {}) : withoutType(headers[0]),
          ...(body && { body: body(round, index) }),
        });
        await answer.arrayBuffer();
        if (!answer.ok) throw new Error(`${path(round, index)} answered ${answer.status}`);
        if (round >= WARM_UP) times[index].push(performance.now() - since);
      }
    const [small, large] = [median(times[0]), median(times[1])];
    rows.push(`| ${name} | ${small.toFixed(2)} | ${large.toFixed(2)} | ${(large / small).toFixed(2)} |`);
    console.log(rows.at(-1));
  }
  return rows;
}

export type Compared = { name: string; to: string; aim: number };

/** A table of answers a second against those of another target, and what was not counted. */
export function ratios(results: ReadonlyMap<string, Measured>, compared: readonly Compared[]): string[] {
  const speed = (name: string) => median(results.get(name)?.perSecond ?? []);
  const bad = [...results].filter(([, result]) => result.bad > 0);
  return [
    '| call | answers/s | compared to, answers/s | ratio | aim |',
    '|---|---|---|---|---|',
    ...compared.map(({ name, to, aim }) => {
      const ratio = (speed(name) / speed(to)).toFixed(2);
      return `| ${name} | ${Math.round(speed(name))} | ${to}, ${Math.round(speed(to))} | ${ratio} | ${aim} |`;
    }),
    '',
    ...bad.map(
      ([name, { bad: count, statuses }]) => `${name}: ${count} not counted (${statuses.join(', ')}).`,
    ),
  ];
}
