import type { PackId } from '@rivalhold/shared/contract/checkout.ts';
import { deleteInBatches } from '../../platform/db/batches.ts';
import {
  type Db,
  type DbOrTx,
  run,
  runExists,
  runFirst,
  runFirstValue,
  runOne,
  runValues,
  type Tx,
  transaction,
} from '../../platform/db/db.ts';

export type Payment = {
  id: number;
  user_id: number;
  pack: PackId;
  coins: number;
  cents: number;
  currency: string;
  provider: 'stripe' | 'sandbox';
  session_id: string | null;
  intent: string | null;
  status: 'created' | 'pending' | 'paid' | 'cancelled' | 'refunded' | 'disputed';
  created_at: Date;
  paid_at: Date | null;
  refunded_cents: number;
  /** In disputes that are open or lost. */
  disputed_cents: number;
  /** Whether its coins ever came into the purse; of others none can be taken. */
  credited: boolean;
  claimed: number;
  owed: number;
  claims: number;
  /** The name of this site at its provider, where others may share the account. */
  site: string;
};

export type LimitRow = { packs_per_day: number; next_packs: number | null; next_from: Date | null };

const COLUMNS = `id, user_id, pack, coins, cents, currency, provider, session_id, intent, status, created_at, paid_at,
  refunded_cents, disputed_cents, credited, claimed, owed, claims,
  (select value from site_facts where name = 'installation') as site`;
const OPEN_STATUSES = "status in ('created', 'pending')";

export async function limitOf(db: DbOrTx, userId: number): Promise<LimitRow | undefined> {
  return runFirst<LimitRow>(
    db,
    'select packs_per_day, next_packs, next_from from buying_limits where user_id = $1',
    [userId],
  );
}

export async function saveLimit(tx: Tx, userId: number, limit: LimitRow): Promise<void> {
  await run(
    tx,
    `insert into buying_limits (user_id, packs_per_day, next_packs, next_from) values ($1, $2, $3, $4)
     on conflict (user_id) do update set packs_per_day = excluded.packs_per_day,
       next_packs = excluded.next_packs, next_from = excluded.next_from`,
    [userId, limit.packs_per_day, limit.next_packs, limit.next_from],
  );
}

/** Packs that a player has paid for since a time and not been given the money back for, and coins they owe. */
export async function bought(
  db: DbOrTx,
  userId: number,
  since: Date,
): Promise<{ packs: number; owed: number }> {
  return runOne(
    db,
    `select (select count(*)::int from payments
             where user_id = $1 and paid_at > $2 and status <> 'refunded') as packs,
            (select coalesce(sum(owed), 0)::int from payments where user_id = $1 and owed > 0) as owed`,
    [userId, since],
  );
}

export const openPayments = (db: DbOrTx, userId: number): Promise<Payment[]> =>
  run<Payment>(db, `select ${COLUMNS} from payments where user_id = $1 and ${OPEN_STATUSES} order by id`, [
    userId,
  ]);

export function insertPayment(
  tx: Tx,
  payment: Pick<Payment, 'user_id' | 'pack' | 'coins' | 'cents' | 'currency' | 'provider' | 'created_at'>,
): Promise<Payment> {
  return runOne<Payment>(
    tx,
    `insert into payments (user_id, pack, coins, cents, currency, provider, created_at)
     values ($1, $2, $3, $4, $5, $6, $7) returning ${COLUMNS}`,
    [
      payment.user_id,
      payment.pack,
      payment.coins,
      payment.cents,
      payment.currency,
      payment.provider,
      payment.created_at,
    ],
  );
}

/** Ties a payment and its page; false where it has another, or has ended. */
export async function saveSessionId(db: DbOrTx, id: number, sessionId: string): Promise<boolean> {
  return runExists(
    db,
    `update payments set session_id = $2, status = case when status = 'created' then 'pending' else status end
     where id = $1 and (session_id = $2 or session_id is null and status = 'created') returning id`,
    [id, sessionId],
  );
}

/** Ends a payment whose page nobody was ever led to; a page that has been made meanwhile stays. */
export async function cancelUnopened(db: DbOrTx, id: number): Promise<void> {
  await run(
    db,
    "update payments set status = 'cancelled' where id = $1 and status = 'created' and session_id is null",
    [id],
  );
}

/** Ends a payment whose page is closed, and the answers kept that would lead there again. Answers whether it was open. */
export async function cancelPayment(db: DbOrTx, id: number): Promise<boolean> {
  return transaction(db, async (tx) => {
    const userId = await runFirstValue<number>(
      tx,
      `update payments set status = 'cancelled' where id = $1 and ${OPEN_STATUSES} returning user_id`,
      [id],
    );
    if (userId === undefined) return false;
    await run(tx, 'delete from idempotency_keys where user_id = $1 and route = $2', [
      userId,
      'POST /api/checkout/create-session',
    ]);
    return true;
  });
}

/** Whether a payment can still be paid; it stays so until the end of the transaction. */
export async function lockOpenPayment(tx: Tx, id: number): Promise<boolean> {
  return runExists(tx, `select 1 from payments where id = $1 and ${OPEN_STATUSES} for share`, [id]);
}

export async function paymentOfSession(
  db: DbOrTx,
  sessionId: string,
  userId: number,
): Promise<Payment | undefined> {
  return runFirst<Payment>(db, `select ${COLUMNS} from payments where session_id = $1 and user_id = $2`, [
    sessionId,
    userId,
  ]);
}

/** Locks the payment of a page; one that waits for its page to be stored is found by its id. */
export async function lockBySession(
  tx: Tx,
  sessionId: string,
  paymentId: number | null,
): Promise<Payment | undefined> {
  return runFirst<Payment>(
    tx,
    `select ${COLUMNS} from payments
     where session_id = $1 or id = $2::bigint and session_id is null and status = 'created'
     order by session_id for update`,
    [sessionId, paymentId],
  );
}

/** Locks the payment that the provider calls so; one that is not known to be paid yet is found by its id. */
export async function lockByIntent(
  tx: Tx,
  intent: string,
  paymentId: number | null,
): Promise<Payment | undefined> {
  return runFirst<Payment>(
    tx,
    `select ${COLUMNS} from payments
     where intent = $1 or id = $2::bigint and intent is null and status in ('created', 'pending', 'cancelled')
     order by intent for update`,
    [intent, paymentId],
  );
}

/** False for an event that was handled before. */
export async function insertEvent(
  tx: Tx,
  event: { id: string; type: string; paymentId: number; at: Date },
): Promise<boolean> {
  return runExists(
    tx,
    `insert into payment_events (id, type, payment_id, received_at) values ($1, $2, $3, $4)
     on conflict (id) do nothing returning id`,
    [event.id, event.type, event.paymentId, event.at],
  );
}

/** Deletes what is known of the provider's events before a time. */
export async function deleteEvents(db: Db, before: Date): Promise<void> {
  await deleteInBatches(
    db,
    `delete from payment_events where id in (
         select id from payment_events where received_at < $1 order by received_at limit $2
       ) returning id`,
    [before],
  );
}

export async function savePaid(
  tx: Tx,
  payment: Pick<Payment, 'id' | 'status' | 'credited' | 'intent'> & { session_id: string; paid_at: Date },
): Promise<void> {
  await run(
    tx,
    'update payments set status = $2, session_id = $3, intent = $4, paid_at = $5, credited = $6 where id = $1',
    [payment.id, payment.status, payment.session_id, payment.intent, payment.paid_at, payment.credited],
  );
}

/** Open payments that nobody has asked the provider about since a time, the longest first; marks them as asked. */
export const claimUnsettled = (db: DbOrTx, since: Date, now: Date, limit: number): Promise<Payment[]> =>
  run<Payment>(
    db,
    `update payments set asked_at = $2 where id in (
       select id from payments where ${OPEN_STATUSES} and coalesce(asked_at, created_at) < $1
       order by coalesce(asked_at, created_at) limit $3 for update skip locked
     ) returning ${COLUMNS}`,
    [since, now, limit],
  );

export type Receipt = {
  id: number;
  email: string;
  username: string;
  pack: PackId;
  cents: number;
  coins: number;
  provider: 'stripe' | 'sandbox';
  paid_at: Date;
};

/** Marks a receipt as sent, once; undefined where it was, or where the address is not confirmed yet. */
export async function claimReceipt(tx: Tx, id: number, now: Date): Promise<Receipt | undefined> {
  return runFirst<Receipt>(
    tx,
    `update payments p set receipt_at = $2 from users u
     where p.id = $1 and p.credited and p.status in ('paid', 'disputed') and p.receipt_at is null
       and u.id = p.user_id and u.email_verified_at is not null and u.deleted_at is null
     returning p.id, u.email, u.username, p.pack, p.cents, p.coins, p.provider, p.paid_at`,
    [id, now],
  );
}

/** Payments since a time whose receipt waited for an address that is confirmed now. */
export async function receiptsDue(db: DbOrTx, since: Date, limit: number): Promise<number[]> {
  return runValues<number>(
    db,
    `select p.id from payments p join users u on u.id = p.user_id
     where p.credited and p.status in ('paid', 'disputed') and p.paid_at > $1 and p.receipt_at is null
       and u.email_verified_at is not null and u.deleted_at is null
     order by p.paid_at limit $2`,
    [since, limit],
  );
}

export async function balanceOf(db: DbOrTx, userId: number): Promise<number> {
  return (await runFirstValue<number>(db, 'select coins from characters where user_id = $1', [userId])) ?? 0;
}

/** Whom what happens to payments is told beside their player. */
export const adminIds = (db: DbOrTx): Promise<number[]> =>
  // The index of staff is of those who are no players.
  runValues<number>(
    db,
    "select id from users where role <> 'player' and role = 'admin' and deleted_at is null order by id",
    [],
  );
