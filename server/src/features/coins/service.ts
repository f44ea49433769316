import type { CoinMovement, CoinReason } from '@rivalhold/shared/contract/coins.ts';
import { STORE_TEXTS } from '@rivalhold/shared/texts/store.ts';
import { type DbOrTx, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import { decodeIdCursor, encodeIdCursor, type PageQuery, toPage } from '../../platform/http/cursor.ts';
import type { Site } from '../../platform/site.ts';
import { recordAudit } from '../audit/service.ts';
import {
  findDifferences,
  hasMoved,
  type LedgerDifference,
  type LedgerRow,
  ledgerPage,
  ledgerSize,
  move,
  saveVerification,
} from './queries.ts';

export { balanceOf, lastVerified, MOVE_COINS_CTES } from './queries.ts';

export type CoinMove = {
  userId: number;
  /** Number of coins to add to the balance. A negative number deducts coins. */
  amount: number;
  reason: CoinReason;
  /** The cause of the movement, such as `fight:12` or `item:4x2`. */
  reference: string | null;
  /** Idempotency key. The same key moves a player's coins only once. */
  key: string;
  at: Date;
};

/**
 * Change a balance and insert its ledger row in one statement, so that the balance always equals the sum of the
 * player's rows. Emit `coins:changed` to the player after the commit.
 * @returns the new balance, or null if the amount is 0 or the idempotency key was used before.
 * @throws AppError `conflict` 'Not enough coins.' if the balance would be negative.
 */
export async function moveCoins(tx: Tx, site: Site, movement: CoinMove): Promise<number | null> {
  if (movement.amount === 0) return null;
  const balance = await move(tx, movement);
  if (balance !== undefined) {
    emitCoinsChanged(tx, site, { ...movement, balance });
    return balance;
  }
  if (await hasMoved(tx, movement.userId, movement.key)) return null;
  throw new AppError('conflict', STORE_TEXTS.notEnough);
}

/**
 * Emit a changed balance to the player after the commit. Call this after each statement that contains
 * `MOVE_COINS_CTES`.
 */
export function emitCoinsChanged(
  tx: Tx,
  site: Site,
  { userId, amount, reason, balance }: Pick<CoinMove, 'userId' | 'amount' | 'reason'> & { balance: number },
): void {
  site.realtime.emit(tx, [userId], 'coins:changed', { coins: balance, amount, reason });
}

/**
 * Add or deduct coins on behalf of staff. Save the staff member and the reason in the ledger and the log.
 * @param by the staff member, or `operator`
 * @returns the new balance.
 * @throws AppError `conflict` 'Not enough coins.' if the balance would be negative; `invalid` for a zero amount.
 */
export async function adjustCoins(
  db: DbOrTx,
  site: Site,
  { userId, amount, by, note }: { userId: number; amount: number; by: string; note: string },
): Promise<number> {
  return transaction(db, async (tx) => {
    const balance = await moveCoins(tx, site, {
      userId,
      amount,
      reason: 'adjustment',
      reference: `${by}: ${note}`,
      key: `adjustment:${site.secrets.uniqueKey()}`,
      at: site.clock.now(),
    });
    if (balance === null) throw new AppError('invalid');
    tx.afterCommit(() => site.log.info({ userId, amount, balance, by, note }, 'coins adjusted'));
    return balance;
  });
}

/**
 * Return a page of a player's coin movements, latest first.
 * @throws AppError `invalid` for a malformed cursor.
 */
export async function coinHistory(
  db: DbOrTx,
  { userId, cursor, limit }: { userId: number } & PageQuery,
): Promise<{ items: CoinMovement[]; nextCursor: string | null }> {
  const rows = await ledgerPage(db, { userId, before: decodeIdCursor(cursor), limit: limit + 1 });
  const { items, nextCursor } = toPage(rows, limit, encodeIdCursor);
  return { items: items.map(present), nextCursor };
}

function present({ id, amount, reason, balance, reference, created_at }: LedgerRow): CoinMovement {
  const numberBy = (pattern: RegExp): number | null => {
    const found = pattern.exec(reference ?? '')?.[1];
    return found === undefined ? null : Number(found);
  };
  const itemId = numberBy(/^item:(\d+)/);
  return {
    id,
    amount,
    reason,
    balance,
    itemId,
    // The reference of a sale contains no quantity, because players sell one piece of an item at a time.
    quantity: itemId === null ? null : (numberBy(/^item:\d+x(\d+)$/) ?? 1),
    fightId: numberBy(/^fight:(\d+)/),
    createdAt: created_at.toISOString(),
  };
}

export type LedgerVerification = { rows: number; players: number; differences: LedgerDifference[] };

/**
 * Recompute every balance from the ledger, and compare each ledger row with the event that it refers to.
 * @returns the numbers of rows and players that were read, and the differences (at most 1,000).
 */
export async function verifyLedger(db: DbOrTx): Promise<LedgerVerification> {
  return transaction(db, async (tx) => ({
    ...(await ledgerSize(tx)),
    differences: await findDifferences(tx),
  }));
}

/** Name of the job that verifies the ledger. If an admin requested it, its data contains the admin's id. */
export const VERIFY_JOB = 'ledger.verify';
export type VerifyRequest = { adminId?: number };

/** Verify the ledger, and save the time and the result for all nodes. */
export async function verifyAndStore(
  site: Pick<Site, 'database' | 'db' | 'clock'>,
  trigger: 'schedule' | 'admin' | 'cli',
  adminId: number | null = null,
): Promise<LedgerVerification> {
  const verified = await site.database.withoutTimeouts(verifyLedger);
  await saveVerification(site.db, {
    at: site.clock.now().toISOString(),
    trigger,
    adminId,
    rows: verified.rows,
    differences: verified.differences.length,
  });
  return verified;
}

/** Start a job that verifies the ledger, and record the request in the audit log. */
export async function requestVerification(db: DbOrTx, site: Site, adminId: number): Promise<void> {
  await transaction(db, async (tx) => {
    await site.jobs.send(tx, VERIFY_JOB, { adminId } satisfies VerifyRequest);
    await recordAudit(tx, site, { kind: 'ledger.verify', actorId: adminId, targetId: null });
  });
}
