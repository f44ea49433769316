import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../scripts/testing/free-port.ts';

const root = join(import.meta.dirname, '..');
export type Env = Record<string, string>;
type RunningServer = {
  url: string;
  /** Of the process that runs the script. */
  pid: number;
  stop: () => Promise<void>;
};

/** A folder that goes when this process ends. */
export function temporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'rivalhold-bench-'));
  process.once('exit', () => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Runs a script of this repository to its end and answers what it printed. Throws when it fails. */
export function runScript(script: string, env: Env): string {
  const { status, stdout } = spawnSync(process.execPath, [script], {
    cwd: root,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`${script} ended with ${status}`);
  return stdout;
}

/**
 * Starts a script that serves /readyz on `PORT`, in production and as `npm start` starts the server, and waits until it
 * does. It ends with this process.
 */
export async function startServer(script: string, env: Env): Promise<RunningServer> {
  const port = await freePort();
  const server = spawn(process.execPath, ['scripts/testing/run-attached.ts', '--v8-pool-size=0', script], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', ...env, PORT: String(port) },
    stdio: ['pipe', 'ignore', 'inherit'],
    detached: true,
  });
  const url = `http://127.0.0.1:${port}`;
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  while (!(await fetch(`${url}/readyz`).catch(() => null))?.ok) {
    if (server.exitCode !== null) throw new Error(`${script} ended with ${server.exitCode}`);
    await sleep(100);
  }
  return {
    url,
    pid: childOf(server.pid ?? 0),
    stop: () => {
      server.stdin.end();
      return ended;
    },
  };
}

/** The leash has one child; where the system does not say, the leash itself. */
function childOf(pid: number): number {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  return Number(stdout?.trim().split('\n')[0]) || pid;
}

/** Headers of a signed-in player with a CSRF token, for JSON bodies unless told otherwise. */
export async function headersOf(
  site: string,
  token: string,
): Promise<{ cookie: string; 'x-csrf-token': string }> {
  const cookie = `rivalhold-session=${token}`;
  const answer = await fetch(`${site}/api/csrf/restore`, { headers: { cookie } });
  const { csrfToken } = (await answer.json()) as { csrfToken: string };
  const set = answer.headers.getSetCookie().map((line) => line.split(';')[0]);
  return { cookie: [cookie, ...set].join('; '), 'x-csrf-token': csrfToken };
}
