import { comments as contract } from '@rivalhold/shared/contract/comments.ts';
import { COMMENT_MESSAGES } from '@rivalhold/shared/texts/comments.ts';
import Type from 'typebox';
import { column } from '../../platform/db/columns.ts';
import { type DbOrTx, queryFirst, sql } from '../../platform/db/db.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import type { ContextMessage, ReportedContent } from '../../platform/reported-content.ts';
import { defineRateLimits } from '../../platform/security/rate-limits.ts';
import type { Feature } from '../../platform/site.ts';
import { notBlockedSql } from '../blocks/service.ts';
import { contentViewer, isShownToSql } from '../hidden-content/service.ts';
import { readContext } from '../profiles/service.ts';
import { personalData } from './personal-data.ts';
import {
  addComment,
  listComments,
  removeComment,
  removeProfileComment,
  restoreProfileComment,
  setProfileCommentHidden,
} from './service.ts';

const RATE_LIMITS = defineRateLimits({
  comment: { points: 12, seconds: 60 },
});

const ReportedComment = Type.Object({
  user_id: column.integer,
  profile_id: column.integer,
  body: column.text,
  created_at: column.date,
});

/** Return a profile comment as reportable content, or undefined if it is not visible to the viewer. */
async function getReportedProfileComment(
  db: DbOrTx,
  { id, viewerId }: { id: number; viewerId: number },
): Promise<ReportedContent | undefined> {
  const row = await queryFirst(
    db,
    ReportedComment,
    sql`select user_id, profile_id, body, created_at from profile_comments
     where id = ${id} and ${notBlockedSql(viewerId, sql`user_id`)}
       and ${notBlockedSql(viewerId, sql`profile_id`)}
       and ${isShownToSql('profileComment', sql`profile_comments.id`, { viewerId, seesHidden: false })}`,
  );
  if (!row) return undefined;
  return {
    ownerId: row.user_id,
    text: row.body,
    media: [],
    link: `/profiles/${row.profile_id}`,
    createdAt: row.created_at,
  };
}

const CONTEXT_ROWS = sql`
  select id, profile_id as parent, id as position, user_id, body as text, created_at from profile_comments`;

/** Return a comment, and the comments before and after it. */
const getProfileCommentContext = (db: DbOrTx, id: number): Promise<ContextMessage[]> =>
  readContext(db, CONTEXT_ROWS, id);

export const comments: Feature = {
  name: 'comments',
  routes(http, site) {
    registerRoutes(http, site, contract.routes, {
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
  },
  reportable: {
    profileComment: {
      reported: getReportedProfileComment,
      around: getProfileCommentContext,
      remove: removeProfileComment,
      setHidden: setProfileCommentHidden,
    },
  },
  restorable: { profileComment: restoreProfileComment },
  personalData,
};
