/**
 * Fills a database for the measurement, before its server starts: `PLAYERS` players and their rivals, so strong that no
 * fight ends meanwhile; the first `SIGNED_IN` of them all, else the players, are signed in. Prints their tokens as JSON. `DATA_DIR` and `DATABASE_URL` as the server's.
 */
import { migrate } from '../server/src/platform/db/migrate.ts';
import { openDatabase } from '../server/src/platform/db/open-database.ts';
import { hashToken, newToken } from '../server/src/platform/security/secrets.ts';
import { PLAYERS, RIVALS } from './load.ts';

const database = await openDatabase({
  dataDir: process.env.DATA_DIR ?? '',
  databaseUrl: process.env.DATABASE_URL ?? null,
});
await migrate(database.db);
const playerCount = PLAYERS + PLAYERS * RIVALS;
const tokens = Array.from({ length: Number(process.env.SIGNED_IN ?? PLAYERS) }, newToken);

async function runAll(text: string): Promise<void> {
  await (database.pool === null ? database.pglite?.exec(text) : database.pool.query(text));
}

await runAll(`
  insert into users (id, username, email, first_name, last_name, password_hash, consent_at, created_at)
  overriding system value
  select n, 'bench_' || n, 'bench_' || n || '@example.com', 'Bench', 'Player', '-', now(), now()
  from generate_series(1, ${playerCount}) n`);
await runAll(`
  insert into characters (user_id, level, experience, health, health_at, energy, energy_at, attack, defense,
                          max_health, coins)
  select n, 1, 0, 100000000, now(), 1000000, now(), 3, 3, 100000000, 0 from generate_series(1, ${playerCount}) n`);
const sessions = tokens.map(
  (token, index) =>
    `('${hashToken(token)}', ${index + 1}, 'bench', '127.0.0.1', true, now(), now(), now() + interval '30 days')`,
);
await runAll(`
  insert into sessions (token_hash, user_id, device, address, remember, created_at, last_used_at, expires_at)
  values ${sessions.join(',')}`);
await runAll('analyze users; analyze characters; analyze sessions');
await database.close();
console.log(JSON.stringify(tokens));
