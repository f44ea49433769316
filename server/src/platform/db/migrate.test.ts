import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { openFightOf, strike } from '../../features/combat/testing.ts';
import { history, sendDirectMessage } from '../../features/dms/testing.ts';
import { useTestApp } from '../../testing/app.ts';
import { query, queryValues } from '../../testing/queries.ts';
import { sql } from './db.ts';
import { migrate, readMigrations } from './migrate.ts';

const app = useTestApp();

/** Read and write many tables, as players do with this version. */
async function play(): Promise<void> {
  const [one, other] = [await app.player(), await app.player()];
  expect((await one.call('POST /api/feed', { body: { body: 'Still here' } })).status).toBe(201);
  expect((await one.call('GET /api/dashboard')).status).toBe(200);
  expect((await one.call('GET /api/profiles')).status).toBe(200);
  expect((await one.call('GET /api/forum-threads')).status).toBe(200);
  expect((await one.call('GET /api/store')).status).toBe(200);
  expect((await openFightOf(one, other)).status).toBe(200);
  app.clock.advance(500);
  expect((await strike(one, other)).status).toBe(200);
  const socket = await one.socket();
  expect((await sendDirectMessage(socket, one, other, 'Still here')).ok).toBe(true);
  expect((await history(other, one)).items).toHaveLength(1);
}

/** Return the migrations of this version and a migration of the next version. */
const withNext = async (name: string, text: string) => ({ ...(await readMigrations()), [name]: text });
const forget = (name: string) => query(app.site.db, sql`delete from schema_migrations where name = ${name}`);

describe('a schema of a newer version', () => {
  it('does not prevent nodes of this version from running or migrating', async () => {
    for (let times = 0; times < 2; times++) await play();
    const { db } = app.site;
    const tables = await queryValues<string>(
      db,
      sql`select tablename from pg_tables where schemaname = 'public'`,
    );
    const migrations = await withNext(
      '9998-next',
      tables.map((name) => `alter table ${name} add column of_the_next_version text;`).join('\n'),
    );
    expect(await migrate(db, { migrations })).toEqual(['9998-next']);
    for (let times = 0; times < 2; times++) await play();
    expect(await migrate(db)).toEqual([]);
    await forget('9998-next');
  });

  it('is rejected if an unknown migration comes before a known migration', async () => {
    const { db } = app.site;
    await query(db, sql`insert into schema_migrations (name) values ('0001-another')`);
    await expect(migrate(db)).rejects.toThrow('0001-another');
    await forget('0001-another');
  });
});

if (process.env.TEST_DATABASE_URL)
  describe('a migration while nodes serve requests', () => {
    it('is applied once by two nodes without blocking requests', async () => {
      const { db, config } = app.site;
      const busy = new pg.Client({ connectionString: config.databaseUrl as string });
      await busy.connect();
      await busy.query('begin');
      await busy.query('select from users limit 1');
      await query(db, sql`create sequence attempts`);
      const migrations = await withNext(
        '9999-waiting',
        "select nextval('attempts'); alter table users add column waiting text;",
      );
      const both = Promise.all([migrate(db, { migrations }), migrate(db, { migrations })]);
      // Count the attempts with a sequence, because a rollback does not reset it.
      const attempts = async () => (await queryValues<number>(db, sql`select last_value from attempts`))[0];
      await expect.poll(attempts).toBeGreaterThan(1);
      // If the sign-up had to wait until the end of the migration, it would exceed the statement timeout.
      await app.player();
      await busy.query('commit');
      await busy.end();
      expect((await both).flat()).toEqual(['9999-waiting']);
      await app.player();
    });
  });
