import type { PackId } from '@rivalhold/shared/contract/checkout.ts';
import { Nullable } from '@rivalhold/shared/contract/schema.ts';
import Type, { type Static } from 'typebox';
import { deleteInBatches } from '../../platform/db/batches.ts';
import { column } from '../../platform/db/columns.ts';
import {
  type Db,
  type DbOrTx,
  execute,
  query,
  queryExists,
  queryFirst,
  queryFirstValue,
  queryOne,
  queryValues,
  sql,
  type Tx,
  transaction,
} from '../../platform/db/db.ts';

const Payment = Type.Object({
  id: column.integer,
  user_id: column.integer,
  pack: column.code<PackId>(),
  coins: column.integer,
  cents: column.integer,
  currency: column.text,
  provider: Type.Enum(['stripe', 'sandbox']),
  session_id: Nullable(column.text),
  intent: Nullable(column.text),
  status: Type.Enum(['created', 'pending', 'paid', 'cancelled', 'refunded', 'disputed']),
  created_at: column.date,
  paid_at: Nullable(column.date),
  refunded_cents: column.integer,
  /** Total of open and lost disputes, in cents. */
  disputed_cents: column.integer,
  /** True if the payment's coins were credited. Only credited coins can be taken back. */
  credited: column.boolean,
  claimed: column.integer,
  owed: column.integer,
  claims: column.integer,
  /** Id of this site in the provider's metadata. Several sites can share a provider account. */
  site: column.text,
});
export type Payment = Static<typeof Payment>;

const LimitRow = Type.Object({
  packs_per_day: column.integer,
  next_packs_per_day: Nullable(column.integer),
  next_effective_at: Nullable(column.date),
});
export type LimitRow = Static<typeof LimitRow>;

const COLUMNS = sql`id, user_id, pack, coins, cents, currency, provider, session_id, payment_intent_id as intent, status, created_at,
  paid_at, refunded_cents, disputed_cents, credited, claimed_coins as claimed, owed_coins as owed,
  claim_count as claims,
  (select value from site_settings where name = 'installation') as site`;
const OPEN_STATUSES = sql`status in ('created', 'pending')`;

/** Return the purchase limit that a player has set, if any. */
export async function limitOf(db: DbOrTx, userId: number): Promise<LimitRow | undefined> {
  return queryFirst(
    db,
    LimitRow,
    sql`select packs_per_day, next_packs_per_day, next_effective_at from purchase_limits where user_id = ${userId}`,
  );
}

/** Store a player's purchase limit. */
export async function saveLimit(tx: Tx, userId: number, limit: LimitRow): Promise<void> {
  await execute(
    tx,
    sql`insert into purchase_limits (user_id, packs_per_day, next_packs_per_day, next_effective_at)
     values (${userId}, ${limit.packs_per_day}, ${limit.next_packs_per_day}, ${limit.next_effective_at})
     on conflict (user_id) do update set packs_per_day = excluded.packs_per_day,
       next_packs_per_day = excluded.next_packs_per_day, next_effective_at = excluded.next_effective_at`,
  );
}

const PurchaseCounts = Type.Object({ packs: column.integer, owed: column.integer });

/**
 * Return how many coins a player owes, and how many packs the player has paid for since a given time. Refunded packs do
 * not count.
 */
export async function countBoughtPacks(
  db: DbOrTx,
  userId: number,
  since: Date,
): Promise<Static<typeof PurchaseCounts>> {
  return queryOne(
    db,
    PurchaseCounts,
    sql`select (select count(*)::int from payments
             where user_id = ${userId} and paid_at > ${since} and status <> 'refunded') as packs,
            (select coalesce(sum(owed_coins), 0)::int from payments where user_id = ${userId} and owed_coins > 0) as owed`,
  );
}

/** Return a player's open payments. */
export const openPayments = (db: DbOrTx, userId: number): Promise<Payment[]> =>
  query(
    db,
    Payment,
    sql`select ${COLUMNS} from payments where user_id = ${userId} and ${OPEN_STATUSES} order by id`,
  );

/** Insert a payment. */
export function insertPayment(
  tx: Tx,
  payment: Pick<Payment, 'user_id' | 'pack' | 'coins' | 'cents' | 'currency' | 'provider' | 'created_at'>,
): Promise<Payment> {
  return queryOne(
    tx,
    Payment,
    sql`insert into payments (user_id, pack, coins, cents, currency, provider, created_at)
     values (${payment.user_id}, ${payment.pack}, ${payment.coins}, ${payment.cents},
       ${payment.currency}, ${payment.provider}, ${payment.created_at}) returning ${COLUMNS}`,
  );
}

/**
 * Store the session of a payment. Return false if the payment has another session, or ended before it got a session.
 */
export async function saveSessionId(db: DbOrTx, id: number, sessionId: string): Promise<boolean> {
  return queryExists(
    db,
    sql`update payments
     set session_id = ${sessionId}, status = case when status = 'created' then 'pending' else status end
     where id = ${id} and (session_id = ${sessionId} or session_id is null and status = 'created')
     returning id`,
  );
}

/** Cancel a payment that has no session. A payment that has received a session in the meantime stays open. */
export async function cancelUnopened(db: DbOrTx, id: number): Promise<void> {
  await execute(
    db,
    sql`update payments set status = 'cancelled'
     where id = ${id} and status = 'created' and session_id is null`,
  );
}

/**
 * Cancel an open payment and delete stored responses that link to its page. Return false if the payment was not open.
 */
export async function cancelPayment(db: DbOrTx, id: number): Promise<boolean> {
  return transaction(db, async (tx) => {
    const userId = await queryFirstValue(
      tx,
      column.integer,
      sql`update payments set status = 'cancelled' where id = ${id} and ${OPEN_STATUSES} returning user_id`,
    );
    if (userId === undefined) return false;
    await execute(
      tx,
      sql`delete from idempotency_keys
       where user_id = ${userId} and route = 'POST /api/checkout/create-session'`,
    );
    return true;
  });
}

/** Report whether a payment is open, and lock it until the transaction ends. */
export async function lockOpenPayment(tx: Tx, id: number): Promise<boolean> {
  return queryExists(tx, sql`select 1 from payments where id = ${id} and ${OPEN_STATUSES} for share`);
}

/** Return the player's payment that has this session. */
export async function paymentOfSession(
  db: DbOrTx,
  sessionId: string,
  userId: number,
): Promise<Payment | undefined> {
  return queryFirst(
    db,
    Payment,
    sql`select ${COLUMNS} from payments where session_id = ${sessionId} and user_id = ${userId}`,
  );
}

/**
 * Lock and return the payment of a session. If the session is not stored with any payment, use the payment with the
 * given id, unless that payment already has a session or has ended.
 */
export async function lockBySession(
  tx: Tx,
  sessionId: string,
  paymentId: number | null,
): Promise<Payment | undefined> {
  return queryFirst(
    tx,
    Payment,
    sql`select ${COLUMNS} from payments
     where session_id = ${sessionId}
       or id = ${paymentId}::bigint and session_id is null and status = 'created'
     order by session_id for update`,
  );
}

/**
 * Lock and return the payment with this payment intent. If the intent is not stored with any payment, use the payment
 * with the given id, unless that payment already has an intent or has been paid.
 */
export async function lockByIntent(
  tx: Tx,
  intent: string,
  paymentId: number | null,
): Promise<Payment | undefined> {
  return queryFirst(
    tx,
    Payment,
    sql`select ${COLUMNS} from payments
     where payment_intent_id = ${intent}
       or id = ${paymentId}::bigint and payment_intent_id is null and status in ('created', 'pending', 'cancelled')
     order by payment_intent_id for update`,
  );
}

/** Insert an event. Return false if the event was handled before. */
export async function insertEvent(
  tx: Tx,
  event: { id: string; type: string; paymentId: number; at: Date },
): Promise<boolean> {
  return queryExists(
    tx,
    sql`insert into payment_events (id, type, payment_id, received_at)
     values (${event.id}, ${event.type}, ${event.paymentId}, ${event.at})
     on conflict (id) do nothing returning id`,
  );
}

/** Delete events received before a given time. */
export async function deleteEvents(db: Db, before: Date): Promise<void> {
  await deleteInBatches(
    db,
    (limit) => sql`
      delete from payment_events where id in (
        select id from payment_events where received_at < ${before} order by received_at limit ${limit}
      ) returning id`,
  );
}

/** Store the new state of a payment that the provider reports as paid. */
export async function savePaid(
  tx: Tx,
  payment: Pick<Payment, 'id' | 'status' | 'credited' | 'intent'> & { session_id: string; paid_at: Date },
): Promise<void> {
  await execute(
    tx,
    sql`update payments set status = ${payment.status}, session_id = ${payment.session_id},
       payment_intent_id = ${payment.intent}, paid_at = ${payment.paid_at}, credited = ${payment.credited}
     where id = ${payment.id}`,
  );
}

/**
 * Mark up to `limit` open payments as checked, and return them in any order. Select payments that have not been checked
 * since a given time, starting with the least recently checked.
 */
export const claimUnsettled = (db: DbOrTx, since: Date, now: Date, limit: number): Promise<Payment[]> =>
  query(
    db,
    Payment,
    sql`update payments set checked_at = ${now} where id in (
       select id from payments where ${OPEN_STATUSES} and coalesce(checked_at, created_at) < ${since}
       order by coalesce(checked_at, created_at) limit ${limit} for update skip locked
     ) returning ${COLUMNS}`,
  );

const Receipt = Type.Object({
  ...Type.Pick(Payment, ['id', 'pack', 'cents', 'coins', 'provider']).properties,
  email: column.text,
  username: column.text,
  paid_at: column.date,
});
export type Receipt = Static<typeof Receipt>;

/**
 * Mark a receipt as sent and return it. Return undefined if it was sent before, if the payment was not credited or was
 * refunded, or if the buyer's email address is not confirmed.
 */
export async function claimReceipt(tx: Tx, id: number, now: Date): Promise<Receipt | undefined> {
  return queryFirst(
    tx,
    Receipt,
    sql`update payments p set receipt_sent_at = ${now} from users u
     where p.id = ${id} and p.credited and p.status in ('paid', 'disputed') and p.receipt_sent_at is null
       and u.id = p.user_id and u.email_verified_at is not null and u.deleted_at is null
     returning p.id, u.email, u.username, p.pack, p.cents, p.coins, p.provider, p.paid_at`,
  );
}

/**
 * Return the ids of payments that were credited since a given time and have no receipt, and whose buyers have
 * confirmed their email address.
 */
export async function receiptsDue(db: DbOrTx, since: Date, limit: number): Promise<number[]> {
  return queryValues(
    db,
    column.integer,
    sql`select p.id from payments p join users u on u.id = p.user_id
     where p.credited and p.status in ('paid', 'disputed') and p.paid_at > ${since} and p.receipt_sent_at is null
       and u.email_verified_at is not null and u.deleted_at is null
     order by p.paid_at limit ${limit}`,
  );
}

/** Return a player's coin balance. */
export async function balanceOf(db: DbOrTx, userId: number): Promise<number> {
  return (
    (await queryFirstValue(
      db,
      column.integer,
      sql`select coins from characters where user_id = ${userId}`,
    )) ?? 0
  );
}
