import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { installSystemPackages, which } from './system.ts';

/** Where a real PostgreSQL (the folder of its programs) and a real Redis (its server) were found. */
export type ServicePaths = { postgres: string; redis: string };
/** Throw-away servers; `stop` ends both and removes what they wrote. */
export type RunningServices = {
  databaseUrl: string;
  redisUrl: string;
  stop: () => Promise<void>;
  /** Kills one of them with all its processes, starts it again where it was, stops it in mid-work, or lets it go on. */
  have: (
    engine: 'postgres' | 'redis' | 'standby',
    act: 'kill' | 'start' | 'freeze' | 'thaw',
  ) => Promise<void>;
  /** Makes a hot standby of the PostgreSQL that streams from it; answers its address. */
  addStandby: () => Promise<string>;
};

const DEBIAN_POSTGRES_FOLDER = '/usr/lib/postgresql';

/** Finds both servers on this machine; null where one of them is missing. */
export function findServices(): ServicePaths | null {
  const debian = readFolders(DEBIAN_POSTGRES_FOLDER).map((version) =>
    join(DEBIAN_POSTGRES_FOLDER, version, 'bin'),
  );
  const initdb = which('initdb', [...debian, '/usr/local/pgsql/bin', '/opt/homebrew/bin']);
  const redis = which('redis-server', ['/usr/local/bin', '/opt/homebrew/bin']);
  if (initdb === null || redis === null) return null;
  // Where its own programs are, whatever leads there.
  return { postgres: join(realpathSync(initdb), '..'), redis };
}

/** Finds both servers, installing what is missing where the machine allows it; null where it does not. */
export function ensureServices(): ServicePaths | null {
  const found = findServices();
  if (found !== null) return found;
  return installSystemPackages(['postgresql', 'redis-server']) ? findServices() : null;
}

/**
 * Starts both on free ports of the loopback, with an empty database. They are held by a process of their own that
 * ends them when this one is gone, however it ended. `durable` has PostgreSQL write to the disk as a real one does;
 * `connections` is how many it takes.
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
  const keeper = spawn(process.execPath, args, {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  const ended = new Promise<void>((resolve) => keeper.once('close', () => resolve()));
  const first = await new Promise<string>((resolve, reject) => {
    keeper.stdout.once('data', (line) => resolve(String(line)));
    keeper.once('error', reject);
    keeper.once('exit', (code) =>
      reject(new Error(`PostgreSQL and Redis did not start (exit code ${code})`)),
    );
  });
  const ask = async (line: string): Promise<string> => {
    const answered = once(keeper.stdout, 'data');
    keeper.stdin.write(`${line}\n`);
    const gone = ended.then(() => Promise.reject(new Error(`The engines ended at: ${line}`)));
    return String((await Promise.race([answered, gone]))[0]).trim();
  };
  return {
    ...(JSON.parse(first) as { databaseUrl: string; redisUrl: string }),
    stop: () => {
      keeper.stdin.end();
      return ended;
    },
    have: async (engine, act) => void (await ask(`${engine} ${act}`)),
    addStandby: () => ask('standby make'),
  };
}

const byVersion = (version: string) => Number.parseInt(version, 10);

/** Newest first. */
function readFolders(path: string): string[] {
  try {
    return readdirSync(path).sort((a, b) => byVersion(b) - byVersion(a));
  } catch {
    return [];
  }
}
