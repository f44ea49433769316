import { type Kysely, sql } from 'kysely';

/** Places of some threads in each list, and what has come and gone since, so that far pages are not counted off from the top. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  // How many threads stood before one, in a list of all (category 0) or of a category. Of its columns those are set that
  // the list is ordered by.
  `create table forum_marks (
    sort text not null,
    category_id bigint not null,
    place integer not null,
    updated_at timestamptz,
    post_count integer,
    thread_id bigint not null,
    primary key (sort, category_id, place)
  )`,
  // Where a thread has come to (1) or gone from (-1) since: never changed, only added to, so nobody waits for another.
  `create table forum_shifts (
    n smallint not null,
    category_id bigint not null,
    updated_at timestamptz not null,
    post_count integer not null,
    thread_id bigint not null
  )`,
  `create function keep_forum_shifts() returns trigger language plpgsql as $$
   begin
     if tg_op <> 'INSERT' and old.deleted_at is null then
       insert into forum_shifts values (-1, old.category_id, old.updated_at, old.post_count, old.id);
     end if;
     if tg_op <> 'DELETE' and new.deleted_at is null then
       insert into forum_shifts values (1, new.category_id, new.updated_at, new.post_count, new.id);
     end if;
     return null;
   end $$`,
  `create trigger forum_threads_shifts
     after insert or delete or update of category_id, updated_at, post_count, deleted_at on forum_threads
     for each row execute function keep_forum_shifts()`,
];
