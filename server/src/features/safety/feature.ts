import { safety as contract } from '@rivalhold/shared/contract/safety.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import type { Feature } from '../../platform/site.ts';
import { personalData } from './personal-data.ts';
import { changeSettings, getSettings } from './service.ts';

export const safety: Feature = {
  name: 'safety',
  routes: (http, site) =>
    registerRoutes(http, site, contract.routes, {
      'GET /api/safety': async ({ db, session }) => getSettings(db, session.user.id),

      'PATCH /api/safety': async ({ session, body }) => changeSettings(site.db, site, session.user.id, body),
    }),
  personalData,
};
