import { type Kysely, sql } from 'kysely';

/** The beginning of what a thread begins with, beside its title: lists of threads look at no post. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table forum_threads add excerpt text not null default ''`,
  `update forum_threads t set excerpt = left(p.body, 200)
   from forum_posts p where p.thread_id = t.id and p.position = 1`,
  // By the database: a node of the version before writes openings too.
  `create function keep_forum_excerpt() returns trigger language plpgsql as $$
   begin
     update forum_threads set excerpt = left(new.body, 200)
     where id = new.thread_id and excerpt <> left(new.body, 200);
     return null;
   end $$`,
  `create trigger forum_posts_excerpt after insert or update of body on forum_posts
     for each row when (new.position = 1) execute function keep_forum_excerpt()`,
];
