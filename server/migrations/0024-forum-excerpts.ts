import { type Kysely, sql } from 'kysely';

/** The beginning of what a thread begins with, beside its title: lists of threads look at no post. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  // Null in threads of before until somebody replies, which writes their row anyway: to fill all would hold them up.
  'alter table forum_threads add excerpt text',
  // By the database: a node of the version before writes openings too. As long as the limit of excerpts.
  `create function keep_forum_excerpt() returns trigger language plpgsql as $$
   begin
     update forum_threads set excerpt = left(new.body, 200)
     where id = new.thread_id and excerpt is distinct from left(new.body, 200);
     return null;
   end $$`,
  `create trigger forum_posts_excerpt after insert or update of body on forum_posts
     for each row when (new.position = 1) execute function keep_forum_excerpt()`,
];
