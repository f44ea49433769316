import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pino } from 'pino';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../scripts/testing/free-port.ts';
import { type RunningProxy, startProxy } from '../../../scripts/testing/proxy.ts';
import { temporaryFolder } from '../../../scripts/testing/temporary-folder.ts';
import { createTlsCertificate, type TlsCertificate } from '../../../scripts/testing/tls-certificate.ts';
import { waitFor } from '../../../scripts/testing/wait-for.ts';
import { createVideo, upload } from '../features/attachments/testing.ts';
import { sendLobbyMessage } from '../features/chat/testing.ts';
import { openFightOf, strike } from '../features/combat/testing.ts';
import { sendDirectMessage } from '../features/dms/testing.ts';
import { muteOf } from '../features/moderation/testing.ts';
import { sendCommand } from '../operator/client.ts';
import { openRedis } from '../platform/cluster/redis.ts';
import { readConfig } from '../platform/config.ts';
import { operatorSocketPath } from '../platform/db/data-dir.ts';
import { sql } from '../platform/db/db.ts';
import { openDatabase } from '../platform/db/open-database.ts';
import { openFiles } from '../platform/files/open-storage.ts';
import { openSmtp } from '../platform/mail/mail.ts';
import {
  atUrl,
  nextEvent,
  signUp,
  TestBrowser,
  type TestPlayer,
  type TestSocket,
  uniqueName,
} from '../testing/app.ts';
import { createPostgresDatabase, runAsOwner, type TestDatabase } from '../testing/database.ts';
import { FakeS3 } from '../testing/fake-s3.ts';
import { FakeMailServer } from '../testing/mail.ts';
import { query } from '../testing/queries.ts';
import { newRedisUrl } from '../testing/redis.ts';
import { ServerProcess } from '../testing/server-process.ts';
import { TcpProxy } from '../testing/tcp-proxy.ts';

/** Return the messages of an error and its causes. */
const causesOf = (error: unknown): string[] =>
  error instanceof Error ? [error.message, ...causesOf(error.cause)] : [];

describe('the large setup: two nodes behind the proxy, with encrypted connections', () => {
  const { TEST_DATABASE_URL, TEST_REDIS_URL } = process.env;
  if (!TEST_DATABASE_URL || !TEST_REDIS_URL) {
    it('cannot be tested with the embedded database', () => {
      expect([TEST_DATABASE_URL, TEST_REDIS_URL]).toEqual([undefined, undefined]);
    });
    return;
  }

  const folder = temporaryFolder();
  const relays: TcpProxy[] = [];
  let database: TestDatabase;
  let env: Record<string, string>;
  let store: FakeS3;
  let mail: FakeMailServer;
  let one: ServerProcess;
  let two: ServerProcess;
  let proxy: RunningProxy;

  let addresses = 0;
  /**
   * Sign up a player from a new address, because the number of sign-ups per address is limited. The address is in
   * the header that a proxy would set.
   */
  const playerOf = ({ url }: ServerProcess): Promise<TestPlayer> =>
    signUp(url, uniqueName(), { 'x-forwarded-for': `198.51.100.${++addresses}` });
  /** Start a TLS proxy to a service, and return the proxy's URL. */
  const encrypted = async (address: string, identity: TlsCertificate): Promise<string> => {
    const relay = new TcpProxy(address, identity);
    relays.push(relay);
    await relay.open();
    return relay.through(address);
  };

  beforeAll(async () => {
    const identity = createTlsCertificate(folder);
    store = await FakeS3.start(identity);
    mail = new FakeMailServer({ secure: true, key: identity.key, cert: identity.cert });
    const smtp = await mail.start();
    database = await createPostgresDatabase(TEST_DATABASE_URL);
    const redis = new URL(await encrypted(TEST_REDIS_URL, identity));
    const ports = [await freePort(), await freePort()] as const;
    proxy = await startProxy(ports.map((port) => `127.0.0.1:${port}`));
    env = {
      PUBLIC_URL: proxy.url,
      TRUST_PROXY: '1',
      RATE_LIMITS: 'on',
      SESSION_SECRET: randomUUID(),
      NODE_EXTRA_CA_CERTS: identity.certFile,
      DATABASE_URL: `${await encrypted(database.url, identity)}?sslmode=verify-full`,
      REDIS_URL: `rediss://${redis.host}${new URL(await newRedisUrl()).pathname}`,
      SMTP_URL: `smtps://127.0.0.1:${smtp}`,
      ...store.env,
    };
    [one, two] = [new ServerProcess(env), new ServerProcess(env)];
    // Start both nodes at the same time on an empty database.
    await Promise.all([one.start(ports[0]), two.start(ports[1])]);
  });
  afterAll(async () => {
    await Promise.all([one?.kill('SIGTERM'), two?.kill('SIGTERM')]);
    await Promise.all([one?.stop(), two?.stop()]);
    await proxy?.stop();
    await Promise.all([store?.stop(), mail?.stop()]);
    for (const relay of relays) relay.stopAccepting();
    await database?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const sockets: TestSocket[] = [];
  const socketOf = async (player: TestPlayer): Promise<TestSocket> => {
    const socket = await player.socket();
    sockets.push(socket);
    return socket;
  };

  it('migrates an empty database once and runs each job once', async () => {
    const rows = await runAsOwner(database.url, 'select name from schema_migrations');
    const migrations = readdirSync(path.join(import.meta.dirname, '../../migrations'));
    expect(rows).toHaveLength(migrations.length);
    // This metric exists only if the node uses the database's clock.
    expect(Math.abs(await one.metric('rivalhold_clock_offset_seconds'))).toBeLessThan(60);
    const players = await Promise.all([one, two, one, two].map((node) => playerOf(node)));
    const mailed = players.map(({ username }) => `${username.toLowerCase()}@test.invalid`);
    for (const address of mailed) await expect.poll(() => mail.messagesTo(address)).toHaveLength(1);
    const left = () =>
      runAsOwner(database.url, "select from jobs.job where name = 'mail' and state <> 'completed'");
    await expect.poll(left).toHaveLength(0);
    expect(mail.received).toHaveLength(4);
    // A token that one node created is valid on the other node.
    const token =
      /confirm-email\/([\w-]+)/.exec(mail.messagesTo(mailed[0] as string)[0] as string)?.[1] ?? '';
    const confirmed = await new TestBrowser(two.url).call('POST /api/users/confirm-email/{token}', {
      params: { token },
    });
    expect(confirmed.status).toBe(200);
  });

  const log = pino({ level: 'silent' });
  const config = () => readConfig({ ...env, DATA_DIR: folder });
  const message = {
    from: 'a@test.invalid',
    to: 'b@test.invalid',
    subject: 'Hail',
    text: 'Hail',
    html: 'Hail',
  };
  // These connections must fail, because this process, unlike the nodes, does not trust the test certificates.
  it.each<[string, () => Promise<unknown>]>([
    [
      'PostgreSQL',
      async () => {
        const { db, close } = await openDatabase(config());
        await query(db, sql`select 1`).finally(close);
      },
    ],
    ['Redis', () => openRedis(config().redisUrl ?? '', { log, timeoutMs: 5_000 })],
    ['the mail server', () => openSmtp(config().smtpUrl ?? '')(message)],
    ['the object store', async () => (await openFiles(config(), log)).store.ping()],
  ])('does not connect to %s if its certificate is untrusted', async (_, connect) => {
    const refused = await connect().then(() => null, causesOf);
    expect(refused).toContainEqual(expect.stringMatching(/self-signed certificate/));
  });

  it('lets players on different nodes see, fight and message each other', async () => {
    const [here, there] = [await playerOf(one), await playerOf(two)];
    const mine = await socketOf(here);
    const online = new Set<number>();
    mine.on('online users', (ids) => {
      for (const id of ids) online.add(id);
    });
    const theirs = await socketOf(there);
    await expect.poll(() => online.has(there.id)).toBe(true);

    expect((await openFightOf(here, there)).status).toBe(200);
    expect((await openFightOf(there, here)).body.resumed).toBe(true);
    const lines = nextEvent(mine, 'combatLogAppend');
    expect((await strike(here, there)).body.sealed).toBe(true);
    const struck = await strike(there, here);
    expect(struck.body.lines).not.toEqual([]);
    expect((await lines).lines).toEqual(struck.body.lines);

    const came = nextEvent(theirs, 'private message');
    const { message } = await sendDirectMessage(mine, here, there, 'Across');
    expect((await came).id).toBe(message.id);

    const heard = nextEvent(mine, 'chat message');
    const { message: lobbyMessage } = await sendLobbyMessage(theirs, 'To all');
    expect(await heard).toEqual(lobbyMessage);
  });

  it('applies a mute and a logout on the other node, too', async () => {
    const [admin, there] = [await playerOf(one), await playerOf(two)];
    const made = await sendCommand(operatorSocketPath(one.dataDir), [
      'user',
      'role',
      admin.username,
      'admin',
    ]);
    expect(made?.ok).toBe(true);
    const socket = await socketOf(there);
    expect((await sendLobbyMessage(socket, 'Before')).ok).toBe(true);
    // Sessions are cached for a second, so the new role might take effect only after a moment.
    await expect.poll(async () => (await muteOf(admin, there.id)).status).toBe(200);
    await expect.poll(async () => (await sendLobbyMessage(socket, 'After')).code).toBe('muted');

    const elsewhere = new TestBrowser(one.url);
    expect((await elsewhere.signIn(there.username)).status).toBe(200);
    const gone = once(socket as never, 'disconnect');
    expect((await elsewhere.call('DELETE /api/sessions/others')).status).toBe(200);
    await gone;
    await expect.poll(async () => (await there.call('GET /api/friendships')).status).toBe(401);
  });

  it('keeps a polling socket on one node behind the proxy', async () => {
    const openNow = () => Promise.all([one, two].map((node) => node.metric('rivalhold_open_sockets')));
    for (const socket of sockets) socket.disconnect();
    await expect.poll(openNow).toEqual([0, 0]);
    // The proxy assigns sockets to nodes by session. Connect players until each node has a socket.
    const joined: { player: TestPlayer; socket: TestSocket }[] = [];
    while (joined.length < 4 || (joined.length < 24 && Math.min(...(await openNow())) === 0)) {
      const player = atUrl(proxy, await playerOf(one));
      const socket: TestSocket = io(proxy.url, {
        transports: [joined.length % 4 === 3 ? 'websocket' : 'polling'],
        forceNew: true,
        extraHeaders: { cookie: player.cookieHeader },
      });
      sockets.push(socket);
      await once(socket as never, 'connect');
      joined.push({ player, socket });
    }
    const open = await openNow();
    expect(Math.min(...open)).toBeGreaterThan(0);
    expect(open.reduce((sum, count) => sum + count)).toBe(joined.length);
    for (const [n, { player, socket }] of joined.entries()) {
      const next = joined[(n + 1) % joined.length]!;
      const received = nextEvent(next.socket, 'private message');
      await sendDirectMessage(socket, player, next.player, `From ${n}`);
      expect((await received).text).toBe(`From ${n}`);
    }
  });

  it('serves ranges of a file that was uploaded on the other node', async () => {
    const [here, there] = [await playerOf(one), await playerOf(two)];
    const video = await createVideo({ container: 'webm' });
    // On a busy machine, the object store can respond too late. Like a client, repeat the upload then.
    const { id, url } = await waitFor(async () => {
      const { status, body } = await upload(here, video);
      expect([status, body]).toMatchObject([201, { attachment: { kind: 'video' } }]);
      return body.attachment;
    });
    const sender = await socketOf(here);
    const { message } = await sendDirectMessage(sender, here, there, null, { attachmentIds: [id] });
    expect(message.attachments).toHaveLength(1);
    const whole = Buffer.from(await (await there.fetch(url)).arrayBuffer());
    const last = await there.fetch(url, { headers: { range: 'bytes=-50' } });
    expect(last.status).toBe(206);
    expect(Buffer.from(await last.arrayBuffer()).equals(whole.subarray(-50))).toBe(true);
    expect((await (await playerOf(one)).fetch(url)).status).toBe(404);
    expect(store.keys().some((key) => key.startsWith('attachments/'))).toBe(true);
    for (const { dataDir } of [one, two]) expect(existsSync(path.join(dataDir, 'files'))).toBe(false);
    for (const socket of sockets) socket.disconnect();
  });
});
