import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CLEAN_ENV } from '../../scripts/testing/clean-env.ts';
import { SERVER_FLAGS } from '../../scripts/testing/server-flags.ts';
import { temporaryFolder } from '../../scripts/testing/temporary-folder.ts';
import { lockDataDir } from './platform/db/data-dir.ts';
import { PASSWORD, signUpBody, TestBrowser, uniqueName } from './testing/app.ts';

let folder: string;
const running: ChildProcess[] = [];
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(async () => {
  for (const child of running.splice(0)) await end(child, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

type Server = { child: ChildProcess; url: string; output: () => string };

/** Start the real server, as `npm start` does, with the test's folder as `DATA_DIR`. */
function launch(env: Record<string, string> = {}): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, [...SERVER_FLAGS, path.join(import.meta.dirname, 'main.ts')], {
    env: { ...CLEAN_ENV, PORT: '0', DATA_DIR: folder, SEED: 'none', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      text += data;
    });
  return { child, output: () => text };
}

async function start(env: Record<string, string> = {}): Promise<Server> {
  const { child, output } = launch(env);
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', () => {
      const found = /is running at (http:\S+)/.exec(output())?.[1];
      if (found) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`The server exited with ${code}: ${output()}`)));
  });
  return { child, url, output };
}

const end = (child: ChildProcess, signal: NodeJS.Signals) =>
  new Promise<number | null>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve(child.exitCode);
    child.once('exit', (code) => resolve(code));
    child.kill(signal);
  });

/**
 * Return a browser for a site that has moved to `url`, another port. It has the cookies of the earlier browser
 * `before`.
 */
function movedTo(url: string, before: TestBrowser): TestBrowser {
  const browser = new TestBrowser(url);
  for (const [name, value] of before.cookies) browser.cookies.set(name, value);
  return browser;
}

describe('starting', () => {
  it('reports all configuration errors, and nothing else', async () => {
    const { child, output } = launch({ PORT: 'x', HOST: '0.0.0.0', LOG_LEVEL: 'loud' });
    expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(1);
    expect(output().trim().split('\n')).toEqual([
      'Invalid configuration:',
      '- PORT must be a number from 0 to 65535',
      '- PUBLIC_URL is required unless HOST is a loopback address',
      '- LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent',
    ]);
  });
});

// The embedded database runs inside the server's process, so these tests do not apply to PostgreSQL.
if (!process.env.TEST_DATABASE_URL)
  describe('the server as a process', () => {
    // Copy the data folder of a server that was started once.
    const copyTo = (path: string) =>
      cpSync(process.env.TEST_TEMPLATE_FOLDER ?? '', path, { recursive: true });
    beforeEach(() => copyTo(folder));

    it('loses no acknowledged change when its process is killed', async () => {
      const first = await start();
      const browser = new TestBrowser(first.url);
      const name = uniqueName();
      const made = await browser.call('POST /api/users', { body: signUpBody(name) });
      expect(made.status).toBe(201);
      const rival = await new TestBrowser(first.url).call('POST /api/users', {
        body: signUpBody(uniqueName()),
      });
      const opponentId = rival.body.user.id;
      const fight = { params: { userId: made.body.user.id }, query: { opponentId } };
      await browser.call('GET /api/combat/{userId}', fight);
      const attack = await browser.call('POST /api/combat/attack', { body: { defenderId: opponentId } });
      expect(attack.body.combat.exchanges).toBe(1);
      await end(first.child, 'SIGKILL');
      expect(existsSync(path.join(folder, 'lock'))).toBe(true);

      const begun = performance.now();
      const second = await start();
      const again = movedTo(second.url, browser);
      const session = await again.call('GET /api/session');
      console.log(
        `second start: response to the first request ${Math.round(performance.now() - begun)} ms after the start`,
      );
      expect(session.body.user).toEqual(made.body.user);
      const { id, exchanges, attackerHP, defenderHP } = attack.body.combat;
      const resumed = await again.call('GET /api/combat/{userId}', fight);
      expect(resumed.body).toMatchObject({ id, exchanges, attackerHP, defenderHP });
      const signedIn = await new TestBrowser(second.url).signIn(name);
      expect(signedIn.status).toBe(200);
      expect((await again.call('POST /api/users', { body: signUpBody(name) })).status).toBe(409);
    });

    it('stops cleanly on SIGTERM and releases its folder', async () => {
      const first = await start();
      const browser = new TestBrowser(first.url);
      expect((await browser.call('POST /api/users', { body: signUpBody(uniqueName()) })).status).toBe(201);
      const socket = await browser.socket();
      const gone = new Promise((resolve) => socket.once('disconnect', resolve));
      expect(await end(first.child, 'SIGTERM')).toBe(0);
      await gone;
      expect(existsSync(path.join(folder, 'lock'))).toBe(false);
      expect(first.output()).not.toMatch(/error/i);
    });

    it('stops in time despite unused connections and an incomplete request', async () => {
      const { child, url, output } = await start();
      const port = Number(new URL(url).port);
      const [unused, slow] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
      await Promise.all([once(unused, 'connect'), once(slow, 'connect')]);
      slow.write('POST /api/session HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{');
      // The server accepts connections in order, so after this request it has accepted the two earlier connections.
      await new TestBrowser(url).fetch('/healthz');
      const ends: string[] = [];
      unused.on('close', () => ends.push('unused'));
      slow
        .on('error', () => {})
        .on('close', () => ends.push('slow'))
        .resume();
      expect(await end(child, 'SIGTERM'), output()).toBe(0);
      await expect.poll(() => ends).toEqual(['unused', 'slow']);
    });

    it('exits if another server uses its folder or port, and does not affect that server', async () => {
      const first = await start();
      const { child, output } = launch();
      expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(1);
      expect(output()).toContain(
        `Another Rivalhold server (process ${first.child.pid}) is using this data folder: ${folder}`,
      );
      expect(output()).not.toMatch(/^ {4}at /m);
      const other = temporaryFolder();
      copyTo(other);
      try {
        const { child, output } = launch({ PORT: new URL(first.url).port, DATA_DIR: other });
        expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(1);
        expect(output()).toMatch(/^Port \d+ is already in use/m);
        (await lockDataDir(other))();
      } finally {
        rmSync(other, { recursive: true, force: true });
      }
      expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
    });

    it('logs no password, token or cookie, and also stops cleanly on SIGINT', async () => {
      const { url, output, child } = await start({ LOG_LEVEL: 'trace' });
      const browser = new TestBrowser(url);
      const name = uniqueName();
      await browser.call('POST /api/users', { body: signUpBody(name) });
      await browser.signIn(name);
      await browser.signIn(name, 'a-wrong-password');
      await browser.call('POST /api/users/reset-password/{token}', {
        params: { token: 'a-token-in-the-path' },
        body: { newPassword: 'a-new-password' },
      });
      expect(await end(child, 'SIGINT')).toBe(0);
      const log = output();
      expect(log).toContain('/api/users/reset-password/:token');
      for (const secret of [
        PASSWORD,
        'a-wrong-password',
        'a-token-in-the-path',
        'a-new-password',
        '@test.invalid',
      ])
        expect(log).not.toContain(secret);
      for (const value of browser.cookies.values()) expect(log).not.toContain(value);
      expect(log).not.toContain(readFileSync(path.join(folder, 'session-secret'), 'utf8'));
    });
  });
