import { type Db, query, sql, type Tx } from '../../platform/db/db.ts';
import { SELF } from '../../platform/personal-data/declaration.ts';
import { type ExportSections, readAll } from '../../platform/personal-data/export-rows.ts';
import type { PersonalData, Site } from '../../platform/site.ts';

/** Delete a player's quest progress. */
async function erasePlayer(tx: Tx, _site: Site, userId: number): Promise<boolean> {
  await query(tx, sql`delete from quest_progress where user_id = ${userId}`);
  return true;
}

/** Return a player's quest progress. */
const exportSections = (db: Db, userId: number): ExportSections => ({
  quests: readAll(
    db,
    sql`select done, claimed, started_at as "startedAt", closed_at as "closedAt" from quest_progress where user_id = ${userId}`,
  ),
});

export const personalData: PersonalData = {
  erase: erasePlayer,
  sections: exportSections,
  tables: {
    quest_progress: {
      retention: 'account',
      rows: (userId) => sql`user_id = ${userId}`,
      section: 'quests',
      columns: {
        user_id: ['erased', SELF],
        done: ['erased', true, 'unchanged'],
        claimed: ['erased', true, 'unchanged'],
        started_at: ['erased', true],
        closed_at: ['erased', true],
      },
    },
  },
};
