import { findServices, type RunningServices, startServices } from '../scripts/testing/services.ts';
import { runAsOwner } from '../server/src/testing/database.ts';
import { type DataOptions, fillDatabase, inWords } from './data.ts';
import { type Env, type RunningServer, startServer, temporaryFolder } from './server.ts';

export type DatabaseName = 'embedded' | 'PostgreSQL';
/**
 * A server with generated data. `headers` has the request headers of players 1, 2, and so on. `filledIn` is the time in
 * seconds that generating the data took. `addNode` starts another node of the site. It needs Redis.
 */
export type Site = RunningServer & {
  headers: Env[];
  filledIn: number;
  addNode: () => Promise<RunningServer>;
};

let services: Promise<RunningServices> | undefined;
let databases = 0;

/** Return those of the named databases that this machine has. */
export function available(names: readonly DatabaseName[]): readonly DatabaseName[] {
  if (findServices() !== null) return names;
  console.log('skipped: PostgreSQL is not installed on this machine');
  return names.filter((name) => name === 'embedded');
}

/** Start PostgreSQL and Redis unless they are running. PostgreSQL writes to disk as on a real site. */
export function useServices(): Promise<RunningServices> {
  const found = findServices();
  if (found === null) throw new Error('PostgreSQL or Redis is not installed on this machine');
  services ??= startServices(found, { durable: true });
  return services;
}

/** Stop PostgreSQL and Redis if they were started. */
export const stopServices = async (): Promise<void> => (await services)?.stop();

/** Return the settings of a server with a new empty database. */
export async function databaseEnv(name: DatabaseName): Promise<Env> {
  const folder = { DATA_DIR: temporaryFolder(), SESSION_SECRET: 'only-for-this-measurement-0123456789' };
  if (name === 'embedded') return folder;
  const url = new URL((await useServices()).databaseUrl);
  const database = `bench_${++databases}`;
  await runAsOwner(url.href, `create database ${database}`);
  url.pathname = `/${database}`;
  return { ...folder, DATABASE_URL: url.href };
}

/** Start a server on a new database with generated data. */
export async function openSite(name: DatabaseName, data: DataOptions, settings: Env = {}): Promise<Site> {
  const since = performance.now();
  const env = { ...(await databaseEnv(name)), SEED: 'none', RATE_LIMITS: 'off', LOG_LEVEL: 'warn' };
  const tokens = await fillDatabase(env, data);
  const filledIn = (performance.now() - since) / 1_000;
  console.log(`${inWords(data)} generated in ${filledIn.toFixed(1)} s`);
  const start = (folder: Env = {}) => startServer('server/src/main.ts', { ...env, ...settings, ...folder });
  const server = await start();
  const headers: Env[] = [];
  for (const [index, token] of tokens.entries()) {
    const address = `198.51.${100 + (index >> 8)}.${index & 255}`;
    headers.push(await headersOf(server.url, `rivalhold-session=${token}`, address));
  }
  return { ...server, headers, filledIn, addNode: () => start({ DATA_DIR: temporaryFolder() }) };
}

/**
 * Return the request headers of a player. They contain a CSRF token and a client address, as a reverse proxy would add
 * it.
 */
async function headersOf(url: string, session: string, address: string): Promise<Env> {
  const headers = { cookie: session, 'x-forwarded-for': address };
  const answer = await fetch(`${url}/api/csrf/restore`, { headers });
  const { csrfToken } = (await answer.json()) as { csrfToken: string };
  const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0]);
  return { ...headers, cookie: [session, ...cookies].join('; '), 'x-csrf-token': csrfToken };
}
