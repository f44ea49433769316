import { createHash } from 'node:crypto';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../../../../scripts/testing/temporary-folder.ts';
import { adjustCoins } from '../../features/coins/service.ts';
import { createPost } from '../../features/feed/testing.ts';
import { type Config, readConfig } from '../../platform/config.ts';
import { type Db, raw, sql } from '../../platform/db/db.ts';
import { openDatabase } from '../../platform/db/open-database.ts';
import type { TestApp } from '../../testing/app.ts';
import { createPostgresDatabase } from '../../testing/database.ts';
import { query } from '../../testing/queries.ts';

export type EmptySite = { config: Config; env: Record<string, string>; remove(): Promise<void> };

/** Change the manifest of a backup, and update its checksum. */
export function rewriteManifest(folder: string, change: (manifest: Record<string, unknown>) => void): void {
  const file = path.join(folder, 'manifest.json');
  const { sha256: _, ...manifest } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  change(manifest);
  const sha256 = createHash('sha256').update(JSON.stringify(manifest)).digest('hex');
  writeFileSync(file, JSON.stringify({ ...manifest, sha256 }));
}

let blankDatabase: Promise<string> | undefined;

/**
 * Create an embedded database without tables, and return its data folder. Copying this folder is faster than
 * creating another database.
 */
async function createBlankDatabase(): Promise<string> {
  const dataDir = temporaryFolder();
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  await (await openDatabase({ databaseUrl: null, dataDir })).close();
  return dataDir;
}

/**
 * Create an empty data folder and an empty database for a site. If the test run has PostgreSQL and `embedded`
 * is not set, the database is on PostgreSQL.
 */
export async function createEmptySite({
  embedded = false,
  more = {},
}: {
  embedded?: boolean;
  more?: Record<string, string>;
} = {}): Promise<EmptySite> {
  const server = embedded ? undefined : process.env.TEST_DATABASE_URL;
  const dataDir = temporaryFolder();
  const own = server ? await createPostgresDatabase(server) : null;
  const env: Record<string, string> = {
    DATA_DIR: dataDir,
    SESSION_SECRET: 'x'.repeat(32),
    SEED: 'none',
    LOG_LEVEL: 'silent',
    RATE_LIMITS: 'off',
    ...more,
  };
  if (own) env.DATABASE_URL = own.url;
  else {
    blankDatabase ??= createBlankDatabase();
    cpSync(await blankDatabase, dataDir, { recursive: true });
  }
  return {
    config: readConfig(env),
    env,
    remove: async () => {
      await own?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Return the number of rows and a digest of every table. The database computes them, so they do not depend on
 * the code under test.
 */
export async function tableDigests(db: Db): Promise<Record<string, string>> {
  const tables = await query<{ name: string }>(
    db,
    sql`select tablename as name from pg_tables
     where schemaname = 'public' and tablename <> 'schema_migrations' order by 1`,
    { prepare: false },
  );
  const sums: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await query<{ sum: string }>(
      db,
      sql`select count(*) || ' ' || coalesce(md5(string_agg(r, '|' order by r collate "C")), '') as sum
          from (select t::text as r from ${raw(name)} t) as rows`,
      { prepare: false },
    );
    sums[name] = row?.sum ?? '';
  }
  return sums;
}

/** Text with characters that are easily corrupted, such as line breaks, quotes and unusual Unicode characters. */
export const UNUSUAL_TEXT = 'a\r\n"b"\\\t\u2028\u{1f409}\'{},NULL \\N';

/**
 * Create varied data: three players, coins, a friend request, a thread, a thousand posts, fights with inputs, and
 * files.
 */
export async function createSampleData(app: TestApp): Promise<{ names: string[] }> {
  const { db, files } = app.site;
  const players = [await app.player(), await app.player(), await app.player()];
  const [one, two, three] = players.map(({ id }) => id);
  await adjustCoins(db, app.site, { userId: one ?? 0, amount: 25, by: 'operator', note: UNUSUAL_TEXT });
  if (players[0]) await createPost(players[0], 'First');
  await players[0]?.call('POST /api/friend-requests/{userId}', { params: { userId: two ?? 0 } });
  const thread = { categoryId: 1, title: 'Who is here?', body: 'Say so.' };
  await players[1]?.call('POST /api/forum-threads', { body: thread });
  await query(
    db,
    sql`insert into posts (user_id, text, created_at)
     select ${two}, ${UNUSUAL_TEXT} || n, timestamptz '2026-01-01 00:00:00.123456Z' + n * interval '1 second'
     from generate_series(1, 1000) as n`,
  );
  await query(
    db,
    sql`insert into fights (attacker_id, defender_id, status, seed, seed_hash, inputs_hash, attacker_nonce,
       rules_version, live, setup, state, input_count, winner_id, last_exchange_at, created_at, ended_at)
     select ${two}, ${three}, 'over', 'seed', 'hash', 'hash', n::text, 1, '{}',
       jsonb_build_object('odd', ${UNUSUAL_TEXT}::text, 'n', n / 3.0), '[null, 1e2]', 401, ${two}, now(), now(), null
     from generate_series(1, 3) as n`,
  );
  await query(
    db,
    sql`insert into fight_inputs (fight_id, seq, input, created_at)
     select f.id, n, jsonb_build_object('n', n), now() from fights f, generate_series(1, 401) as n`,
  );
  await files.put('attachments/raw', Buffer.from([0, 255, 10, 13, 0]));
  await files.put('photos/1/large.webp', Buffer.alloc(300_000, 7));
  await files.put('empty', '');
  return { names: players.map(({ username }) => username) };
}
