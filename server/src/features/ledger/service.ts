import type { CoinReason } from '@rivalhold/shared/contract/coins.ts';
import { run, type Tx } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { Site } from '../../platform/site.ts';

export type CoinMove = {
  userId: number;
  /** Whole coins, above 0 to give and below to take. */
  amount: number;
  reason: CoinReason;
  /** What it was for, e.g. `fight:12`, `item:4`. */
  reference: string | null;
  /** The same key moves the coins of a player once, however often it is asked. */
  key: string;
  at: Date;
};

/**
 * Moves coins: the balance and its ledger row in one statement, so that the balance always equals the sum of its rows.
 * Their owner is told once it is committed.
 * @returns the new balance; null when this key has moved coins before.
 * @throws AppError conflict 'Not enough coins.' when the balance would fall below 0.
 */
export async function moveCoins(tx: Tx, site: Site, move: CoinMove): Promise<number | null> {
  if (move.amount === 0) return null;
  const [kept] = await run<{ balance: number }>(
    tx,
    `with due as (
       select user_id from characters
       where user_id = $1 and coins + $2 >= 0
         and not exists (select 1 from coin_ledger where user_id = $1 and idempotency_key = $5)
       for update
     ), moved as (
       update characters c set coins = coins + $2 from due where c.user_id = due.user_id returning c.coins
     )
     insert into coin_ledger (user_id, amount, balance, reason, reference, idempotency_key, created_at)
     select $1, $2, coins, $3, $4, $5, $6 from moved
     returning balance`,
    [move.userId, move.amount, move.reason, move.reference, move.key, move.at],
  );
  if (kept) {
    const { userId, amount, reason } = move;
    site.realtime.emit(tx, [userId], 'coins:changed', { coins: kept.balance, amount, reason });
    return kept.balance;
  }
  const [before] = await run(tx, 'select 1 from coin_ledger where user_id = $1 and idempotency_key = $2', [
    move.userId,
    move.key,
  ]);
  if (before) return null;
  throw new AppError('conflict', 'Not enough coins.');
}
