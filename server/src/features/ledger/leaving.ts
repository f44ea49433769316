import type { Db } from '../../platform/db/db.ts';
import { bitByBit, type Taken } from '../../platform/personal-data/export-rows.ts';

/** Every movement of a player's coins. */
export const exportOf = (db: Db, userId: number): Taken => ({
  coins: bitByBit(
    db,
    `select id, amount, reason, balance, created_at as "createdAt" from coin_ledger
     where user_id = $1 and id > $2 order by id limit $3`,
    userId,
  ),
});
