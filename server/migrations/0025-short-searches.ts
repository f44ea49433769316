import { type Kysely, sql } from 'kysely';

/** Titles, names and addresses are found by any part of them, one of one letter or two as well. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  // Of three letters, of two and of one. Under its name of before: a node of that version finds what it found.
  `create or replace function trigrams(value text) returns text[] language sql immutable parallel safe as
     $$ select array(
          select distinct substr(value, place, size)
          from generate_series(1, 3) as size, generate_series(1, length(value) - size + 1) as place
        ) $$`,
  // What a text holds that holds another: the three-letter parts of that, or itself where it is shorter.
  `create function sought_parts(value text) returns text[] language sql immutable parallel safe as
     $$ select array(
          select distinct substr(value, place, 3) from generate_series(1, greatest(length(value) - 2, 1)) as place
        ) $$`,
  'reindex index forum_titles_trigrams',
  'reindex index users_search',
  // A node of the version before reads all titles, or names, for one letter or two, as long as it is there.
  'drop index forum_titles_title',
  'drop index users_username_start',
  'drop index users_email_start',
];
