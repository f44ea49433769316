import { type Kysely, sql } from 'kysely';

/** Titles, names and addresses are found by any part of them, one of one letter or two as well. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

// What they were found by, and with it `trigrams`, falls away in 0026: no version was released that had it.
const STATEMENTS = [
  // Of one letter to three.
  `create or replace function text_parts(value text) returns text[] language sql immutable parallel safe as
     $$ select array(
          select distinct substr(value, place, size)
          from generate_series(1, 3) as size, generate_series(1, length(value) - size + 1) as place
        ) $$`,
  // What a text has that holds another: the three-letter parts of that, or itself where it is shorter.
  `create or replace function sought_parts(value text) returns text[] language sql immutable parallel safe as
     $$ select array(
          select distinct substr(value, place, 3) from generate_series(1, greatest(length(value) - 2, 1)) as place
        ) $$`,
  'create index if not exists forum_titles_parts on forum_titles using gin (text_parts(title))',
  `create index if not exists users_parts on users using gin (text_parts(lower(username || ' ' || email)))
     where deleted_at is null`,
  // Which parts are common is known of the new indexes from the start.
  'analyze forum_titles',
  'analyze users',
];
