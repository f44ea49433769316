import { comments } from '@rivalhold/shared/contract/comments.ts';
import { COMMENT_MESSAGES } from '@rivalhold/shared/texts/comments.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import type { Http } from '../../platform/http/server.ts';
import { defineRateLimits } from '../../platform/security/rate-limits.ts';
import type { Site } from '../../platform/site.ts';
import { contentViewer } from '../hidden-content/service.ts';
import { addComment, listComments, removeComment } from './service.ts';

const RATE_LIMITS = defineRateLimits({
  comment: { points: 12, seconds: 60 },
});

/** Register the routes of profile comments. */
export function commentRoutes(http: Http, site: Site): void {
  registerRoutes(http, site, comments.routes, {
    'GET /api/profiles/{id}/status/comments': async ({ db, session, params, query }) =>
      listComments(db, { ...query, profileId: params.id, ...contentViewer(site, session) }),

    'POST /api/profiles/{id}/status/comments': async ({ db, session, params, body }) => {
      const { user } = session;
      await site.limits.consume(RATE_LIMITS.comment, user.id);
      return { comment: await addComment(db, site, { profileId: params.id, user, body: body.body }) };
    },

    'DELETE /api/profiles/{id}/status/comments/{commentId}': async ({
      db,
      session,
      params,
      body: reason,
    }) => {
      await removeComment(db, site, {
        profileId: params.id,
        commentId: params.commentId,
        viewer: session.user,
        reason,
      });
      return { message: COMMENT_MESSAGES.deleted };
    },
  });
}
