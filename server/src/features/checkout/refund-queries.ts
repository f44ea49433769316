import Type, { type Static } from 'typebox';
import { column } from '../../platform/db/columns.ts';
import { execute, query, queryFirstValue, queryValue, sql, type Tx } from '../../platform/db/db.ts';
import type { Payment } from './queries.ts';

const DisputeState = Type.Enum(['inquiry', 'open', 'lost', 'won']);
export type DisputeState = Static<typeof DisputeState>;

/**
 * Store the refunds of a payment. Return the total of its refunds that have not failed, in cents. A refund that was
 * stored as failed stays failed.
 */
export async function saveRefunds(
  tx: Tx,
  paymentId: number,
  refunds: { id: string; cents: number; failed: boolean }[],
): Promise<number> {
  for (const { id, cents, failed } of refunds)
    await execute(
      tx,
      sql`insert into payment_refunds as r (payment_id, refund_id, cents, failed)
       values (${paymentId}, ${id}, ${cents}, ${failed})
       on conflict (payment_id, refund_id) do update set failed = r.failed or excluded.failed`,
    );
  return queryValue(
    tx,
    column.integer,
    sql`select coalesce(sum(cents), 0)::integer as cents from payment_refunds
     where payment_id = ${paymentId} and not failed`,
  );
}

/** Return the stored state of a dispute, or undefined for a new dispute. */
export async function disputeState(
  tx: Tx,
  paymentId: number,
  disputeId: string,
): Promise<DisputeState | undefined> {
  return queryFirstValue(
    tx,
    DisputeState,
    sql`select state from payment_disputes where payment_id = ${paymentId} and dispute_id = ${disputeId}`,
  );
}

/** Store the state of a dispute. Return the total of all open and lost disputes of the payment, in cents. */
export async function saveDispute(
  tx: Tx,
  paymentId: number,
  { id, state, cents }: { id: string; state: DisputeState; cents: number },
): Promise<number> {
  await execute(
    tx,
    sql`insert into payment_disputes (payment_id, dispute_id, state, cents)
     values (${paymentId}, ${id}, ${state}, ${cents})
     on conflict (payment_id, dispute_id) do update set state = excluded.state, cents = excluded.cents`,
  );
  return queryValue(
    tx,
    column.integer,
    sql`select coalesce(sum(cents), 0)::integer as cents from payment_disputes
     where payment_id = ${paymentId} and state in ('open', 'lost')`,
  );
}

/**
 * Store a payment's status, its refund and dispute totals, the coins to reclaim because of them, and the part of
 * these coins that the player still owes.
 */
export async function saveRefundTotals(tx: Tx, payment: Payment): Promise<void> {
  await execute(
    tx,
    sql`update payments set status = ${payment.status}, payment_intent_id = ${payment.intent},
       refunded_cents = ${payment.refunded_cents}, disputed_cents = ${payment.disputed_cents},
       claimed_coins = ${payment.claimed}, owed_coins = ${payment.owed}, claim_count = ${payment.claims}
     where id = ${payment.id}`,
  );
}

const OwedPayment = Type.Object({ id: column.integer, owed: column.integer });

/** Lock and return the payments for which a player owes coins, oldest first. */
export const lockOwedPayments = (tx: Tx, userId: number): Promise<Static<typeof OwedPayment>[]> =>
  query(
    tx,
    OwedPayment,
    sql`select id, owed_coins as owed from payments where user_id = ${userId} and owed_coins > 0 order by id for update`,
  );

/** Reduce the coins owed for a payment. */
export async function reduceOwed(tx: Tx, id: number, by: number): Promise<void> {
  await execute(tx, sql`update payments set owed_coins = owed_coins - ${by} where id = ${id}`);
}
