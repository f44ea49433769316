import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import pg from 'pg';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../scripts/testing/free-port.ts';
import { type RunningProxy, startProxy } from '../../scripts/testing/proxy.ts';
import { scratchFolder } from '../../scripts/testing/scratch.ts';
import { upload, videoOf } from './features/attachments/testing.ts';
import { say } from './features/chat/testing.ts';
import { open, strike } from './features/combat/testing.ts';
import { send } from './features/dms/testing.ts';
import { muteOf, signIn } from './features/moderation/testing.ts';
import { askServer } from './operator-client.ts';
import { operatorSocket } from './platform/db/data-dir.ts';
import { nextEvent, signUpBody, TestBrowser, TestPlayer, type TestSocket, uniqueName } from './testing.ts';
import { TestMail } from './testing-mail.ts';
import { TestStore } from './testing-store.ts';
import { encrypt, type Identity, makeIdentity } from './testing-tls.ts';

const LEASH = path.join(import.meta.dirname, '../../scripts/testing/leash.ts');
const MAIN = path.join(import.meta.dirname, 'main.ts');
/** A part of Redis that no test worker has. */
const REDIS_PART = 255;

let addresses = 0;

/** A node as operators run it. */
class Node {
  readonly dataDir: string;
  readonly url: string;
  readonly address: string;
  #child: ChildProcess | undefined;

  constructor(dataDir: string, port: number) {
    this.dataDir = dataDir;
    this.address = `127.0.0.1:${port}`;
    this.url = `http://${this.address}`;
  }

  async start(env: Record<string, string>): Promise<void> {
    const { port } = new URL(this.url);
    const child = spawn(process.execPath, [LEASH, MAIN], {
      env: { PATH: process.env.PATH, LOG_LEVEL: 'warn', DATA_DIR: this.dataDir, ...env, PORT: port },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#child = child;
    let said = '';
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', (text) => {
        said += text;
        if (said.includes('is open at')) resolve();
      });
      child.once('exit', (code) => reject(new Error(`The node ended with ${code}: ${said}`)));
    });
    // On a machine with much to do it begins by being busy.
    while (!(await fetch(`${this.url}/readyz`)).ok) await sleep(50);
  }

  async stop(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null) return;
    const gone = once(child, 'exit');
    child.stdin?.end();
    await gone;
  }

  /** A player who has signed up here. */
  async player(): Promise<TestPlayer> {
    const username = uniqueName();
    const guest = new TestBrowser(this.url);
    const { status, body } = await guest.call('POST /api/users', {
      body: signUpBody(username),
      // Each from an address of their own, as the proxy would say: so many may sign up from one.
      headers: { 'x-forwarded-for': `198.51.100.${++addresses}` },
    });
    if (status !== 201) throw new Error(`Sign-up answered ${status}: ${body.message}`);
    return sameBrowser(this.url, new TestPlayer(this.url, body.user.id, username), guest);
  }

  async openSockets(): Promise<number> {
    const text = await (await fetch(`${this.url}/metrics`)).text();
    return Number(/^rivalhold_open_sockets (\d+)/m.exec(text)?.[1]);
  }
}

/** The same browser at another address of the site. */
function sameBrowser(url: string, player: TestPlayer, { cookies }: TestBrowser = player): TestPlayer {
  const moved = new TestPlayer(url, player.id, player.username);
  for (const [name, value] of cookies) moved.cookies.set(name, value);
  return moved;
}

describe('the large set-up: two nodes behind the proxy, every engine by an encrypted connection', () => {
  const { TEST_DATABASE_URL, TEST_REDIS_URL } = process.env;
  if (!TEST_DATABASE_URL || !TEST_REDIS_URL) {
    it('is not there with the embedded database', () => {
      expect([TEST_DATABASE_URL, TEST_REDIS_URL]).toEqual([undefined, undefined]);
    });
    return;
  }

  const folder = scratchFolder();
  const name = `large_${randomUUID().replaceAll('-', '')}`;
  const closing: (() => unknown)[] = [];
  let identity: Identity;
  let store: TestStore;
  let mail: TestMail;
  let one: Node;
  let two: Node;
  let proxy: RunningProxy;

  const asOwner = async (statement: string, database = '/postgres') => {
    const url = new URL(TEST_DATABASE_URL);
    url.pathname = database;
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    return client.query(statement).finally(() => client.end());
  };

  beforeAll(async () => {
    identity = makeIdentity(folder);
    store = await TestStore.start(identity);
    mail = new TestMail({ secure: true, key: identity.key, cert: identity.cert });
    const smtp = await mail.start();
    const [postgres, redis] = [new URL(TEST_DATABASE_URL), new URL(TEST_REDIS_URL)];
    const encrypted = [await encrypt(postgres, identity), await encrypt(redis, identity)] as const;
    closing.push(...encrypted.map(({ close }) => close));
    await asOwner(`create database ${name}`);
    const shared = new Redis(TEST_REDIS_URL, { db: REDIS_PART });
    await shared.flushdb().finally(() => shared.disconnect());
    [one, two] = await Promise.all(
      ['one', 'two'].map(async (own) => new Node(path.join(folder, own), await freePort())) as [
        Promise<Node>,
        Promise<Node>,
      ],
    );
    proxy = await startProxy([one.address, two.address]);
    const env = {
      PUBLIC_URL: proxy.url,
      TRUST_PROXY: '1',
      SEED: 'none',
      SESSION_SECRET: randomUUID(),
      NODE_EXTRA_CA_CERTS: identity.file,
      DATABASE_URL: `postgres://test@127.0.0.1:${encrypted[0].port}/${name}?sslmode=verify-full`,
      REDIS_URL: `rediss://127.0.0.1:${encrypted[1].port}/${REDIS_PART}`,
      SMTP_URL: `smtps://127.0.0.1:${smtp}`,
      ...store.env,
    };
    // At the same moment, on a database that is empty.
    await Promise.all([one.start(env), two.start(env)]);
  });
  afterAll(async () => {
    await Promise.all([one?.stop(), two?.stop()]);
    await proxy?.stop();
    await Promise.all([store?.end(), mail?.end()]);
    for (const close of closing) close();
    await asOwner(`drop database if exists ${name} with (force)`);
    rmSync(folder, { recursive: true, force: true });
  });

  const sockets: TestSocket[] = [];
  const socketOf = async (player: TestPlayer): Promise<TestSocket> => {
    const socket = await player.socket();
    sockets.push(socket);
    return socket;
  };

  it('migrates an empty database once, and does each job once: one mail for each who signs up', async () => {
    const { rows } = await asOwner('select name from kysely_migration', `/${name}`);
    const migrations = readdirSync(path.join(import.meta.dirname, '../migrations'));
    expect(rows).toHaveLength(migrations.length);
    const players = await Promise.all([one, two, one, two].map((node) => node.player()));
    const mailed = players.map(({ username }) => `${username.toLowerCase()}@test.invalid`);
    for (const address of mailed) await expect.poll(() => mail.to(address)).toHaveLength(1);
    expect(mail.received).toHaveLength(4);
    // The link of one node is good at the other, through the proxy.
    const token = /confirm-email\/([\w-]+)/.exec(mail.to(mailed[0] as string)[0] as string)?.[1] ?? '';
    const confirmed = await new TestBrowser(proxy.url).call('POST /api/users/confirm-email/{token}', {
      params: { token },
    });
    expect(confirmed.status).toBe(200);
  });

  it('lets players on different nodes see, fight and hear each other', async () => {
    const [here, there] = [await one.player(), await two.player()];
    const mine = await socketOf(here);
    const online = new Set<number>();
    mine.on('online users', (ids) => {
      for (const id of ids) online.add(id);
    });
    const theirs = await socketOf(there);
    await expect.poll(() => online.has(there.id)).toBe(true);

    expect((await open(here, there)).status).toBe(200);
    const lines = nextEvent(theirs, 'combatLogAppend');
    const struck = await strike(here, there);
    expect((await lines).lines).toEqual(struck.body.lines);

    const came = nextEvent(theirs, 'private message');
    const { message } = await send(mine, here, there, 'Across');
    expect((await came).id).toBe(message.id);

    const heard = nextEvent(mine, 'chat message');
    const { line } = await say(theirs, 'To all');
    expect(await heard).toEqual(line);
  });

  it('has a mute and a sign-out everywhere hold on the other node, on open sockets too', async () => {
    const [admin, there] = [await one.player(), await two.player()];
    const made = await askServer(operatorSocket(one.dataDir), ['user', 'role', admin.username, 'admin']);
    expect(made?.ok).toBe(true);
    const socket = await socketOf(there);
    expect((await say(socket, 'Before')).ok).toBe(true);
    // Its own role, that is kept for a second.
    await expect.poll(async () => (await muteOf(admin, there.id)).status).toBe(200);
    await expect.poll(async () => (await say(socket, 'After')).code).toBe('muted');

    const elsewhere = new TestBrowser(one.url);
    expect((await signIn(elsewhere, there.username)).status).toBe(200);
    const gone = once(socket as never, 'disconnect');
    expect((await elsewhere.call('DELETE /api/sessions/others')).status).toBe(200);
    await gone;
    await expect.poll(async () => (await there.call('GET /api/friendships')).status).toBe(401);
  });

  it('keeps sockets by polling on their node, and those by WebSocket alone go through the proxy', async () => {
    const players = await Promise.all([one, two, one, two, one, two].map((node) => node.player()));
    const through = players.map((player) => sameBrowser(proxy.url, player));
    const polled = await Promise.all(
      through.map(async (player, n) => {
        const socket: TestSocket = io(proxy.url, {
          transports: [n < 4 ? 'polling' : 'websocket'],
          forceNew: true,
          extraHeaders: { cookie: player.cookieHeader },
        });
        sockets.push(socket);
        await once(socket as never, 'connect');
        return socket;
      }),
    );
    // By session: with so many, both have some.
    const spread = await Promise.all([one.openSockets(), two.openSockets()]);
    expect(Math.min(...spread)).toBeGreaterThan(0);
    for (const [n, socket] of polled.entries()) {
      const to = through[(n + 1) % through.length] as TestPlayer;
      const came = nextEvent(polled[(n + 1) % polled.length] as TestSocket, 'private message');
      await send(socket, through[n] as TestPlayer, to, `From ${n}`);
      expect((await came).text).toBe(`From ${n}`);
    }
  });

  it('serves by ranges on one node what was uploaded on the other, and keeps no file itself', async () => {
    const [here, there] = [await one.player(), await two.player()];
    const { body } = await upload(here, await videoOf({ container: 'webm' }));
    const { id, url } = body.attachment;
    const sender = await socketOf(here);
    const { message } = await send(sender, here, there, null, { attachmentIds: [id] });
    expect(message.attachments).toHaveLength(1);
    const whole = Buffer.from(await (await there.fetch(url)).arrayBuffer());
    const last = await there.fetch(url, { headers: { range: 'bytes=-50' } });
    expect(last.status).toBe(206);
    expect(Buffer.from(await last.arrayBuffer()).equals(whole.subarray(-50))).toBe(true);
    expect((await (await one.player()).fetch(url)).status).toBe(404);
    expect(store.keys().some((key) => key.startsWith('attachments/'))).toBe(true);
    for (const { dataDir } of [one, two]) expect(existsSync(path.join(dataDir, 'files'))).toBe(false);
    for (const socket of sockets) socket.disconnect();
  });
});
