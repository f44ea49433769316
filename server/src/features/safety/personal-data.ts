import { type Db, query, sql, type Tx } from '../../platform/db/db.ts';
import { SELF } from '../../platform/personal-data/declaration.ts';
import { type ExportSections, readAll } from '../../platform/personal-data/export-rows.ts';
import type { PersonalData, Site } from '../../platform/site.ts';

async function erasePlayer(tx: Tx, site: Site, userId: number): Promise<boolean> {
  await query(tx, sql`delete from safety_settings where user_id = ${userId}`);
  site.realtime.relationsChanged(tx, [userId]);
  return true;
}

const exportSections = (db: Db, userId: number): ExportSections => ({
  'safety-settings': readAll(
    db,
    sql`select messages, challenges, comments, search, online, hide_media as "hideMedia" from safety_settings
        where user_id = ${userId}`,
  ),
});

export const personalData: PersonalData = {
  erase: erasePlayer,
  sections: exportSections,
  tables: {
    safety_settings: {
      retention: 'account',
      rows: (userId) => sql`user_id = ${userId}`,
      section: 'safety-settings',
      columns: {
        user_id: ['erased', SELF],
        messages: ['erased', true, 'unchanged'],
        challenges: ['erased', true, 'unchanged'],
        comments: ['erased', true, 'unchanged'],
        search: ['erased', true, 'unchanged'],
        online: ['erased', true, 'unchanged'],
        hide_media: ['erased', { exportedAs: 'safety-settings.hideMedia' }],
      },
    },
  },
};
