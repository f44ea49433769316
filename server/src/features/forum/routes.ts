import { forum } from '@rivalhold/shared/contract/forum.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import type { Http } from '../../platform/http/server.ts';
import { defineRateLimits } from '../../platform/security/rate-limits.ts';
import { hasStaffAccess } from '../../platform/security/step-up.ts';
import type { Site } from '../../platform/site.ts';
import { contentViewer } from '../hidden-content/service.ts';
import { editCategory, removeCategory } from './categories.ts';
import { deleteForumPost } from './deletion.ts';
import {
  addCategory,
  editPost,
  getThread,
  likePost,
  listCategories,
  listThreadsSerialized,
  replyToThread,
  restoreThread,
  startThread,
  watchThread,
} from './service.ts';

const RATE_LIMITS = defineRateLimits({
  thread: { points: 10, seconds: 60 },
  forumPost: { points: 20, seconds: 60 },
  forumEdit: { points: 20, seconds: 60 },
  forumLike: { points: 60, seconds: 60 },
});

/** Register the routes and events of the forum. */
export function forumRoutes(http: Http, site: Site): void {
  site.realtime.on('forum:watch', async ({ user }, { threadId }, socketId) => {
    await watchThread(site.db, site, { threadId, viewer: user, socketId });
    return {};
  });

  registerRoutes(http, site, forum.routes, {
    // Admins get the full thread counts, including hidden threads, because they manage the categories.
    'GET /api/forum-categories': async ({ db, session }) => {
      const isAdmin = session.user.role === 'admin' && hasStaffAccess(site, session.user);
      return listCategories(db, isAdmin ? null : contentViewer(site, session));
    },

    'POST /api/forum-categories': async ({ db, session, body }) => ({
      category: await addCategory(db, site, { staffId: session.user.id, ...body }),
    }),

    'PATCH /api/forum-categories/{id}': async ({ db, session, params, body }) => ({
      category: await editCategory(db, site, { id: params.id, staffId: session.user.id, ...body }),
    }),

    'DELETE /api/forum-categories/{id}': async ({ db, session, params, query }) => {
      const moveTo = query.moveTo ?? null;
      await removeCategory(db, site, { id: params.id, moveTo, staffId: session.user.id });
      return { deleted: 'category' as const };
    },

    'GET /api/forum-threads': async ({ session, query }) =>
      listThreadsSerialized(site.db, site, {
        ...query,
        ...contentViewer(site, session),
        search: query.search ?? '',
        categoryId: query.categoryId ?? null,
      }),

    'GET /api/forum-threads/{id}': async ({ db, session, params, query }) =>
      getThread(db, site, { ...query, id: params.id, viewer: session.user, postId: query.post ?? null }),

    'POST /api/forum-threads': async ({ db, session, body }) => {
      await site.limits.consume(RATE_LIMITS.thread, session.user.id);
      return startThread(db, site, { user: session.user, ...body });
    },

    'POST /api/forum-threads/{id}/restore': async ({ db, session, params }) => ({
      thread: await restoreThread(db, site, { id: params.id, staffId: session.user.id }),
    }),

    'POST /api/forum-posts': async ({ db, session, body }) => {
      await site.limits.consume(RATE_LIMITS.forumPost, session.user.id);
      return { post: await replyToThread(db, site, { user: session.user, ...body }) };
    },

    'PATCH /api/forum-posts/{id}': async ({ db, session, params, body }) => {
      await site.limits.consume(RATE_LIMITS.forumEdit, session.user.id);
      return { post: await editPost(db, site, { id: params.id, userId: session.user.id, ...body }) };
    },

    'DELETE /api/forum-posts/{id}': async ({ db, session, params, body: reason }) => ({
      deleted: await deleteForumPost(db, site, { id: params.id, viewer: session.user, reason }),
    }),

    'POST /api/forum-likes': async ({ db, session, body }) => {
      await site.limits.consume(RATE_LIMITS.forumLike, session.user.id);
      return likePost(db, site, { user: session.user, ...body });
    },
  });
}
