import { type Kysely, sql } from 'kysely';

/** Indexes that nothing reads any more cost each write of a name, an address or a title, and room. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

// contract: 0.1.0 finds titles and names by their parts, by their beginnings never. It is the first that is released, so
// that no node before it can stumble over this.
const STATEMENTS = [
  'drop index if exists forum_titles_trigrams',
  'drop index if exists forum_titles_title',
  'drop index if exists users_search',
  'drop index if exists users_username_start',
  'drop index if exists users_email_start',
  'drop function if exists trigrams(text)',
];
