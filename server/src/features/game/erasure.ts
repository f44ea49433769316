import { statsFor } from '@rivalhold/shared/levels/levels.ts';
import { type Db, query, sql, type Tx } from '../../platform/db/db.ts';
import { type ExportSections, readAll } from '../../platform/personal-data/export-rows.ts';
import type { Site } from '../../platform/site.ts';

/**
 * Leaves of the character of a player who left what the ledger and others' pages need: its purse, and that there was
 * one. Answers that nothing else is left.
 */
export async function erasePlayer(tx: Tx, _site: Site, userId: number): Promise<boolean> {
  const { attack, defense, maxHealth } = statsFor(1);
  await query(
    tx,
    sql`update characters set level = 1, experience = 0, wins = 0, losses = 0,
       attack = ${attack}, defense = ${defense}, max_health = ${maxHealth}, health = ${maxHealth}
     where user_id = ${userId} and open_started_fights = 0`,
  );
  return true;
}

/** What a player's character is made of, as it was last written. */
export const exportSections = (db: Db, userId: number): ExportSections => ({
  character: readAll(
    db,
    sql`select level, experience, health, max_health as "maxHealth", energy, attack, defense, coins, wins,
       losses
     from characters where user_id = ${userId}`,
  ),
});
