import { statsFor } from '@rivalhold/shared/levels/levels.ts';
import { type Db, execute, sql, type Tx } from '../../platform/db/db.ts';
import { INTERNAL, SELF } from '../../platform/personal-data/declaration.ts';
import { type ExportSections, readAll } from '../../platform/personal-data/export-rows.ts';
import type { PersonalData, Site } from '../../platform/site.ts';

/**
 * Reset a player's character, but keep the row and the coin balance: other players' content refers to the row, and the
 * balance must match the ledger.
 */
async function erasePlayer(tx: Tx, _site: Site, userId: number): Promise<boolean> {
  const { attack, defense, maxHealth } = statsFor(1);
  await execute(
    tx,
    sql`update characters set level = 1, experience = 0, wins = 0, losses = 0, weekly_wins = 0, win_week = 0,
       attack = ${attack}, defense = ${defense}, max_health = ${maxHealth}, health = ${maxHealth}
     where user_id = ${userId} and open_started_fights = 0`,
  );
  return true;
}

/** Return a player's character as it was last saved. */
const exportSections = (db: Db, userId: number): ExportSections => ({
  character: readAll(
    db,
    sql`select level, experience, health, max_health as "maxHealth", energy, attack, defense, coins, wins,
       losses, weekly_wins as "weeklyWins"
     from characters where user_id = ${userId}`,
  ),
});

const REGENERATES = { retained: 'it regenerates automatically' };

export const personalData: PersonalData = {
  erase: erasePlayer,
  sections: exportSections,
  tables: {
    characters: {
      retention: 'account',
      rows: (userId) => sql`user_id = ${userId}`,
      section: 'character',
      columns: {
        user_id: [{ retained: 'other players’ content refers to it' }, SELF],
        level: ['erased', true],
        experience: ['erased', true],
        health: ['erased', true],
        health_at: [REGENERATES, INTERNAL],
        energy: [REGENERATES, true],
        energy_at: [REGENERATES, INTERNAL],
        attack: ['erased', true],
        defense: ['erased', true],
        max_health: ['erased', true],
        coins: [{ retained: 'the balance has to agree with the ledger' }, true],
        wins: ['erased', true],
        losses: ['erased', true],
        weekly_wins: ['erased', true],
        win_week: ['erased', INTERNAL],
        open_started_fights: [
          { retained: 'it counts open fights, which end when the account is deleted' },
          INTERNAL,
          sql`0`,
        ],
      },
    },
  },
};
