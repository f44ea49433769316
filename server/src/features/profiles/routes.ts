import { profiles } from '@rivalhold/shared/contract/profiles.ts';
import { setNextLink } from '../../platform/http/cursor.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import type { Http } from '../../platform/http/server.ts';
import { countListedPlayers } from '../../platform/security/rate-limits.ts';
import type { Site } from '../../platform/site.ts';
import { currentUser } from '../accounts/service.ts';
import { onlineUserIdsFor } from '../presence/service.ts';
import { editProfile, updateStatus } from './editing.ts';
import { clearAvatar, getProfile, getProfileByName, leaderboardOf, PlayerList } from './service.ts';

/** Register the routes of profiles, the player list and the leaderboard. */
export function profileRoutes(http: Http, site: Site): void {
  const leaderboard = leaderboardOf(site);
  const players = new PlayerList(site.db);

  registerRoutes(http, site, profiles.routes, {
    'GET /api/profiles': async ({ reads, session, query, reply }) => {
      const { cursor, ...list } = query;
      await countListedPlayers(site.limits, session.user.id, list.limit);
      const page = await players.read(reads, {
        viewerId: session.user.id,
        filter: {
          search: list.search?.trim() ?? '',
          minLevel: list.minLevel ?? null,
          byLevel: list.sort === 'level',
          near: list.near,
          friends: list.friends,
          online: list.online ? await onlineUserIdsFor(site, session.user.id) : null,
        },
        cursor,
        limit: list.limit,
        now: site.clock.now(),
      });
      setNextLink(reply, '/api/profiles', { ...list, nextCursor: page.nextCursor });
      return page.profiles;
    },

    'GET /api/profiles/{id}': async ({ db, session, params, reply }) => {
      reply.header('cache-control', 'no-cache, no-store');
      return getProfile(db, site, { id: params.id, viewerId: session.user.id });
    },

    'GET /api/profiles/username/{username}': async ({ db, session, params }) =>
      getProfileByName(db, site, { username: params.username, viewerId: session.user.id }),

    'PATCH /api/profiles/profile': async ({ session, body }) => {
      await editProfile(site.db, site, session, body);
      return { user: await currentUser(site, session) };
    },

    'PATCH /api/users/me/status': async ({ db, session, body }) => {
      await updateStatus(db, site, session.user.id, body.statusMessage);
      return { user: await currentUser(site, session) };
    },

    'PATCH /api/users/{id}/avatar/clear': async ({ db, session, params, body: reason }) => {
      await clearAvatar(db, site, { userId: params.id, viewer: session.user, reason });
      return { user: { id: params.id, avatarUrl: null } };
    },

    'GET /api/leaderboard/{board}': async ({ reads, session, params, query }) =>
      leaderboard.page(reads, { ...query, board: params.board, viewerId: session.user.id }),

    'GET /api/leaderboard': async ({ reads }) => ({ leaderboard: await leaderboard.read(reads) }),
  });
}
