import { type Db, query, sql, type Tx } from '../../platform/db/db.ts';
import { type ExportSections, readAll } from '../../platform/personal-data/export-rows.ts';
import type { Site } from '../../platform/site.ts';

/** Forgets what a player who left wanted to be told of; their devices went with their sessions. Nothing is left. */
export async function erasePlayer(tx: Tx, _site: Site, userId: number): Promise<boolean> {
  await query(tx, sql`delete from push_settings where user_id = ${userId}`);
  return true;
}

/** What a player chose, and their devices. An address is only named by its push service: who has it can push there. */
export const exportSections = (db: Db, userId: number): ExportSections => ({
  'push-settings': readAll(
    db,
    sql`select message, fight, friend_request as "friendRequest", quiet_from as "quietFrom", quiet_to as "quietTo",
            time_zone as "timeZone" from push_settings where user_id = ${userId}`,
  ),
  'push-devices': readAll(
    db,
    sql`select s.device, substring(p.endpoint from '^https?://([^/]+)') as "pushService",
            p.created_at as "createdAt", p.last_sent_at as "lastSentAt"
     from push_subscriptions p join sessions s on s.id = p.session_id where p.user_id = ${userId} order by p.id`,
  ),
});
