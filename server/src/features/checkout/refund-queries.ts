import { run, runFirstValue, runValue, type Tx } from '../../platform/db/db.ts';
import type { Payment } from './queries.ts';

export type DisputeState = 'asked' | 'open' | 'lost' | 'won';

/** Stores refunds of a payment, of which a failed one stays so; answers the cents that all of them give back. */
export async function saveRefunds(
  tx: Tx,
  paymentId: number,
  refunds: { id: string; cents: number; failed: boolean }[],
): Promise<number> {
  for (const { id, cents, failed } of refunds)
    await run(
      tx,
      `insert into payment_refunds as r (payment_id, refund_id, cents, failed) values ($1, $2, $3, $4)
       on conflict (payment_id, refund_id) do update set failed = r.failed or excluded.failed`,
      [paymentId, id, cents, failed],
    );
  return runValue<number>(
    tx,
    `select coalesce(sum(cents), 0)::integer as cents from payment_refunds where payment_id = $1 and not failed`,
    [paymentId],
  );
}

export async function disputeState(
  tx: Tx,
  paymentId: number,
  disputeId: string,
): Promise<DisputeState | undefined> {
  return runFirstValue<DisputeState>(
    tx,
    'select state from payment_disputes where payment_id = $1 and dispute_id = $2',
    [paymentId, disputeId],
  );
}

/** Stores how a dispute stands; answers the cents that all disputes of the payment hold or have taken. */
export async function saveDispute(
  tx: Tx,
  paymentId: number,
  { id, state, cents }: { id: string; state: DisputeState; cents: number },
): Promise<number> {
  await run(
    tx,
    `insert into payment_disputes (payment_id, dispute_id, state, cents) values ($1, $2, $3, $4)
     on conflict (payment_id, dispute_id) do update set state = excluded.state, cents = excluded.cents`,
    [paymentId, id, state, cents],
  );
  return runValue<number>(
    tx,
    `select coalesce(sum(cents), 0)::integer as cents from payment_disputes
     where payment_id = $1 and state in ('open', 'lost')`,
    [paymentId],
  );
}

/** Stores what refunds and disputes have come to, and the coins claimed for them. */
export async function saveRefundTotals(tx: Tx, payment: Payment): Promise<void> {
  await run(
    tx,
    `update payments set status = $2, intent = $3, refunded_cents = $4, disputed_cents = $5,
       claimed = $6, owed = $7, claims = $8 where id = $1`,
    [
      payment.id,
      payment.status,
      payment.intent,
      payment.refunded_cents,
      payment.disputed_cents,
      payment.claimed,
      payment.owed,
      payment.claims,
    ],
  );
}

export const lockOwedPayments = (tx: Tx, userId: number): Promise<{ id: number; owed: number }[]> =>
  run(tx, 'select id, owed from payments where user_id = $1 and owed > 0 order by id for update', [userId]);

export async function reduceOwed(tx: Tx, id: number, by: number): Promise<void> {
  await run(tx, 'update payments set owed = owed - $2 where id = $1', [id, by]);
}
