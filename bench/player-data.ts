import { migrate } from '../server/src/platform/db/migrate.ts';
import { openDatabase } from '../server/src/platform/db/open-database.ts';
import { hashToken, newToken } from '../server/src/platform/security/secrets.ts';

/** A text that every fiftieth name holds; others begin as it does. */
export const COMMON_SUBSTRING = 'thomar';
/** A text that ten names hold, far apart, whatever their number. */
export const RARE_SUBSTRING = 'xqz';

const SYLLABLES =
  'al an ar bel bor bran cal cor da den dra el er fen gal gor hal hil il is jor ka kel kor la len lo mar mel mir mor na nor ol or pel ra ren ril ro sa sel sil sor ta tel thor tor ul ur val ven vor wen wyn ya yor za zan zel'
    .split(' ')
    .map((syllable) => `'${syllable}'`)
    .join(',');

/** A number from 0 below `count` that is drawn from `n`: the same in every run, another one for another `salt`. */
const pseudoRandom = (salt: number, count: string) => `(hashint8extended(n, ${salt}) & 1048575) % ${count}`;
const syllable = (salt: number) => `syllables[1 + ${pseudoRandom(salt, 'array_length(syllables, 1)')}]`;

/**
 * Fills an empty PostgreSQL with so many players of varied names and levels, the higher the rarer, in a few statements.
 * @returns the token of a session of player 1
 */
export async function fillPlayers(databaseUrl: string, players: number): Promise<string> {
  const database = await openDatabase({ databaseUrl, dataDir: '', databaseTimeoutMs: 0 });
  await migrate(database.db);
  const token = newToken();
  const client = await database.pool?.connect();
  const run = (text: string) => client?.query(text);
  // Without checks and triggers for each row; indexes and parts are made at once afterwards.
  await run(`set session_replication_role = replica; set statement_timeout = 0; set synchronous_commit = off;
             set maintenance_work_mem = '512MB'; set work_mem = '256MB'`);
  const indexes = (
    await client?.query<{ name: string; definition: string }>(
      `select indexrelid::regclass as name, pg_get_indexdef(indexrelid) as definition from pg_index
       where indrelid in ('users'::regclass, 'characters'::regclass, 'username_suffixes'::regclass)
         and not exists (select 1 from pg_constraint where conindid = indexrelid)`,
    )
  )?.rows;
  for (const { name } of indexes ?? []) await run(`drop index ${name}`);
  await run('alter table username_suffixes drop constraint username_suffixes_pkey');
  await run(`
    insert into users (id, username, email, first_name, last_name, password_hash, consent_at, created_at, status_message)
    overriding system value
    select n, initcap(${syllable(1)}) || ${syllable(2)}
              || case when ${pseudoRandom(3, '3')} > 0 then ${syllable(4)} else '' end
              || case when n % ${players / 10} = 7 then '${RARE_SUBSTRING}' else '' end
              || case when n % 50 = 3 then '${COMMON_SUBSTRING}' else '' end || n,
           n || '@example.com', 'Bench', 'Player', '-', now(), now(), 'Number ' || n || ' of the hold.'
    from generate_series(1, ${players}) n, (select array[${SYLLABLES}] as syllables) words`);
  await run(`
    insert into characters (user_id, level, experience, health, health_at, energy, energy_at, attack, defense,
                            max_health, coins, wins)
    select n, least(60, 1 + floor(-6 * ln((1 + ${pseudoRandom(5, '1000000')}) / 1000000.0))), 0, 100, now(), 100, now(), 3, 3,
           100, 50, ${pseudoRandom(6, '500')} from generate_series(1, ${players}) n`);
  await run(
    'insert into username_suffixes (suffix, user_id) select username_suffixes_of(username), id from users',
  );
  for (const { definition } of indexes ?? []) await run(definition);
  await run('alter table username_suffixes add primary key (suffix, user_id)');
  await run(`insert into sessions (token_hash, user_id, device, address, remember, created_at, last_used_at, expires_at)
             values ('${hashToken(token)}', 1, 'bench', '127.0.0.1', true, now(), now(), now() + interval '30 days')`);
  for (const table of ['users', 'characters', 'username_suffixes']) await run(`vacuum analyze ${table}`);
  client?.release();
  await database.close();
  return token;
}
