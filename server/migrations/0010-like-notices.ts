import { type Kysely, sql } from 'kysely';

/** Whose like its author has been told of stands in the notification itself, as with photos. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('drop table post_like_notices').execute(db);
}
