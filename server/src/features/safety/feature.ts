import { safety as contract } from '@rivalhold/shared/contract/safety.ts';
import { type Db, execute, sql, type Tx } from '../../platform/db/db.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import { SELF } from '../../platform/personal-data/declaration.ts';
import { type ExportSections, readAll } from '../../platform/personal-data/export-rows.ts';
import type { Feature, PersonalData, Site } from '../../platform/site.ts';
import { changeSettings, getSettings } from './service.ts';

async function erasePlayer(tx: Tx, site: Site, userId: number): Promise<boolean> {
  await execute(tx, sql`delete from safety_settings where user_id = ${userId}`);
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

const personalData: PersonalData = {
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

export const safety: Feature = {
  name: 'safety',
  routes: (http, site) =>
    registerRoutes(http, site, contract.routes, {
      'GET /api/safety': async ({ db, session }) => getSettings(db, session.user.id),

      'PATCH /api/safety': async ({ session, body }) => changeSettings(site.db, site, session.user.id, body),
    }),
  personalData,
};
