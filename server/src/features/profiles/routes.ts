import { profiles } from '@rivalhold/shared/contract/profiles.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import type { Http } from '../../platform/http.ts';
import { implement } from '../../platform/routes.ts';
import type { Site } from '../../platform/site.ts';
import { getProfile, Leaderboard, listProfiles } from './service.ts';

export function profileRoutes(http: Http, site: Site): void {
  const leaderboard = new Leaderboard();

  implement(http, site, profiles, {
    'GET /api/profiles': async ({ db, session, query, reply }) => {
      const limit = query.limit ?? LIMITS.profilesPage;
      const page = await listProfiles(db, {
        viewerId: session.user.id,
        cursor: query.cursor,
        limit,
        now: site.clock.now(),
      });
      if (page.nextCursor)
        reply.header('link', `</api/profiles?limit=${limit}&cursor=${page.nextCursor}>; rel="next"`);
      return page.profiles;
    },

    'GET /api/profiles/{id}': async ({ db, session, params, reply }) => {
      reply.header('cache-control', 'no-cache, no-store');
      return getProfile(db, { id: params.id, viewerId: session.user.id, now: site.clock.now() });
    },

    'GET /api/leaderboard': async () => ({ leaderboard: await leaderboard.read(site.db) }),
  });
}
