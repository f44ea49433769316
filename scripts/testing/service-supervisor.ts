/**
 * Runs a temporary PostgreSQL and Redis: `node service-supervisor.ts <folder of initdb> <redis-server> <durable or
 * quick> <connections>`. Prints their addresses as a line of JSON. When standard input closes, stops both and deletes
 * their files.
 * The input line `<postgres, redis or standby> <kill, freeze, thaw or start>` controls a service, and the response is
 * `done`. The input line `standby create` creates a hot standby of PostgreSQL, and the response is its address.
 */
import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { temporaryFolder } from './temporary-folder.ts';

const [postgresFolder = '', redisServer = '', durability = 'quick', connections = '200'] =
  process.argv.slice(2);
const isDurable = durability === 'durable';
// Each database of a site consists of almost 900 files. Creating them on disk takes much longer than in memory, so use
// the disk only if the services must be durable.
const folder = isDurable ? mkdtempSync(join(tmpdir(), 'rivalhold-services-')) : temporaryFolder();
const owner = unprivilegedUser();
const options: SpawnOptions = {
  ...owner,
  cwd: folder,
  env: { PATH: process.env.PATH, LC_ALL: 'C' },
  // Use a separate process group for each child, so that Ctrl-C in a terminal reaches only this process.
  detached: true,
};
/** A running service, and a function that starts it again. */
type ManagedService = { child: ChildProcess; start: () => Promise<void> };
const services = new Map<string, ManagedService>();
let stopping = false;
/** Address of the primary PostgreSQL. */
let primary = '';

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
createInterface({ input: process.stdin })
  .on('line', (line) => void handleCommand(line))
  .on('close', stop);

try {
  const [databaseUrl, redisUrl] = await Promise.all([startPostgres(), startRedis()]);
  primary = databaseUrl;
  console.log(JSON.stringify({ databaseUrl, redisUrl }));
} catch (error) {
  console.error(String(error));
  process.exitCode = 1;
  stop();
}

/**
 * If this process runs as root, return the system user `postgres` or `nobody`, because PostgreSQL refuses to run as
 * root. Otherwise, return undefined.
 */
function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  if (user === undefined) throw new Error('no unprivileged user to run PostgreSQL as');
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

function makeFolder(name: string): string {
  const path = join(folder, name);
  mkdirSync(path, { mode: 0o700 });
  if (owner !== undefined) {
    chownSync(folder, owner.uid, owner.gid);
    chownSync(path, owner.uid, owner.gid);
  }
  return path;
}

/** Start a server, and wait until its output contains `ready`. */
async function start(name: string, command: string, args: string[], ready: string): Promise<void> {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  services.set(name, { child, start: () => start(name, command, args, ready) });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output = (output + chunk).slice(-20_000);
      if (output.includes(ready)) resolve();
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${command} exited with ${code}:\n${output}`)));
  });
}

async function startPostgres(): Promise<string> {
  const data = makeFolder('postgres');
  const init = ['-D', data, '-U', 'test', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'];
  const made = spawnSync(join(postgresFolder, 'initdb'), init, { ...options, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`initdb exited with ${made.status}:\n${made.stdout}${made.stderr}`);
  return runPostgres('postgres', data);
}

/** Start a hot standby that streams from the primary. After an outage, the standby reconnects quickly. */
async function startStandby(primary: string): Promise<string> {
  const data = makeFolder('standby');
  const copy = ['-D', data, '-d', primary, '-c', 'fast', '-X', 'stream', '-R', '--no-sync'];
  const made = spawnSync(join(postgresFolder, 'pg_basebackup'), copy, { ...options, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`pg_basebackup exited with ${made.status}:\n${made.stderr}`);
  return runPostgres('standby', data, ['wal_retrieve_retry_interval=100ms']);
}

async function runPostgres(name: string, data: string, more: string[] = []): Promise<string> {
  const port = await freePort();
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    `max_connections=${connections}`,
    ...(isDurable ? [] : ['fsync=off', 'full_page_writes=off']),
    ...more,
  ].flatMap((setting) => ['-c', setting]);
  const args = ['-D', data, '-p', String(port), ...settings];
  await start(name, join(postgresFolder, 'postgres'), args, 'ready to accept');
  return `postgres://test@127.0.0.1:${port}/postgres`;
}

async function startRedis(): Promise<string> {
  const port = await freePort();
  // Allow one Redis database for each site of a test run.
  const parts = ['--databases', '10000'];
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', ...parts];
  await start('redis', redisServer, [...args, '--dir', makeFolder('redis')], 'Ready to accept connections');
  return `redis://127.0.0.1:${port}`;
}

function stop(): void {
  if (stopping) return;
  stopping = true;
  void Promise.all([...services.values()].map(({ child }) => stopChild(child))).then(() => {
    rmSync(folder, { recursive: true, force: true });
    process.exit();
  });
}

async function handleCommand(line: string): Promise<void> {
  const [name = '', action] = line.split(' ');
  if (action === 'create') return console.log(await startStandby(primary));
  const { child, start: restart } = services.get(name) as ManagedService;
  // Kill all processes of the service. Each PostgreSQL connection is a separate process, which would keep
  // running without its parent.
  if (action === 'kill') await killAll(child);
  else if (action === 'freeze') for (const pid of processTree(child)) process.kill(pid, 'SIGSTOP');
  else if (action === 'thaw') for (const pid of processTree(child)) process.kill(pid, 'SIGCONT');
  else if (action === 'start') await startWithRetries(restart);
  console.log('done');
}

/**
 * Yield the ids of a process and its children. The parent comes first, because once it is stopped, it cannot start new
 * children.
 */
function* processTree({ pid = 0 }: ChildProcess): Generator<number> {
  yield pid;
  for (const name of readdirSync('/proc').filter((item) => /^\d+$/.test(item)))
    try {
      const parent = /\) \S (\d+) /.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1];
      if (Number(parent) === pid) yield Number(name);
    } catch {
      // The process has already exited.
    }
}

async function killAll(child: ChildProcess): Promise<void> {
  const exit = new Promise((resolve) => child.once('exit', resolve));
  const all = [...processTree(child)];
  for (const pid of all)
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process has already exited.
    }
  await exit;
}

/**
 * Start a server, and retry if the start fails, because a killed server can still occupy its memory and port for a
 * moment.
 */
async function startWithRetries(restart: () => Promise<void>): Promise<void> {
  for (let tries = 50; ; tries--)
    try {
      return await restart();
    } catch (error) {
      if (tries === 0) throw error;
      await sleep(100);
    }
}

/** Stop a server. SIGINT requests PostgreSQL's fast shutdown, which disconnects clients. */
async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGINT');
  const killTimer = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await ended;
  clearTimeout(killTimer);
}
