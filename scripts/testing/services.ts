import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { installSystemPackages, which } from './system.ts';

/** Path of the folder that contains PostgreSQL's programs, and path of the Redis server. */
export type ServicePaths = { postgres: string; redis: string };
/** Running temporary services. `stop` ends them and deletes their files. */
export type RunningServices = {
  databaseUrl: string;
  redisUrl: string;
  stop: () => Promise<void>;
  /**
   * Control a service: kill all its processes, start it again at the same address, pause it (`freeze`) or resume it
   * (`thaw`).
   */
  control: (
    service: 'postgres' | 'redis' | 'standby',
    action: 'kill' | 'start' | 'freeze' | 'thaw',
  ) => Promise<void>;
  /** Create a hot standby of PostgreSQL, and return its address. */
  addStandby: () => Promise<string>;
};

const DEBIAN_POSTGRES_FOLDER = '/usr/lib/postgresql';

/** Return the paths of PostgreSQL and Redis on this machine. Return null if one of them is missing. */
export function findServices(): ServicePaths | null {
  const debian = readFolders(DEBIAN_POSTGRES_FOLDER).map((version) =>
    join(DEBIAN_POSTGRES_FOLDER, version, 'bin'),
  );
  const initdb = which('initdb', [...debian, '/usr/local/pgsql/bin', '/opt/homebrew/bin']);
  const redis = which('redis-server', ['/usr/local/bin', '/opt/homebrew/bin']);
  if (initdb === null || redis === null) return null;
  // Resolve symbolic links to find the folder that contains all of PostgreSQL's programs.
  return { postgres: join(realpathSync(initdb), '..'), redis };
}

/**
 * Return the paths of PostgreSQL and Redis, after installing them if necessary. Return null if they cannot be
 * installed.
 */
export function ensureServices(): ServicePaths | null {
  const found = findServices();
  if (found !== null) return found;
  return installSystemPackages(['postgresql', 'redis-server']) ? findServices() : null;
}

/**
 * Start PostgreSQL, with an empty database, and Redis on free ports of the loopback address. A supervisor process stops
 * them when this process exits for any reason. With `durable`, PostgreSQL writes to disk as in production.
 * `connections` is the maximum number of PostgreSQL connections.
 */
export async function startServices(
  { postgres, redis }: ServicePaths,
  { durable = false, connections = 200 } = {},
): Promise<RunningServices> {
  const args = [
    join(import.meta.dirname, 'service-supervisor.ts'),
    postgres,
    redis,
    durable ? 'durable' : 'quick',
    `${connections}`,
  ];
  const supervisor = spawn(process.execPath, args, {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  const ended = new Promise<void>((resolve) => supervisor.once('close', () => resolve()));
  const first = await new Promise<string>((resolve, reject) => {
    supervisor.stdout.once('data', (line) => resolve(String(line)));
    supervisor.once('error', reject);
    supervisor.once('exit', (code) =>
      reject(new Error(`PostgreSQL and Redis did not start (exit code ${code})`)),
    );
  });
  const sendCommand = async (command: string): Promise<string> => {
    const response = once(supervisor.stdout, 'data');
    supervisor.stdin.write(`${command}\n`);
    const failure = ended.then(() => Promise.reject(new Error(`The services stopped during: ${command}`)));
    return String((await Promise.race([response, failure]))[0]).trim();
  };
  return {
    ...(JSON.parse(first) as { databaseUrl: string; redisUrl: string }),
    stop: () => {
      supervisor.stdin.end();
      return ended;
    },
    control: async (service, action) => void (await sendCommand(`${service} ${action}`)),
    addStandby: () => sendCommand('standby create'),
  };
}

const byVersion = (version: string) => Number.parseInt(version, 10);

/** Return the folders at a path, newest version first. */
function readFolders(path: string): string[] {
  try {
    return readdirSync(path).sort((a, b) => byVersion(b) - byVersion(a));
  } catch {
    return [];
  }
}
