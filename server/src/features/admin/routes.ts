import { admin } from '@rivalhold/shared/contract/admin.ts';
import { linkNext } from '../../platform/http/link-header.ts';
import { implement } from '../../platform/http/routes.ts';
import type { Http } from '../../platform/http/server.ts';
import type { Site } from '../../platform/site.ts';
import {
  adjustPurse,
  changeRole,
  deleteUser,
  editPlayer,
  giveTo,
  listUsers,
  showPlayer,
  takeFrom,
} from './service.ts';

export function adminRoutes(http: Http, site: Site): void {
  const act = (session: { user: { id: number } }, params: { id: number }) => ({
    adminId: session.user.id,
    userId: params.id,
  });

  implement(http, site, admin.routes, {
    'GET /api/admin/users': async ({ db, query, reply }) => {
      const { cursor, limit } = query;
      const search = query.search?.trim() ?? '';
      const { users, nextCursor } = await listUsers(db, site, { search, cursor, limit });
      linkNext(reply, '/api/admin/users', { limit, search, nextCursor });
      return users;
    },

    'PATCH /api/admin/promote/{id}': async ({ db, session, params }) => ({
      user: await changeRole(db, site, { ...act(session, params), to: 'moderator' }),
    }),

    'PATCH /api/admin/demote/{id}': async ({ db, session, params }) => ({
      user: await changeRole(db, site, { ...act(session, params), to: 'player' }),
    }),

    'DELETE /api/admin/users/{id}': async ({ db, session, params }) => {
      await deleteUser(db, site, act(session, params));
      return { deleted: 'user' as const };
    },

    'GET /api/admin/users/{id}/stats': async ({ db, params }) => showPlayer(db, site, params.id),

    'PUT /api/admin/users/{id}': async ({ db, session, params, body }) =>
      editPlayer(db, site, { ...body, ...act(session, params) }),

    'POST /api/admin/users/{id}/inventory': async ({ db, session, params, body }) =>
      giveTo(db, site, { ...act(session, params), itemId: body.itemId, quantity: body.quantity ?? 1 }),

    'DELETE /api/admin/users/{id}/inventory/{itemId}': async ({ db, session, params, query }) =>
      takeFrom(db, site, {
        ...act(session, params),
        itemId: params.itemId,
        quantity: query.quantity ?? null,
      }),

    'PATCH /api/admin/users/{id}/coins': async ({ db, session, params, body }) => ({
      coins: await adjustPurse(db, site, { ...act(session, params), ...body }),
    }),
  });
}
