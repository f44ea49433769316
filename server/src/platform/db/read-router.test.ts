import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findServices, type RunningServices, startServices } from '../../../../scripts/testing/services.ts';
import { createTestApp, type TestApp, type TestPlayer } from '../../testing/app.ts';
import { runAsOwner } from '../../testing/database.ts';
import { query } from '../../testing/queries.ts';
import { sql } from './db.ts';
import { MAX_LAG_MS } from './read-router.ts';

const WROTE = 'rivalhold-wrote';

describe('the read router', () => {
  if (!process.env.TEST_DATABASE_URL) {
    it('sends reads to the embedded database, which has no replica', async () => {
      const app = await createTestApp();
      expect([app.site.reads.hasReplica, app.site.reads.db]).toEqual([false, app.site.db]);
      await app.close();
    });
    return;
  }

  let services: RunningServices;
  let standby: string;
  let app: TestApp;
  let player: TestPlayer;
  beforeAll(async () => {
    const found = findServices();
    if (found === null) throw new Error('PostgreSQL or Redis is not on this machine');
    services = await startServices(found);
    standby = await services.addStandby();
    app = await createTestApp({
      // With this long timeout, the test fails if a read waits for a hung standby.
      env: {
        DATABASE_URL: services.databaseUrl,
        DATABASE_REPLICA_URL: standby,
        DATABASE_TIMEOUT_MS: '60000',
      },
    });
    player = await app.player();
  });
  afterAll(async () => {
    await app.close();
    await services.stop();
  });

  const onStandby = <Row extends object>(statement: string) => runAsOwner<Row>(standby, statement);
  /** Return the last query of each of the site's connections to the standby. Omit queries that measure the lag. */
  const lastQueries = async (): Promise<string[]> => {
    const rows = await onStandby<{ query: string }>(
      `select query from pg_stat_activity where application_name = 'rivalhold' and query !~ 'wal_replay'`,
    );
    return rows.map(({ query }) => query);
  };
  /**
   * Repeat a read until `lastQueries` returns a query. A single read is not enough: if a measurement of the lag follows
   * on the same connection, `lastQueries` does not return the read.
   */
  const expectReadsThere = () =>
    expect
      .poll(async () => {
        await names(player);
        return lastQueries();
      })
      .not.toEqual([]);
  const names = async (who: TestPlayer) =>
    (await who.call('GET /api/profiles')).body.map(({ username }) => username);
  const leaders = async () =>
    (await player.call('GET /api/leaderboard')).body.leaderboard.map(({ username }) => username);
  const usesReplica = () => app.site.reads.db !== app.site.db;

  it('sends reads to the standby, except after a change by the same player', async () => {
    await expect.poll(usesReplica).toBe(true);
    expect(player.cookies.has(WROTE)).toBe(true);
    expect(await names(player)).toEqual([player.username]);
    expect(await leaders()).toEqual([player.username]);
    expect(await lastQueries()).toEqual([]);

    const changed = await player.call('PATCH /api/users/me/status', { body: { statusMessage: 'Here' } });
    expect(changed.headers.getSetCookie().find((line) => line.startsWith(WROTE))).toMatch(
      /Max-Age=5; .*HttpOnly/,
    );
    player.cookies.delete(WROTE);
    await expect.poll(() => names(player)).toEqual([player.username]);
    expect(await leaders()).toEqual([player.username]);
    await expectReadsThere();
  });

  it('sends reads to the primary while the standby lags', async () => {
    await onStandby('select pg_wal_replay_pause()');
    const late = await app.player();
    expect(await names(late)).toContain(late.username);
    await expect.poll(usesReplica).toBe(false);
    expect(app.site.reads.lagMs).toBeGreaterThan(MAX_LAG_MS);
    expect(await names(player)).toContain(late.username);
    expect(await onStandby(`select 1 from users where id = ${late.id}`)).toEqual([]);

    await onStandby('select pg_wal_replay_resume()');
    await expect.poll(usesReplica).toBe(true);
    await expect.poll(() => names(player)).toContain(late.username);
  });

  it('sends reads to the primary without delay while the standby hangs', async () => {
    player.cookies.delete(WROTE);
    await expect.poll(usesReplica).toBe(true);
    await services.control('standby', 'freeze');
    expect(await Promise.all([names(player), leaders()])).toEqual([
      expect.arrayContaining([player.username]),
      expect.arrayContaining([player.username]),
    ]);
    expect(usesReplica()).toBe(false);

    await services.control('standby', 'thaw');
    await expect.poll(usesReplica).toBe(true);
    expect(await names(player)).toContain(player.username);
  });

  it('sends reads to the primary while the standby is down', async () => {
    await services.control('standby', 'kill');
    expect(await names(player)).toContain(player.username);
    await expect.poll(usesReplica).toBe(false);
    const late = await app.player();
    expect(await names(player)).toContain(late.username);

    await services.control('standby', 'start');
    await expect.poll(usesReplica).toBe(true);
    await expect.poll(() => names(player)).toContain(late.username);
    await expectReadsThere();
    expect(await query(app.site.db, sql`select pg_is_in_recovery() as here`)).toEqual([{ here: false }]);
  });
});
