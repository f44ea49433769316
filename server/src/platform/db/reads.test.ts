import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp, type TestPlayer } from '../../testing.ts';
import { run } from './db.ts';

const WROTE = 'rivalhold-wrote';

describe('reads', () => {
  if (!process.env.TEST_DATABASE_URL) {
    it('all go to the embedded database, which has no replica', async () => {
      const app = await createTestApp();
      expect([app.site.reads.isDivided, app.site.reads.db]).toEqual([false, app.site.db]);
      await app.close();
    });
    return;
  }

  /** Another site's database stands in for the replica: which of the two was read shows by the players in it. */
  let copy: TestApp;
  let app: TestApp;
  let there: TestPlayer;
  let player: TestPlayer;
  beforeAll(async () => {
    copy = await createTestApp();
    there = await copy.player();
    app = await createTestApp({ env: { DATABASE_REPLICA_URL: copy.site.config.databaseUrl as string } });
    player = await app.player();
  });
  afterAll(async () => {
    await app.close();
    await copy.close();
  });

  const listed = async () => (await player.call('GET /api/profiles')).body.map(({ username }) => username);
  const leaders = async () =>
    (await player.call('GET /api/leaderboard')).body.leaderboard.map(({ username }) => username);
  /** Has the replica say that it shows no more than was written by now, as one that is paused. */
  const pause = async () => {
    const { databaseUrl } = copy.site.config;
    const client = new pg.Client({ connectionString: databaseUrl as string });
    await client.connect();
    const { pathname } = new URL(databaseUrl as string);
    const { rows } = await client.query('select pg_current_wal_lsn() as lsn');
    await client.query(`
      create schema paused;
      create function paused.pg_last_wal_replay_lsn() returns pg_lsn language sql as
        $$ select '${rows[0].lsn}'::pg_lsn $$;
      alter database ${pathname.slice(1)} set search_path = paused, pg_catalog, public;`);
    // The next connections find it so.
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await client.end();
  };

  it('that may be a moment old go to the replica, but those of who has just written do not', async () => {
    expect(player.cookies.has(WROTE)).toBe(true);
    expect(await listed()).toEqual([player.username]);
    expect(await leaders()).toEqual([player.username]);
    player.cookies.delete(WROTE);
    expect(await listed()).toEqual([there.username]);
    expect(await leaders()).toEqual([there.username]);
    expect((await player.call('GET /api/profiles/{id}', { params: { id: player.id } })).body.username).toBe(
      player.username,
    );
    const changed = await player.call('PATCH /api/users/me/status', { body: { statusMessage: 'Here' } });
    expect(changed.headers.getSetCookie().find((line) => line.startsWith(WROTE))).toMatch(
      /Max-Age=5; .*HttpOnly/,
    );
    expect(await listed()).toEqual([player.username]);
    player.cookies.delete(WROTE);
  });

  it('go to the primary while the replica lags, and while it is away', async () => {
    const { reads, db } = app.site;
    await reads.measure();
    expect(reads.lagMs).toBeLessThan(3_000);
    expect(reads.db).not.toBe(db);

    await pause();
    await run(db, 'create table if not exists more (n integer)', []);
    await expect.poll(() => reads.db === db).toBe(true);
    expect(await listed()).toEqual([player.username]);
    expect(reads.lagMs).toBeGreaterThan(3_000);
  });
});
