import { type Db, query, sql, type Tx } from '../../platform/db/db.ts';
import { type ExportSections, readAll } from '../../platform/personal-data/export-rows.ts';
import type { Site } from '../../platform/site.ts';

/** Forgets how far a player who left had come. Answers that nothing is left. */
export async function erasePlayer(tx: Tx, _site: Site, userId: number): Promise<boolean> {
  await query(tx, sql`delete from quest_progress where user_id = ${userId}`);
  return true;
}

/** How far a player has come with the first quests. */
export const exportSections = (db: Db, userId: number): ExportSections => ({
  quests: readAll(
    db,
    sql`select done, claimed, started_at as "startedAt", closed_at as "closedAt" from quest_progress where user_id = ${userId}`,
  ),
});
