import { type Kysely, sql } from 'kysely';

/** Browsers that are pushed to, each for as long as its session lasts, and what each player wants to be told of. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table push_subscriptions (
    id bigint primary key generated always as identity,
    user_id bigint not null references users (id),
    session_id bigint not null references sessions (id) on delete cascade,
    endpoint text not null unique,
    p256dh text not null,
    auth text not null,
    created_at timestamptz not null,
    sent_at timestamptz
  )`,
  `create index push_subscriptions_user on push_subscriptions (user_id)`,
  `create index push_subscriptions_session on push_subscriptions (session_id)`,
  `create table push_settings (
    user_id bigint primary key references users (id),
    message boolean not null,
    fight boolean not null,
    friend_request boolean not null,
    quiet_from text,
    quiet_to text,
    time_zone text,
    check (num_nulls(quiet_from, quiet_to, time_zone) in (0, 3))
  )`,
];
