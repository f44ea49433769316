import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';
import { CLEAN_ENV } from '../../../scripts/testing/clean-env.ts';
import { freePort } from '../../../scripts/testing/free-port.ts';
import { SERVER_FLAGS } from '../../../scripts/testing/server-flags.ts';
import { temporaryFolder } from '../../../scripts/testing/temporary-folder.ts';
import { createPostgresDatabase, DATABASE_TIMEOUT, type TestDatabase } from './database.ts';

const RUN_ATTACHED_PATH = path.join(import.meta.dirname, '../../../scripts/testing/run-attached.ts');

/**
 * The real server in a separate process. Tests can kill it and start it again with the same data folder and database.
 */
export class ServerProcess {
  readonly dataDir = temporaryFolder();
  url = '';
  #database: TestDatabase | undefined;
  #env: Record<string, string> | undefined;
  #child: ChildProcess | undefined;

  /**
   * @param env environment variables of the server, including the URL of its database. If they are missing, the server
   * uses a new database that is already migrated: on PostgreSQL if the test run has it, and otherwise embedded.
   */
  constructor(env?: Record<string, string>) {
    this.#env = env && { DATA_DIR: this.dataDir, ...env };
  }

  /** Start the server on the port `wanted`, or on a free port if `wanted` is missing. Return the port. */
  async start(wanted?: number): Promise<number> {
    this.#env ??= await this.#prepare();
    const port = wanted ?? (await freePort());
    this.url = `http://127.0.0.1:${port}`;
    const child = spawn(
      process.execPath,
      [RUN_ATTACHED_PATH, ...SERVER_FLAGS, path.join(import.meta.dirname, '../main.ts')],
      {
        env: {
          ...CLEAN_ENV,
          SEED: 'none',
          LOG_LEVEL: 'warn',
          RATE_LIMITS: 'off',
          DATABASE_TIMEOUT_MS: DATABASE_TIMEOUT,
          ...this.#env,
          PORT: String(port),
        },
        stdio: ['pipe', 'ignore', 'inherit'],
      },
    );
    this.#child = child;
    while (!(await this.isReady())) {
      if (child.exitCode !== null) throw new Error(`The server exited with ${child.exitCode}`);
      await sleep(50);
    }
    return port;
  }

  /** Report whether the server accepts requests. */
  async isReady(): Promise<boolean> {
    return (await fetch(`${this.url}/readyz`).catch(() => null))?.ok ?? false;
  }

  /** Return the value of a metric of the server. */
  async metric(name: string): Promise<number> {
    const text = await (await fetch(`${this.url}/metrics`)).text();
    return Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]);
  }

  /** End the process immediately, or gracefully with `SIGTERM`. */
  async kill(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.stdin?.write(`${signal}\n`);
    await gone;
  }

  /** Kill the process, and delete its data folder and database. */
  async stop(): Promise<void> {
    await this.kill();
    await this.#database?.drop();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  async #prepare(): Promise<Record<string, string>> {
    if (!process.env.TEST_DATABASE_URL) {
      cpSync(inject('templateFolder'), this.dataDir, { recursive: true });
      return { DATA_DIR: this.dataDir };
    }
    this.#database = await createPostgresDatabase(process.env.TEST_DATABASE_URL, {
      copyOf: process.env.TEST_TEMPLATE_DATABASE,
    });
    return { DATA_DIR: this.dataDir, DATABASE_URL: this.#database.url, SESSION_SECRET: randomUUID() };
  }
}
