import { type Db, execute, sql, type Tx } from '../../platform/db/db.ts';
import { ALL_ROWS, INTERNAL, RANDOM_ID, SELF } from '../../platform/personal-data/declaration.ts';
import { type ExportSections, exportInBatches, readAll } from '../../platform/personal-data/export-rows.ts';
import type { PersonalData, Site } from '../../platform/site.ts';

/** Delete a player's purchase limit. The payments and the coin ledger stay. */
async function erasePlayer(tx: Tx, _site: Site, userId: number): Promise<boolean> {
  await execute(tx, sql`delete from purchase_limits where user_id = ${userId}`);
  return true;
}

/** Return a player's payments and purchase limit. The site never stores card numbers. */
const exportSections = (db: Db, userId: number): ExportSections => ({
  purchases: exportInBatches(
    db,
    (afterId, limit) => sql`
      select id, pack, coins, cents, currency, status, created_at as "createdAt", paid_at as "paidAt",
        refunded_cents as "refundedCents", disputed_cents as "disputedCents", owed_coins as "owedCoins"
      from payments where user_id = ${userId} and id > ${afterId} order by id limit ${limit}`,
  ),
  'purchase-limit': readAll(
    db,
    sql`select packs_per_day as "packsPerDay", next_packs_per_day as "nextPacksPerDay",
          next_effective_at as "nextEffectiveAt"
        from purchase_limits where user_id = ${userId}`,
  ),
});

const BOOKS = { retained: 'payments are kept for accounting, with only the id of the account' };
const PROVIDER = { omitted: 'it only means something to the payment provider' };

export const personalData: PersonalData = {
  erase: erasePlayer,
  sections: exportSections,
  tables: {
    payments: {
      retention: 'records',
      rows: (userId) => sql`user_id = ${userId}`,
      section: 'purchases',
      columns: {
        id: [BOOKS, true],
        user_id: [BOOKS, SELF],
        pack: [BOOKS, true, 'unchanged'],
        coins: [BOOKS, true],
        cents: [BOOKS, true],
        currency: [BOOKS, true, 'unchanged'],
        provider: [BOOKS, PROVIDER, 'unchanged'],
        session_id: [BOOKS, PROVIDER, RANDOM_ID],
        payment_intent_id: [BOOKS, PROVIDER, RANDOM_ID],
        status: [BOOKS, true, 'unchanged'],
        created_at: [BOOKS, true],
        checked_at: [BOOKS, INTERNAL],
        paid_at: [BOOKS, true],
        receipt_sent_at: [BOOKS, INTERNAL],
        refunded_cents: [BOOKS, true],
        disputed_cents: [BOOKS, true],
        claimed_coins: [BOOKS, INTERNAL],
        owed_coins: [BOOKS, true],
        claim_count: [BOOKS, INTERNAL],
        credited: [BOOKS, INTERNAL],
      },
    },
    payment_events: {
      retention: 'paymentEvents',
      rows: (userId) => sql`payment_id in (select id from payments where user_id = ${userId})`,
      columns: {
        id: [BOOKS, PROVIDER, RANDOM_ID],
        type: [BOOKS, PROVIDER, 'unchanged'],
        payment_id: [BOOKS, PROVIDER],
        received_at: [BOOKS, PROVIDER],
      },
    },
    payment_disputes: {
      retention: 'records',
      rows: (userId) => sql`payment_id in (select id from payments where user_id = ${userId})`,
      columns: {
        payment_id: [BOOKS, PROVIDER],
        dispute_id: [BOOKS, PROVIDER, RANDOM_ID],
        state: [BOOKS, PROVIDER, 'unchanged'],
        cents: [BOOKS, PROVIDER],
      },
    },
    payment_refunds: {
      retention: 'records',
      rows: (userId) => sql`payment_id in (select id from payments where user_id = ${userId})`,
      columns: {
        payment_id: [BOOKS, PROVIDER],
        refund_id: [BOOKS, PROVIDER, RANDOM_ID],
        cents: [BOOKS, PROVIDER],
        failed: [BOOKS, PROVIDER],
      },
    },
    purchase_limits: {
      retention: 'account',
      rows: (userId) => sql`user_id = ${userId}`,
      section: 'purchase-limit',
      columns: {
        user_id: ['erased', SELF],
        packs_per_day: ['erased', true],
        next_packs_per_day: ['erased', true],
        next_effective_at: ['erased', true],
      },
    },
    // The payment sessions of the sandbox, which simulates a payment provider.
    sandbox_sessions: {
      retention: 'records',
      rows: (userId) => sql`metadata ->> 'userId' = ${String(userId)}`,
      notInCopy: ALL_ROWS,
      columns: {
        id: [BOOKS, PROVIDER],
        order_key: [BOOKS, PROVIDER],
        state: [BOOKS, PROVIDER],
        title: [BOOKS, PROVIDER],
        cents: [BOOKS, PROVIDER],
        currency: [BOOKS, PROVIDER],
        metadata: [BOOKS, PROVIDER],
        success_path: [BOOKS, PROVIDER],
        cancel_path: [BOOKS, PROVIDER],
        expires_at: [BOOKS, PROVIDER],
      },
    },
  },
};
