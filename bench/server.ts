import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../scripts/testing/free-port.ts';

export type Env = Record<string, string>;
/** A running server. `pid` is the id of the server's process. */
export type RunningServer = { url: string; pid: number; stop: () => Promise<void> };

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
export async function startServer(script: string, env: Env): Promise<RunningServer> {
  const port = env.PORT ?? String(await freePort());
  const server = spawn(process.execPath, ['scripts/testing/run-attached.ts', '--v8-pool-size=0', script], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, NODE_ENV: 'production', ...env, PORT: port },
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
