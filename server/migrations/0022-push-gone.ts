import { type Kysely, sql } from 'kysely';

/** A browser whose address its push service knows no more is still one to push to, once it has given out another. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table push_subscriptions add column gone_at timestamptz').execute(db);
}
