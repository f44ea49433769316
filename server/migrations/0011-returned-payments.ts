import { type Kysely, sql } from 'kysely';

/**
 * Disputes and refunds each by themselves, which payments were credited at all, and a name for this site among others of
 * the same provider's account.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `insert into site_facts (name, value) values ('installation', gen_random_uuid()::text)`,
  `alter table payments add column credited boolean not null default false`,
  `update payments p set credited = true
     where exists (select 1 from coin_ledger l where l.user_id = p.user_id and l.idempotency_key = 'payment:' || p.id)`,
  `create table payment_disputes (
    payment_id bigint not null references payments (id) on delete cascade,
    dispute_id text not null,
    state text not null check (state in ('asked', 'open', 'lost', 'won')),
    cents integer not null check (cents >= 0),
    primary key (payment_id, dispute_id)
  )`,
  `insert into payment_disputes (payment_id, dispute_id, state, cents)
     select id, dispute_id, dispute_state, disputed_cents from payments where dispute_id is not null`,
  `update payments set disputed_cents = 0 where dispute_state is distinct from 'open' and dispute_state is distinct from 'lost'`,
  `alter table payments drop column dispute_id, drop column dispute_state`,
  `create table payment_refunds (
    payment_id bigint not null references payments (id) on delete cascade,
    refund_id text not null,
    cents integer not null check (cents >= 0),
    failed boolean not null,
    primary key (payment_id, refund_id)
  )`,
  `drop index payments_receipt`,
  `create index payments_receipt on payments (paid_at) where credited and receipt_at is null`,
  `create index users_staff on users (role) where role <> 'player'`,
];
