import { statsFor } from '@rivalhold/shared/levels/levels.ts';
import { type Db, run, type Tx } from '../../platform/db/db.ts';
import { type ExportSections, readAll } from '../../platform/personal-data/export-rows.ts';
import type { Site } from '../../platform/site.ts';

/**
 * Leaves of the character of a player who left what the ledger and others' pages need: its purse, and that there was
 * one. Answers that nothing else is left.
 */
export async function erasePlayer(tx: Tx, _site: Site, userId: number): Promise<boolean> {
  const { attack, defense, maxHealth } = statsFor(1);
  await run(
    tx,
    `update characters set level = 1, experience = 0, wins = 0, losses = 0, attack = $2, defense = $3, max_health = $4,
       health = $4
     where user_id = $1 and open_started_fights = 0`,
    [userId, attack, defense, maxHealth],
  );
  return true;
}

/** What a player's character is made of, as it was last written. */
export const exportSections = (db: Db, userId: number): ExportSections => ({
  character: readAll(
    db,
    `select level, experience, health, max_health as "maxHealth", energy, attack, defense, coins, wins, losses
     from characters where user_id = $1`,
    userId,
  ),
});
