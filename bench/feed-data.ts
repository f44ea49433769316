import { migrate } from '../server/src/platform/db/migrate.ts';
import { openDatabase } from '../server/src/platform/db/open-database.ts';
import { hashToken, newToken } from '../server/src/platform/security/secrets.ts';
import { PLAYERS } from './load.ts';

export const AUTHORS = 5_000;
const LIKES_EACH = 5;

/** What a database is filled with, and the tables whose indexes, those of keys in `keys` too, are made at once afterwards. */
export type DataSet = {
  tables: readonly string[];
  keys?: Record<string, string>;
  statements: readonly string[];
};

/**
 * Fills an empty PostgreSQL with 5,000 players and what `statements` make of them.
 * @returns tokens of sessions of the first players, one for each connection of a measurement unless told otherwise
 */
export async function fillDatabase(
  databaseUrl: string,
  { tables, keys = {}, statements }: DataSet,
  signedIn = PLAYERS,
): Promise<string[]> {
  const database = await openDatabase({ databaseUrl, dataDir: '', databaseTimeoutMs: 0 });
  await migrate(database.db);
  const tokens = Array.from({ length: signedIn }, newToken);
  const client = await database.pool?.connect();
  const run = (text: string) => client?.query(text);
  // Without checks and triggers for each row; indexes are made at once afterwards.
  await run(`set session_replication_role = replica; set statement_timeout = 0; set synchronous_commit = off;
             set maintenance_work_mem = '256MB'`);
  const indexes = (
    await client?.query<{ name: string; definition: string }>(
      `select indexrelid::regclass as name, pg_get_indexdef(indexrelid) as definition from pg_index
       where indrelid = any ('{${tables.join(',')}}'::regclass[])
         and not exists (select 1 from pg_constraint where conindid = indexrelid)`,
    )
  )?.rows;
  for (const { name } of indexes ?? []) await run(`drop index ${name}`);
  for (const table of Object.keys(keys)) await run(`alter table ${table} drop constraint ${table}_pkey`);
  await run(`
    insert into users (username, email, first_name, last_name, password_hash, consent_at, created_at)
    select 'bench_' || n, 'bench_' || n || '@example.com', 'Bench', 'Player', '-', now(), now()
    from generate_series(1, ${AUTHORS}) n`);
  await run(`
    insert into characters (user_id, level, experience, health, health_at, energy, energy_at, attack, defense,
                            max_health, coins)
    select n, 1 + n % 20, 0, 100, now(), 100, now(), 3, 3, 100, 50 from generate_series(1, ${AUTHORS}) n`);
  await run(`insert into blocks (blocker_id, blocked_id, created_at)
             select n, n + 1, now() from generate_series(1000, 3000) n`);
  for (const statement of statements) await run(statement);
  for (const { definition } of indexes ?? []) await run(definition);
  for (const [table, key] of Object.entries(keys)) await run(`alter table ${table} add primary key (${key})`);
  const sessions = tokens.map(
    (token, index) =>
      `('${hashToken(token)}', ${index + 1}, 'bench', '127.0.0.1', true, now(), now(), now() + interval '30 days')`,
  );
  await run(`
    insert into sessions (token_hash, user_id, device, address, remember, created_at, last_used_at, expires_at)
    values ${sessions.join(',')}`);
  for (const table of new Set(['users', 'characters', 'blocks', ...tables]))
    await run(`vacuum analyze ${table}`);
  client?.release();
  await database.close();
  return tokens;
}

/** So many posts of 5,000 players, five likes and a comment each. */
export const feedStatements = (posts: number): Required<DataSet> => ({
  tables: ['posts', 'post_likes', 'post_comments'],
  keys: { post_likes: 'post_id, user_id' },
  statements: [
    `insert into posts (user_id, text, likes_count, comments_count, created_at)
       select 1 + (n * 7919::bigint) % ${AUTHORS}, 'Word number ' || n || ' of the hold, told at the fire and liked by some.',
              ${LIKES_EACH}, 1, now() - (${posts} - n) * interval '1 second'
       from generate_series(1, ${posts}) n`,
    `insert into post_likes (post_id, user_id, created_at)
       select n, 1 + (n * 31::bigint + k * 997) % ${AUTHORS}, now()
       from generate_series(1, ${posts}) n, generate_series(1, ${LIKES_EACH}) k`,
    `insert into post_comments (post_id, user_id, text, created_at)
       select n, 1 + (n * 101::bigint) % ${AUTHORS}, 'Well said.', now() from generate_series(1, ${posts}) n`,
  ],
});

/** Fills an empty PostgreSQL with so many posts. */
export const fillFeed = (databaseUrl: string, posts: number): Promise<string[]> =>
  fillDatabase(databaseUrl, feedStatements(posts));
