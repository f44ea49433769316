import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { open, strike } from '../../features/combat/testing.ts';
import { history, send } from '../../features/dms/testing.ts';
import { useTestApp } from '../../testing/app.ts';
import { run } from './db.ts';
import { migrate } from './migrate.ts';

const app = useTestApp();

/** What players of this version do that reads and writes many tables. */
async function playOn(): Promise<void> {
  const [one, other] = [await app.player(), await app.player()];
  expect((await one.call('POST /api/feed', { body: { body: 'Still here' } })).status).toBe(201);
  expect((await one.call('GET /api/dashboard')).status).toBe(200);
  expect((await one.call('GET /api/profiles')).status).toBe(200);
  expect((await one.call('GET /api/forum-threads')).status).toBe(200);
  expect((await one.call('GET /api/store')).status).toBe(200);
  expect((await open(one, other)).status).toBe(200);
  app.clock.advance(500);
  expect((await strike(one, other)).status).toBe(200);
  const socket = await one.socket();
  expect((await send(socket, one, other, 'Still here')).ok).toBe(true);
  expect((await history(other, one)).items).toHaveLength(1);
}

describe('a database that a newer version has changed', () => {
  it('serves the version before, whose statements were planned on the old tables, and lets it start', async () => {
    for (let times = 0; times < 2; times++) await playOn();
    const { db } = app.site;
    const tables = "select tablename as name from pg_tables where schemaname = 'public'";
    const all = await run<{ name: string }>(db, tables, []);
    const later = {
      '9998-of-a-newer-version': {
        up: async (tx: typeof db) => {
          for (const { name } of all)
            await sql`alter table ${sql.id(name)} add column of_a_newer_version text`.execute(tx);
        },
      },
    };
    expect(await migrate(db, { more: later as never })).toEqual(['9998-of-a-newer-version']);
    for (let times = 0; times < 2; times++) await playOn();
    // As a node of this version does that is started again.
    expect(await migrate(db)).toEqual([]);
    await run(db, "delete from kysely_migration where name = '9998-of-a-newer-version'", []);
  });

  it('is refused where what was applied stands between what is known', async () => {
    const { db } = app.site;
    await run(db, "insert into kysely_migration (name, timestamp) values ('0001-another', '')", []);
    await expect(migrate(db)).rejects.toThrow('0001-another');
    await run(db, "delete from kysely_migration where name = '0001-another'", []);
  });
});

if (process.env.TEST_DATABASE_URL)
  describe('a migration while others serve', () => {
    it('runs once, and steps back from a table that is in use rather than stop who comes after it', async () => {
      const { db, config } = app.site;
      const busy = new pg.Client({ connectionString: config.databaseUrl as string });
      await busy.connect();
      await busy.query('begin');
      await busy.query('select from users limit 1');
      let times = 0;
      const later = {
        '9999-waiting': {
          up: async (tx: typeof db) => {
            times++;
            await sql`alter table users add column waiting text`.execute(tx);
          },
        },
      };
      const both = Promise.all([
        migrate(db, { more: later as never }),
        migrate(db, { more: later as never }),
      ]);
      await expect.poll(() => times).toBeGreaterThan(1);
      // It would be a statement timeout if it stood behind the change for as long as that waits.
      await app.player();
      await busy.query('commit');
      await busy.end();
      expect((await both).flat()).toEqual(['9999-waiting']);
      await app.player();
    });
  });
