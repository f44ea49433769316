import { type DbOrTx, queryFirst, sql } from '../../platform/db/db.ts';
import type { ContextMessage, ReportedContent } from '../../platform/reported-content.ts';
import { notBlockedSql } from '../blocks/service.ts';
import { isShownToSql } from '../hidden-content/service.ts';
import { readContext } from '../profiles/service.ts';

type Row = { user_id: number; profile_id: number; body: string; created_at: Date };

/** Return a profile comment as reportable content, or undefined if it is not visible to the viewer. */
export async function getReportedProfileComment(
  db: DbOrTx,
  { id, viewerId }: { id: number; viewerId: number },
): Promise<ReportedContent | undefined> {
  const row = await queryFirst<Row>(
    db,
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
  select id, profile_id as parent, id as place, user_id, body as text, created_at from profile_comments`;

/** Return a comment, and the comments before and after it. */
export const getProfileCommentContext = (db: DbOrTx, id: number): Promise<ContextMessage[]> =>
  readContext(db, CONTEXT_ROWS, id);
