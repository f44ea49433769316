import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { CLEAN_ENV } from '../scripts/testing/clean-env.ts';
import { freePort } from '../scripts/testing/free-port.ts';
import { SERVER_FLAGS } from '../scripts/testing/server-flags.ts';
import { temporaryFolder } from '../scripts/testing/temporary-folder.ts';
import { WAIT_MS } from '../scripts/testing/timeouts.ts';

const root = join(import.meta.dirname, '..');
/**
 * Time limit for starting a site. Creating the demo world is slow on a machine that is busy with other tests.
 */
export const START_TIMEOUT_MS = 250_000;

export const DEMO_PASSWORD = 'torches-on-the-wall';

type Server = ChildProcessByStdio<Writable, Readable, Readable>;

/** The real server in a separate process, with a copy of a prepared data folder. */
export class Site {
  readonly url: string;
  readonly dataDir: string;
  readonly #env: Record<string, string>;
  #server: Server | undefined;
  #log = '';

  private constructor(port: number, env: Record<string, string>, made: string) {
    this.url = `http://127.0.0.1:${port}`;
    this.dataDir = temporaryFolder();
    cpSync(made, this.dataDir, { recursive: true });
    this.#env = {
      PORT: String(port),
      DATA_DIR: this.dataDir,
      SEED: 'none',
      RATE_LIMITS: 'off',
      NEW_ACCOUNT_HOURS: '0',
      DEMO_PASSWORD,
      ...env,
    };
  }

  /**
   * Start a site with a copy of the data folder `made`, and wait until it responds. `env` overrides the default
   * environment variables.
   */
  static async start(env: Record<string, string>, made: string): Promise<Site> {
    const site = new Site(await freePort(), env, made);
    try {
      await site.start();
    } catch (error) {
      await site.stop();
      throw error;
    }
    return site;
  }

  /** Return the server's output so far. */
  get log(): string {
    return this.#log;
  }

  /** Start the server, and wait until it responds. If the server exits first, throw an Error with its output. */
  async start(): Promise<void> {
    const args = [join(root, 'scripts/testing/run-attached.ts'), ...SERVER_FLAGS, 'server/src/main.ts'];
    const server = spawn(process.execPath, args, {
      cwd: root,
      env: { ...CLEAN_ENV, ...this.#env },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    });
    this.#server = server;
    for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk) => (this.#log += chunk));
    for (const since = Date.now(); Date.now() - since < START_TIMEOUT_MS; await sleep(50)) {
      if (server.exitCode !== null)
        throw new Error(`The server exited with ${server.exitCode}:\n${this.#log}`);
      const answer = await fetch(`${this.url}/readyz`).catch(() => null);
      if (answer?.ok) return;
    }
    throw new Error(`The server did not respond within ${START_TIMEOUT_MS / 1000} s:\n${this.#log}`);
  }

  /** Send a signal, and wait for the server to exit. Return its exit code, or 1 if the signal killed it. */
  async kill(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    const server = this.#server;
    if (server === undefined || server.exitCode !== null) return server?.exitCode ?? null;
    const ended = new Promise<number | null>((resolve) => server.once('exit', resolve));
    server.stdin.write(`${signal}\n`);
    return ended;
  }

  /** Shut the server down gracefully, and delete its data folder. */
  async stop(): Promise<void> {
    await this.kill('SIGTERM');
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  /**
   * Wait for an email to `address` whose text matches `words`. Return the text of the newest such email, without
   * soft line breaks.
   */
  async mailTo(address: string, words: RegExp): Promise<string> {
    const folder = join(this.dataDir, 'mail');
    for (const since = Date.now(); Date.now() - since < WAIT_MS; await sleep(100)) {
      const names = existsSync(folder) ? readdirSync(folder).sort().reverse() : [];
      const mails = names.map((name) => decodeQuotedPrintable(readFileSync(join(folder, name), 'utf8')));
      const mail = mails.find((text) => text.includes(`To: ${address}`) && words.test(text));
      if (mail !== undefined) return mail;
    }
    throw new Error(`No email to ${address} matches ${words} in ${folder}`);
  }
}

const decodeQuotedPrintable = (quotedPrintable: string) =>
  quotedPrintable.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
