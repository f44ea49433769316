import { DAY } from '@rivalhold/shared/time-units.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitFor } from '../../../../scripts/testing/wait-for.ts';
import { sql } from '../../platform/db/db.ts';
import { newToken } from '../../platform/security/secrets.ts';
import {
  createTestApp,
  PASSWORD,
  type TestApp,
  TestBrowser,
  type TestPlayer,
  useTestApp,
} from '../../testing/app.ts';
import { query, queryOne, queryValues } from '../../testing/queries.ts';
import { recordStatements } from '../../testing/statements.ts';
import { setRole } from './service.ts';

const app = useTestApp();

/** Sign the same player in with another browser. */
async function signInAgain(player: TestPlayer, headers: Record<string, string> = {}): Promise<TestBrowser> {
  const browser = app.browser();
  expect((await browser.signIn(player.username, PASSWORD, headers)).status).toBe(200);
  return browser;
}
const disconnected = (socket: { connected: boolean }) => waitFor(() => expect(socket.connected).toBe(false));

describe('a session', () => {
  it('has no user if the visitor is a guest', async () => {
    const { status, body } = await app.browser().call('GET /api/session');
    expect([status, body]).toEqual([200, { user: null }]);
  });

  it('has no user if its cookie is forged', async () => {
    const browser = app.browser();
    for (const made of ['x', 'null', '%00', '"', 'a'.repeat(4000)]) {
      const response = await browser.fetch('/api/session', {
        headers: { cookie: `rivalhold-session=${made}` },
      });
      expect([response.status, await response.json()]).toEqual([200, { user: null }]);
      expect(response.headers.getSetCookie().join()).toMatch(/rivalhold-session=;.*(Max-Age=0|1970)/);
    }
  });

  it('ends on logout and disconnects its sockets, while other sessions stay open', async () => {
    const player = await app.player();
    const other = await signInAgain(player);
    const [mine, theirs] = [await player.socket(), await other.socket()];
    const stolen = player.cookieHeader;
    const { status } = await player.call('DELETE /api/session');
    expect(status).toBe(200);
    await disconnected(mine);
    expect(theirs.connected).toBe(true);
    expect(player.cookies.has('rivalhold-session')).toBe(false);
    const replay = new TestBrowser(app.url);
    const answer = await replay.fetch('/api/sessions', { headers: { cookie: stolen } });
    expect(answer.status).toBe(401);
    expect(await other.userId()).toBe(player.id);
  });

  it('is not looked up in the database if its cookie is forged', async () => {
    const player = await app.player();
    const real = player.cookies.get('rivalhold-session') ?? '';
    const forged = [
      newToken(),
      newToken() + real.slice(-22),
      `${real.slice(0, -1)}${real.endsWith('A') ? 'B' : 'A'}`,
    ];
    const sendForgedCookies = async () => {
      for (const token of forged)
        await app.browser().fetch('/api/session', { headers: { cookie: `rivalhold-session=${token}` } });
    };
    const statements = await recordStatements(app, sendForgedCookies, { all: true });
    expect(statements).toEqual([]);
    expect(await player.userId()).toBe(player.id);
  });

  it('can be ended only by its player', async () => {
    const [player, stranger] = [await app.player(), await app.player()];
    const [lost, kept] = [await signInAgain(player), await signInAgain(player)];
    const socket = await lost.socket();
    const sessionOf = async (browser: TestBrowser) =>
      (await browser.call('GET /api/sessions')).body.find(({ current }) => current)?.id ?? 0;
    const params = { id: await sessionOf(lost) };
    expect((await stranger.call('DELETE /api/sessions/{id}', { params })).status).toBe(404);
    expect(await lost.userId()).toBe(player.id);
    const twice = await Promise.all([
      player.call('DELETE /api/sessions/{id}', { params }),
      player.call('DELETE /api/sessions/{id}', { params }),
    ]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 404]);
    await disconnected(socket);
    expect([await lost.userId(), await kept.userId()]).toEqual([null, player.id]);
    const own = { params: { id: await sessionOf(player) } };
    expect((await player.call('DELETE /api/sessions/{id}', own)).status).toBe(409);
  });

  it('that has ended rejects a second logout', async () => {
    const player = await app.player();
    await player.call('DELETE /api/session');
    const { status, body } = await player.call('DELETE /api/session');
    expect([status, body.code]).toEqual([401, 'unauthenticated']);
  });

  it('is extended if it is used within thirty days, and otherwise expires', async () => {
    const player = await app.player();
    app.clock.advance(29 * DAY);
    const used = await player.call('GET /api/session');
    expect(used.body.user?.id).toBe(player.id);
    expect(used.headers.getSetCookie().join()).toMatch(/rivalhold-session=[\w-]{65}; Max-Age=2592000/);
    app.clock.advance(29 * DAY);
    expect(await player.userId()).toBe(player.id);
    app.clock.advance(30 * DAY + 1);
    expect(await player.userId()).toBeNull();
  });

  it('is extended at most once an hour', async () => {
    const player = await app.player();
    const lastUsed = () =>
      queryOne<{ last_used_at: Date; expires_at: Date }>(
        app.site.db,
        sql`select last_used_at, expires_at from sessions where user_id = ${player.id}`,
      );
    const begun = await lastUsed();
    app.clock.advance(3_599_999);
    const soon = await player.call('GET /api/session');
    expect(soon.headers.getSetCookie()).toEqual([]);
    expect(await lastUsed()).toEqual(begun);
    app.clock.advance(1);
    await player.call('GET /api/session');
    expect(await lastUsed()).toEqual({
      last_used_at: app.clock.now(),
      expires_at: new Date(app.clock.now().getTime() + 30 * DAY),
    });
  });

  it('is purged after it expires, and its socket is disconnected', async () => {
    const player = await app.player();
    const socket = await player.socket();
    app.clock.advance(31 * DAY);
    await app.site.sessions.purge();
    await disconnected(socket);
    expect(await query(app.site.db, sql`select id from sessions where user_id = ${player.id}`)).toEqual([]);
  });
});

describe('the session list', () => {
  it('shows the player’s sessions, and marks the current one', async () => {
    const player = await app.player();
    await app.player();
    app.clock.advance(60_000);
    const other = await signInAgain(player, { 'user-agent': 'Lantern/1.0 <b>' });
    const { body, status } = await other.call('GET /api/sessions');
    expect(status).toBe(200);
    expect(body.length).toBe(2);
    expect(body.map((one) => one.current)).toEqual([true, false]);
    expect(body[0]).toEqual({
      id: expect.any(Number),
      device: 'Lantern/1.0 <b>',
      address: '127.0.0.1',
      createdAt: app.clock.now().toISOString(),
      lastUsedAt: app.clock.now().toISOString(),
      current: true,
    });
  });

  it('leaves out expired sessions', async () => {
    const player = await app.player();
    app.clock.advance(31 * DAY);
    const other = await signInAgain(player);
    const { body } = await other.call('GET /api/sessions');
    expect(body.map((one) => one.current)).toEqual([true]);
  });

  it('lets the player end all other sessions in one call', async () => {
    const player = await app.player();
    const [second, third, stranger] = [
      await signInAgain(player),
      await signInAgain(player),
      await app.player(),
    ];
    const sockets = [await second.socket(), await third.socket()];
    const [own, foreign] = [await player.socket(), await stranger.socket()];
    const { status } = await player.call('DELETE /api/sessions/others');
    expect(status).toBe(200);
    for (const socket of sockets) await disconnected(socket);
    expect([own.connected, foreign.connected]).toEqual([true, true]);
    expect([
      await second.userId(),
      await third.userId(),
      await player.userId(),
      await stranger.userId(),
    ]).toEqual([null, null, player.id, stranger.id]);
  });
});

describe('a role change', () => {
  it('applies from the next request on', async () => {
    const player = await app.player();
    expect(await player.user()).toMatchObject({
      role: 'player',
      isAdmin: false,
    });
    await setRole(app.site.db, app.site, { username: player.username, role: 'admin' });
    expect(await player.user()).toMatchObject({ role: 'admin', isAdmin: true });
  });

  it('cannot leave the site without an admin', async () => {
    const admins = await queryValues<string>(
      app.site.db,
      sql`select username from users where role = 'admin'`,
    );
    const demote = (username: string) => setRole(app.site.db, app.site, { username, role: 'player' });
    const outcomes = await Promise.allSettled(admins.map(demote));
    expect(outcomes.filter((one) => one.status === 'rejected').length).toBe(1);
  });
});

if (process.env.TEST_DATABASE_URL)
  describe('two nodes with one database', () => {
    let otherNode: TestApp;
    beforeAll(async () => {
      otherNode = await createTestApp({ sharedWith: app });
      otherNode.clock.set(app.clock.now());
    });
    afterAll(() => otherNode.close());

    const onOther = (player: TestBrowser) => {
      const browser = new TestBrowser(otherNode.url);
      for (const [name, value] of player.cookies) browser.cookies.set(name, value);
      return browser;
    };

    it('share a session, which ends on both after a logout', async () => {
      const player = await app.player();
      const elsewhere = onOther(player);
      expect(await elsewhere.userId()).toBe(player.id);
      const socket = await elsewhere.socket();
      await player.call('DELETE /api/session');
      await expect.poll(() => elsewhere.userId()).toBeNull();
      await disconnected(socket);
    });

    it('disconnect the socket of a deleted session even if no notification arrives', async () => {
      const player = await app.player();
      const elsewhere = onOther(player);
      expect(await elsewhere.userId()).toBe(player.id);
      // Delete the session without notifying the other node.
      await query(app.site.db, sql`delete from sessions where user_id = ${player.id}`);
      const socket = await elsewhere.socket().catch(() => null);
      if (socket) await disconnected(socket);
      await expect(elsewhere.socket()).rejects.toThrow('unauthenticated');
    });

    it('both apply a role change', async () => {
      const player = await app.player();
      const elsewhere = onOther(player);
      await elsewhere.call('GET /api/session');
      await setRole(app.site.db, app.site, { username: player.username, role: 'moderator' });
      await expect.poll(async () => (await elsewhere.user())?.role).toBe('moderator');
    });
  });
