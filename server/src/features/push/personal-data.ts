import { type Db, execute, sql, type Tx } from '../../platform/db/db.ts';
import { ALL_ROWS, INTERNAL, SELF } from '../../platform/personal-data/declaration.ts';
import { type ExportSections, readAll } from '../../platform/personal-data/export-rows.ts';
import type { PersonalData, Site } from '../../platform/site.ts';

/** Delete a player's push settings. The player's devices were already deleted with the sessions. */
async function erasePlayer(tx: Tx, _site: Site, userId: number): Promise<boolean> {
  await execute(tx, sql`delete from push_settings where user_id = ${userId}`);
  return true;
}

/**
 * Return a player's push settings and devices. Include only the push service of each endpoint, because the whole
 * endpoint is a secret that identifies the device.
 */
const exportSections = (db: Db, userId: number): ExportSections => ({
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

export const personalData: PersonalData = {
  erase: erasePlayer,
  sections: exportSections,
  tables: {
    push_subscriptions: {
      retention: 'sessions',
      rows: (userId) => sql`user_id = ${userId}`,
      notInCopy: ALL_ROWS,
      section: 'push-devices',
      columns: {
        id: ['erased', INTERNAL],
        user_id: ['erased', SELF],
        session_id: ['erased', { exportedAs: 'push-devices.device' }],
        endpoint: ['erased', { secret: 'it allows sending to the device' }],
        p256dh: ['erased', { secret: 'it allows sending to the device' }],
        auth: ['erased', { secret: 'it allows sending to the device' }],
        created_at: ['erased', true],
        last_sent_at: ['erased', true],
        expired_at: ['erased', INTERNAL],
      },
    },
    push_settings: {
      retention: 'account',
      rows: (userId) => sql`user_id = ${userId}`,
      notInCopy: ALL_ROWS,
      section: 'push-settings',
      columns: {
        user_id: ['erased', SELF],
        message: ['erased', true],
        fight: ['erased', true],
        friend_request: ['erased', true],
        quiet_from: ['erased', true],
        quiet_to: ['erased', true],
        time_zone: ['erased', true],
      },
    },
  },
};
