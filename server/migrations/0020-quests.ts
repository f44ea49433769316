import { type Kysely, sql } from 'kysely';

/** What a newcomer has done of the first quests, and been paid for. Who was there before has no list. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table quest_lists (
    user_id bigint primary key references users (id) on delete cascade,
    done text[] not null default '{}',
    claimed text[] not null default '{}',
    begun_at timestamptz not null,
    closed_at timestamptz,
    check (claimed <@ done)
  )`,
];
