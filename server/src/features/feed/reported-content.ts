import type { StaffReason } from '@rivalhold/shared/contract/decisions.ts';
import { Nullable } from '@rivalhold/shared/contract/schema.ts';
import type { Viewer } from '@rivalhold/shared/roles.ts';
import { youtubeWatchUrl } from '@rivalhold/shared/youtube.ts';
import Type, { type Static } from 'typebox';
import { column } from '../../platform/db/columns.ts';
import { type DbOrTx, queryFirst, sql, transaction } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import { type ContextMessage, type ReportedContent, toStoredMedia } from '../../platform/reported-content.ts';
import type { Site } from '../../platform/site.ts';
import { notBlockedSql } from '../blocks/service.ts';
import { isShownToSql } from '../hidden-content/service.ts';
import { readContext } from '../profiles/service.ts';
import { postOfComment, removeComment } from './comments.ts';
import { postLink } from './queries.ts';

type ReportRequest = { id: number; viewerId: number };
const ReportedRow = Type.Object({
  post_id: column.integer,
  user_id: column.integer,
  text: column.text,
  gif_url: Nullable(column.text),
  youtube_id: Nullable(column.text),
  file_key: Nullable(column.text),
  created_at: column.date,
});

const present = (row: Static<typeof ReportedRow>): ReportedContent => ({
  ownerId: row.user_id,
  text: row.text,
  media: [
    ...(row.file_key === null ? [] : [toStoredMedia(`/media/${row.file_key}`, 'image')]),
    ...(row.gif_url === null ? [] : [toStoredMedia(row.gif_url, 'gif')]),
    ...(row.youtube_id === null ? [] : [toStoredMedia(youtubeWatchUrl(row.youtube_id), 'youtube')]),
  ],
  link: postLink(row.post_id),
  createdAt: row.created_at,
});

/** Return a post as reportable content, or undefined if the post is not visible to the viewer. */
export async function getReportedPost(
  db: DbOrTx,
  { id, viewerId }: ReportRequest,
): Promise<ReportedContent | undefined> {
  const row = await queryFirst(
    db,
    ReportedRow,
    sql`select p.id as post_id, p.user_id, p.text, p.gif_url, p.youtube_id, photo.file_key, p.created_at
     from posts p left join photos photo on photo.id = p.photo_id
     where p.id = ${id} and ${notBlockedSql(viewerId, sql`p.user_id`)}
       and ${isShownToSql('post', sql`p.id`, { viewerId, seesHidden: false })}`,
  );
  return row && present(row);
}

/** Return a comment as reportable content, or undefined if the comment is not visible to the viewer. */
export async function getReportedComment(
  db: DbOrTx,
  { id, viewerId }: ReportRequest,
): Promise<ReportedContent | undefined> {
  const row = await queryFirst(
    db,
    ReportedRow,
    sql`select k.post_id, k.user_id, k.text, k.gif_url, null as youtube_id, null as file_key, k.created_at
     from post_comments k join posts p on p.id = k.post_id
     where k.id = ${id} and ${notBlockedSql(viewerId, sql`k.user_id`)}
       and ${isShownToSql('comment', sql`k.id`, { viewerId, seesHidden: false })}
       and ${notBlockedSql(viewerId, sql`p.user_id`)}
       and ${isShownToSql('post', sql`p.id`, { viewerId, seesHidden: false })}`,
  );
  return row && present(row);
}

const CONTEXT_ROWS = sql`
  select id, post_id as parent, id as position, user_id, text, created_at from post_comments`;

/** Return a comment, and the comments before and after it. */
export const getCommentContext = (db: DbOrTx, id: number): Promise<ContextMessage[]> =>
  readContext(db, CONTEXT_ROWS, id);

/**
 * Delete a comment by its id, on any post.
 * @throws AppError as `removeComment` does.
 */
export async function removeCommentById(
  db: DbOrTx,
  site: Site,
  { id, ...by }: { id: number; viewer: Viewer; reason?: StaffReason | undefined },
): Promise<void> {
  await transaction(db, async (tx) => {
    const postId = await postOfComment(tx, id);
    if (postId === undefined) throw new AppError('notFound');
    await removeComment(tx, site, { postId, commentId: id, ...by });
  });
}
