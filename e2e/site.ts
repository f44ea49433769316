import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { CLEAN_ENV } from '../scripts/testing/clean-env.ts';
import { freePort } from '../scripts/testing/free-port.ts';
import { temporaryFolder } from '../scripts/testing/temporary-folder.ts';

const root = join(import.meta.dirname, '..');
/** The demo world takes its time on a machine that is busy with other tests. */
const START_TIMEOUT_MS = 250_000;

export const DEMO_PASSWORD = 'torches-on-the-wall';

type Server = ChildProcessByStdio<Writable, Readable, Readable>;

/** The real server as a process of its own, on a data folder of its own that has been started on before. */
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
      DEMO_PASSWORD,
      ...env,
    };
  }

  /**
   * Starts a site on a copy of the folder that was `made` for it, and waits until it answers. `env` replaces the
   * settings of the tests.
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

  /** All that the server has printed. */
  get log(): string {
    return this.#log;
  }

  /** Starts the server on its folder and waits until it answers. Throws what it printed when it ends before. */
  async start(): Promise<void> {
    // A site lives for a minute or so: to have its embedded database made quicker would take longer than it saves.
    const args = [join(root, 'scripts/testing/run-attached.ts'), '--liftoff-only', 'server/src/main.ts'];
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
        throw new Error(`The server ended with ${server.exitCode}:\n${this.#log}`);
      const answer = await fetch(`${this.url}/readyz`).catch(() => null);
      if (answer?.ok) return;
    }
    throw new Error(`The server did not answer within ${START_TIMEOUT_MS / 1000} s:\n${this.#log}`);
  }

  /** Sends a signal and waits for the end of the server; answers its exit code (1 when the signal ended it). */
  async kill(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    const server = this.#server;
    if (server === undefined || server.exitCode !== null) return server?.exitCode ?? null;
    const ended = new Promise<number | null>((resolve) => server.once('exit', resolve));
    server.stdin.write(`${signal}\n`);
    return ended;
  }

  /** Stops the server in order and removes its folder. */
  async stop(): Promise<void> {
    await this.kill('SIGTERM');
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  /** The last mail to an address that has `words`, waited for; its text without soft line breaks. */
  async mailTo(address: string, words: RegExp): Promise<string> {
    const folder = join(this.dataDir, 'mail');
    for (const since = Date.now(); Date.now() - since < 15_000; await sleep(100)) {
      const names = existsSync(folder) ? readdirSync(folder).sort().reverse() : [];
      const mails = names.map((name) => decodeQuotedPrintable(readFileSync(join(folder, name), 'utf8')));
      const mail = mails.find((text) => text.includes(`To: ${address}`) && words.test(text));
      if (mail !== undefined) return mail;
    }
    throw new Error(`No mail to ${address} with ${words} in ${folder}`);
  }
}

const decodeQuotedPrintable = (quotedPrintable: string) =>
  quotedPrintable.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
