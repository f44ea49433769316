import { admin } from '@rivalhold/shared/contract/admin.ts';
import { setNextLink } from '../../platform/http/cursor.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import type { Http } from '../../platform/http/server.ts';
import type { Site } from '../../platform/site.ts';
import { getOverview } from './overview.ts';
import {
  adjustBalance,
  deleteUser,
  editPlayer,
  getPlayer,
  giveItemTo,
  listUsers,
  setUserRole,
  takeItemFrom,
} from './service.ts';

/** Register the routes of the admin area. */
export function adminRoutes(http: Http, site: Site): void {
  const action = (session: { user: { id: number } }, params: { id: number }) => ({
    adminId: session.user.id,
    userId: params.id,
  });

  registerRoutes(http, site, admin.routes, {
    'GET /api/mod/overview': async ({ session }) => getOverview(site, session.user),

    'GET /api/admin/users': async ({ db, query, reply }) => {
      const { cursor, limit } = query;
      const search = query.search?.trim() ?? '';
      const { users, nextCursor } = await listUsers(db, site, { search, cursor, limit });
      setNextLink(reply, '/api/admin/users', { limit, search, nextCursor });
      return users;
    },

    'PATCH /api/admin/promote/{id}': async ({ db, session, params }) => ({
      user: await setUserRole(db, site, { ...action(session, params), to: 'moderator' }),
    }),

    'PATCH /api/admin/demote/{id}': async ({ db, session, params }) => ({
      user: await setUserRole(db, site, { ...action(session, params), to: 'player' }),
    }),

    'DELETE /api/admin/users/{id}': async ({ db, session, params }) => {
      await deleteUser(db, site, action(session, params));
      return { deleted: 'user' as const };
    },

    'GET /api/admin/users/{id}/stats': async ({ db, params }) => getPlayer(db, site, params.id),

    'PUT /api/admin/users/{id}': async ({ db, session, params, body }) =>
      editPlayer(db, site, { ...body, ...action(session, params) }),

    'POST /api/admin/users/{id}/inventory': async ({ db, session, params, body }) =>
      giveItemTo(db, site, { ...action(session, params), itemId: body.itemId, quantity: body.quantity ?? 1 }),

    'DELETE /api/admin/users/{id}/inventory/{itemId}': async ({ db, session, params, query }) =>
      takeItemFrom(db, site, {
        ...action(session, params),
        itemId: params.itemId,
        quantity: query.quantity ?? null,
      }),

    'PATCH /api/admin/users/{id}/coins': async ({ db, session, params, body }) => ({
      coins: await adjustBalance(db, site, { ...action(session, params), ...body }),
    }),
  });
}
