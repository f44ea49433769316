import { type Kysely, sql } from 'kysely';

/** What a player has uploaded of late is summed with each upload, without looking at all that they ever sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create index if not exists attachments_uploaded on attachments (owner_id, created_at) include (bytes)
       where bytes > 0`,
    )
    .execute(db);
}
