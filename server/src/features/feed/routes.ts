import { feed } from '@rivalhold/shared/contract/feed.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import type { Http } from '../../platform/http/server.ts';
import { countListedPlayers, defineRateLimits } from '../../platform/security/rate-limits.ts';
import type { Site } from '../../platform/site.ts';
import { contentViewer } from '../hidden-content/service.ts';
import { addComment, listComments, removeComment } from './comments.ts';
import { stopBroadcasting } from './count-broadcast.ts';
import { likePost, listLikers, unlikePost } from './likes.ts';
import { addPost, getPost, listPosts, removePost } from './service.ts';

/** The rate limits of the feed. */
export const RATE_LIMITS = defineRateLimits({
  post: { points: 10, seconds: 60 },
  postComment: { points: 20, seconds: 60 },
});

/** Register the routes and events of the feed. */
export function feedRoutes(http: Http, site: Site): void {
  // Clients can send this event, because the specification names it. The server ignores the event, because it
  // broadcasts new posts itself.
  site.realtime.on('feed:newPost', async () => ({}));
  http.app.addHook('onClose', () => stopBroadcasting(site));

  registerRoutes(http, site, feed.routes, {
    'GET /api/feed': async ({ session, query }) =>
      listPosts(site, { ...query, ...contentViewer(site, session) }),

    'POST /api/feed': async ({ db, session, body }) => {
      await site.limits.consume(RATE_LIMITS.post, session.user.id);
      return { post: await addPost(db, site, { user: session.user, ...body }) };
    },

    'GET /api/feed/{id}': async ({ db, session, params }) => ({
      post: await getPost(db, site, { id: params.id, ...contentViewer(site, session) }),
    }),

    'DELETE /api/feed/{id}': async ({ db, session, params, body: reason }) => {
      await removePost(db, site, { id: params.id, viewer: session.user, reason });
      return { deleted: 'post' as const };
    },

    'POST /api/feed/{id}/like': async ({ db, session, params }) =>
      likePost(db, site, { postId: params.id, user: session.user }),

    'DELETE /api/feed/{id}/like': async ({ db, session, params }) =>
      unlikePost(db, site, { postId: params.id, user: session.user }),

    'GET /api/feed/{id}/comments': async ({ db, session, params, query }) =>
      listComments(db, site, { ...query, postId: params.id, ...contentViewer(site, session) }),

    'POST /api/feed/{id}/comments': async ({ db, session, params, body }) => {
      await site.limits.consume(RATE_LIMITS.postComment, session.user.id);
      return addComment(db, site, { postId: params.id, user: session.user, ...body });
    },

    'DELETE /api/feed/{id}/comments/{commentId}': async ({ db, session, params, body: reason }) => ({
      deleted: 'comment' as const,
      ...(await removeComment(db, site, {
        postId: params.id,
        commentId: params.commentId,
        viewer: session.user,
        reason,
      })),
    }),

    'GET /api/likes/{postId}/likers': async ({ db, session, params, query }) => {
      await countListedPlayers(site.limits, session.user.id, query.limit);
      return listLikers(db, { ...query, postId: params.postId, ...contentViewer(site, session) });
    },
  });
}
