import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../scripts/testing/free-port.ts';
import { findServices, type RunningServices, startServices } from '../scripts/testing/services.ts';
import { runAsOwner } from '../server/src/testing/database.ts';
import { type DataOptions, fillDatabase, inWords } from './data.ts';

export type Env = Record<string, string>;
export type DatabaseName = 'embedded' | 'PostgreSQL';
/** A running server. `pid` is the id of the server's process. */
export type RunningServer = { url: string; pid: number; stop: () => Promise<void> };
/**
 * A server with generated data. `headers` has the request headers of players 1, 2, and so on. `addNode` starts another
 * node of the site. It works only if the site uses Redis.
 */
export type Site = RunningServer & { headers: Env[]; addNode: () => Promise<RunningServer> };

const SITE = 'server/src/main.ts';
export const DEMO_PASSWORD = 'torches-on-the-wall';
let services: Promise<RunningServices> | undefined;
let databases = 0;
const folders: string[] = [];
process.once('exit', () => {
  for (const path of folders) rmSync(path, { recursive: true, force: true });
});

/**
 * Create a folder on disk, so that databases write to disk as on a real site. The folder is removed when this process
 * exits.
 */
export function temporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'rivalhold-bench-'));
  folders.push(path);
  return path;
}

/**
 * Start a server script in production mode with the flags of `npm start`, and wait until /readyz reports that it is
 * ready. The server listens on `PORT`, or on a free port by default. The server stops when this process exits.
 */
async function startServer(script: string, env: Env): Promise<RunningServer> {
  const port = env.PORT ?? String(await freePort());
  const server = spawn(process.execPath, ['scripts/testing/run-attached.ts', '--v8-pool-size=0', script], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'warn', ...env, PORT: port },
    stdio: ['pipe', 'ignore', 'inherit'],
    detached: true,
  });
  const url = `http://127.0.0.1:${port}`;
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  while (!(await fetch(`${url}/readyz`).catch(() => null))?.ok) {
    if (server.exitCode !== null) throw new Error(`${script} exited with ${server.exitCode}`);
    await sleep(100);
  }
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', `${server.pid}`], { encoding: 'utf8' });
  const stop = () => {
    server.stdin.end();
    return ended;
  };
  return { url, pid: Number.parseInt(stdout, 10), stop };
}

/** Start the production build with the demo world. */
export const startDemoSite = (env: Env = {}): Promise<RunningServer> =>
  startServer(SITE, { DATA_DIR: temporaryFolder(), SEED: 'demo', DEMO_PASSWORD, RATE_LIMITS: 'off', ...env });

/** Start the server that the site is compared with. */
export const startBareServer = async (): Promise<RunningServer> =>
  startServer('bench/bare-server.ts', await databaseEnv('PostgreSQL'));

/** Start a server on a new database with generated data. */
export async function openSite(name: DatabaseName, data: DataOptions, settings: Env = {}): Promise<Site> {
  const since = performance.now();
  const env = { ...(await databaseEnv(name)), SEED: 'none', RATE_LIMITS: 'off', ...settings };
  const tokens = await fillDatabase(env, data);
  console.log(`${inWords(data)} generated in ${((performance.now() - since) / 1_000).toFixed(1)} s`);
  const server = await startServer(SITE, env);
  const headers: Env[] = [];
  for (const [index, token] of tokens.entries()) {
    const address = `198.51.${100 + (index >> 8)}.${index & 255}`;
    headers.push(await headersOf(server.url, `rivalhold-session=${token}`, address));
  }
  return { ...server, headers, addNode: () => startServer(SITE, { ...env, DATA_DIR: temporaryFolder() }) };
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
async function databaseEnv(name: DatabaseName): Promise<Env> {
  const folder = { DATA_DIR: temporaryFolder(), SESSION_SECRET: 'only-for-this-measurement-0123456789' };
  if (name === 'embedded') return folder;
  const url = new URL((await useServices()).databaseUrl);
  const database = `bench_${++databases}`;
  await runAsOwner(url.href, `create database ${database}`);
  url.pathname = `/${database}`;
  return { ...folder, DATABASE_URL: url.href };
}

/**
 * Return the request headers of a player. They contain a CSRF token, and the client address in the header that a
 * reverse proxy would add.
 */
async function headersOf(url: string, session: string, address: string): Promise<Env> {
  const headers = { cookie: session, 'x-forwarded-for': address };
  const answer = await fetch(`${url}/api/csrf/restore`, { headers });
  const { csrfToken } = (await answer.json()) as { csrfToken: string };
  const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0]);
  return { ...headers, cookie: [session, ...cookies].join('; '), 'x-csrf-token': csrfToken };
}

/**
 * Return the current time in s and the resource usage: the CPU time in s that the server and PostgreSQL have used so
 * far, the memory in bytes, and the maximum event loop lag in s since the last call.
 */
export async function usageOf(url: string) {
  const text = await (await fetch(`${url}/metrics`)).text();
  const metric = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  const { stdout } = spawnSync('sh', ['-c', 'cat /proc/[0-9]*/stat 2>/dev/null'], { encoding: 'utf8' });
  // The four fields are the user and system time of a process and of its ended children, in hundredths of a second.
  // See proc(5).
  const ticks = [...stdout.matchAll(/\(postgres\) (?:\S+ ){11}(\d+) (\d+) (\d+) (\d+)/g)].flatMap((fields) =>
    fields.slice(1),
  );
  return {
    at: performance.now() / 1_000,
    cpu: metric('process_cpu_seconds_total'),
    databaseCpu: ticks.reduce((sum, one) => sum + Number(one) / 100, 0),
    memory: metric('process_resident_memory_bytes'),
    maxLag: metric('nodejs_eventloop_lag_max_seconds'),
  };
}
