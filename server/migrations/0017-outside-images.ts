import { type Kysely, sql } from 'kysely';

/** Pictures of other sites that posts show, as they were fetched; `file_key` is null where that failed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table outside_images (
    url_hash text primary key,
    file_key text,
    fetched_at timestamptz not null
  )`,
  `create index outside_images_age on outside_images (fetched_at)`,
];
