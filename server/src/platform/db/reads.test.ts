import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findEngines, type RunningEngines, startEngines } from '../../../../scripts/testing/engines.ts';
import { createTestApp, type TestApp, type TestPlayer } from '../../testing/app.ts';
import { asOwner } from '../../testing/database.ts';
import { run } from './db.ts';
import { MAX_LAG_MS } from './reads.ts';

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

  let engines: RunningEngines;
  let standby: string;
  let app: TestApp;
  let player: TestPlayer;
  beforeAll(async () => {
    const found = findEngines();
    if (found === null) throw new Error('PostgreSQL or Redis is not on this machine');
    engines = await startEngines(found);
    standby = await engines.addStandby();
    app = await createTestApp({
      // A read that waited for a frozen standby would outlast its test.
      env: { DATABASE_URL: engines.databaseUrl, DATABASE_REPLICA_URL: standby, DATABASE_TIMEOUT_MS: '60000' },
    });
    player = await app.player();
  });
  afterAll(async () => {
    await app.close();
    await engines.stop();
  });

  const onStandby = <Row extends object>(statement: string) => asOwner<Row>(standby, statement);
  /** What this site has last asked the standby, beside how far it is. */
  const askedThere = async (): Promise<string[]> => {
    const rows = await onStandby<{ query: string }>(
      `select query from pg_stat_activity where application_name = 'rivalhold' and query !~ 'wal_replay'`,
    );
    return rows.map(({ query }) => query);
  };
  const names = async (who: TestPlayer) =>
    (await who.call('GET /api/profiles')).body.map(({ username }) => username);
  const leaders = async () =>
    (await player.call('GET /api/leaderboard')).body.leaderboard.map(({ username }) => username);
  const isDivided = () => app.site.reads.db !== app.site.db;

  it('of who has just written go to the primary, and those that may be a moment old to the standby', async () => {
    await expect.poll(isDivided).toBe(true);
    expect(player.cookies.has(WROTE)).toBe(true);
    expect(await names(player)).toEqual([player.username]);
    expect(await leaders()).toEqual([player.username]);
    expect(await askedThere()).toEqual([]);

    const changed = await player.call('PATCH /api/users/me/status', { body: { statusMessage: 'Here' } });
    expect(changed.headers.getSetCookie().find((line) => line.startsWith(WROTE))).toMatch(
      /Max-Age=5; .*HttpOnly/,
    );
    player.cookies.delete(WROTE);
    await expect.poll(() => names(player)).toEqual([player.username]);
    expect(await leaders()).toEqual([player.username]);
    expect((await askedThere()).length).toBeGreaterThan(0);
  });

  it('go to the primary while the standby stands still, where own ones are seen at once, and back to it', async () => {
    await onStandby('select pg_wal_replay_pause()');
    const late = await app.player();
    expect(await names(late)).toContain(late.username);
    await expect.poll(isDivided).toBe(false);
    expect(app.site.reads.lagMs).toBeGreaterThan(MAX_LAG_MS);
    expect(await names(player)).toContain(late.username);
    // Nobody waits for what it does not show.
    expect(await onStandby(`select 1 from users where id = ${late.id}`)).toEqual([]);

    await onStandby('select pg_wal_replay_resume()');
    await expect.poll(isDivided).toBe(true);
    await expect.poll(() => names(player)).toContain(late.username);
  });

  it('are answered by the primary soon when the standby is frozen, and by it when it has thawed', async () => {
    player.cookies.delete(WROTE);
    await expect.poll(isDivided).toBe(true);
    await engines.have('standby', 'freeze');
    expect(await Promise.all([names(player), leaders()])).toEqual([
      expect.arrayContaining([player.username]),
      expect.arrayContaining([player.username]),
    ]);
    expect(isDivided()).toBe(false);

    await engines.have('standby', 'thaw');
    await expect.poll(isDivided).toBe(true);
    expect(await names(player)).toContain(player.username);
  });

  it('are answered by the primary when the standby dies, and by it when it is back', async () => {
    await engines.have('standby', 'kill');
    expect(await names(player)).toContain(player.username);
    await expect.poll(isDivided).toBe(false);
    const late = await app.player();
    expect(await names(player)).toContain(late.username);

    await engines.have('standby', 'start');
    await expect.poll(isDivided).toBe(true);
    await expect.poll(() => names(player)).toContain(late.username);
    expect((await askedThere()).length).toBeGreaterThan(0);
    expect(await run(app.site.db, 'select pg_is_in_recovery() as here', [])).toEqual([{ here: false }]);
  });
});
