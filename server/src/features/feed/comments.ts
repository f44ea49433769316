import type { StaffReason } from '@rivalhold/shared/contract/decisions.ts';
import type { PostComment } from '@rivalhold/shared/contract/feed.ts';
import { Nullable } from '@rivalhold/shared/contract/schema.ts';
import type { Viewer } from '@rivalhold/shared/roles.ts';
import { FEED_ERRORS } from '@rivalhold/shared/texts/feed.ts';
import { NOTIFICATION_MESSAGES } from '@rivalhold/shared/texts/notification-messages.ts';
import { STAFF_LIMIT_TEXTS } from '@rivalhold/shared/texts/staff-actions.ts';
import Type, { type Static } from 'typebox';
import { column } from '../../platform/db/columns.ts';
import {
  type DbOrTx,
  execute,
  query,
  queryFirst,
  queryFirstValue,
  type Sql,
  sql,
  type Tx,
  transaction,
} from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import { decodeIdCursor, encodeIdCursor, type PageQuery, toPage } from '../../platform/http/cursor.ts';
import { assertMayDelete, hasStaffAccess } from '../../platform/security/step-up.ts';
import type { Restore, Site } from '../../platform/site.ts';
import { isContentVisibleSql, NO_VIEWER, notBlockedSql } from '../blocks/service.ts';
import { recordProgress } from '../goals/service.ts';
import {
  type ContentViewer,
  deleteHidden,
  isHiddenSql,
  isShownToSql,
  setHidden,
} from '../hidden-content/service.ts';
import { countNewAccountAction } from '../new-accounts/service.ts';
import {
  deleteUnreadNotifications,
  type NotificationContent,
  NotificationRow,
  notificationInsertSql,
  notificationRowSql,
  refreshUnreadCounts,
} from '../notifications/service.ts';
import { authorSettledSql, PLAYER_COLUMNS, playerJoinSql } from '../profiles/service.ts';
import { moveRows, recordRemoval } from '../removals/service.ts';
import { markPostChanged } from './count-broadcast.ts';
import { mentionsCollapseKey, notifyMentionedInPost } from './mentions.ts';
import { validateComment } from './policy.ts';
import { CommentRow, presentComment } from './presenters.ts';
import { countComments, insertRemovedComment, lockPost } from './queries.ts';
import { storeReaction } from './store-reaction.ts';

const commentCollapseKey = (postId: number): string => `post-comment:${postId}`;
/** Return the collapse keys of the notifications about comments on a post. */
const collapseKeysOf = (postId: number): string[] => [
  commentCollapseKey(postId),
  mentionsCollapseKey(postId),
];

/**
 * Return a page of the comments on a post, newest first. Leave out comments hidden from the viewer by a block, a mute
 * or reports.
 * @throws AppError `notFound` for a post that does not exist or is hidden from the viewer; `invalid` for a malformed
 *   cursor.
 */
export async function listComments(
  db: DbOrTx,
  site: Site,
  { postId, cursor, limit, ...viewer }: { postId: number } & ContentViewer & PageQuery,
): Promise<{ comments: PostComment[]; nextCursor: string | null }> {
  const rows = await commentPage(db, site, {
    postId,
    ...viewer,
    beforeId: decodeIdCursor(cursor),
    limit: limit + 1,
  });
  if (!rows) throw new AppError('notFound', FEED_ERRORS.postNotFound);
  const { items: comments, nextCursor } = toPage(rows, limit, encodeIdCursor);
  return { comments, nextCursor };
}

/**
 * Add a comment to a post. Notify the author of the post and the players mentioned in the comment.
 * @throws AppError `invalid` with a message for each invalid field; `notFound` for a post that does not exist or is
 *   hidden; `newAccountLimit`.
 */
export async function addComment(
  db: DbOrTx,
  site: Site,
  {
    postId,
    user,
    ...sent
  }: {
    postId: number;
    user: { id: number; username: string };
    body?: string | null | undefined;
    gifUrl?: string | null | undefined;
  },
): Promise<{ comment: PostComment; commentsCount: number }> {
  const { text, gifUrl } = validateComment(sent, site.config.giphyApiBase);
  return transaction(db, async (tx) => {
    const row = await storeReaction(tx, site, {
      postId,
      user,
      notification: {
        type: 'comment',
        ...NOTIFICATION_MESSAGES.postComment(user.username),
        collapse: commentCollapseKey(postId),
      },
      insert: (content) =>
        queryFirst(
          tx,
          InsertedComment,
          insertCommentSql(site, { postId, userId: user.id, text, gifUrl }, content),
        ),
    });
    await countNewAccountAction(tx, site, { userId: user.id, action: 'posts', towards: row.authorId });
    await notifyMentionedInPost(tx, site, {
      text,
      user,
      postId,
      authorId: row.authorId,
      commentId: row.id,
    });
    markPostChanged(tx, site, postId);
    await recordProgress(tx, site, user.id, [{ count: 'comments', subject: row.authorId, by: 1 }]);
    return { comment: presentComment(row), commentsCount: row.count };
  });
}

/**
 * Delete a comment.
 * @throws AppError `notFound`; `forbidden` unless the viewer is its author or staff.
 */
export async function removeComment(
  db: DbOrTx,
  site: Site,
  {
    postId,
    commentId,
    viewer,
    reason,
  }: { postId: number; commentId: number; viewer: Viewer; reason?: StaffReason | undefined },
): Promise<{ commentsCount: number }> {
  return transaction(db, async (tx) => {
    const post = await lockPost(tx, postId, viewer.id);
    const comment = post && (await lockComment(tx, postId, commentId));
    if (!post || !comment) throw new AppError('notFound', FEED_ERRORS.commentNotFound);
    const { authorId } = comment;
    if (
      viewer.id !== authorId &&
      (post.isInvisible || comment.hiddenByReports) &&
      !hasStaffAccess(site, viewer)
    )
      throw new AppError('notFound', FEED_ERRORS.commentNotFound);
    assertMayDelete(site, viewer, authorId);
    if (await deleteHidden(tx, 'comment', [commentId]))
      for (const collapse of collapseKeysOf(postId))
        await deleteUnreadNotifications(tx, site, { collapse, about: { kind: 'comment', id: commentId } });
    if (viewer.id === authorId) await execute(tx, sql`delete from post_comments where id = ${commentId}`);
    else {
      const removalId = await recordRemoval(tx, site, {
        kind: 'comment',
        subjectId: commentId,
        audit: {
          kind: 'comment.delete',
          actorId: viewer.id,
          targetId: authorId,
          subject: `comment ${commentId} on post ${postId}`,
          before: comment.text,
        },
        reason,
      });
      await moveRows(tx, removalId, 'post_comments', sql`id = ${commentId}`);
    }
    const commentsCount = await countComments(tx, postId);
    if (commentsCount === 0)
      await deleteUnreadNotifications(tx, site, { collapse: commentCollapseKey(postId) });
    markPostChanged(tx, site, postId);
    return { commentsCount };
  });
}

/** Return the id of the post to which a comment belongs. */
export const postOfComment = (tx: Tx, commentId: number): Promise<number | undefined> =>
  queryFirstValue(tx, column.integer, sql`select post_id from post_comments where id = ${commentId}`);

/**
 * Hide a comment from everyone except its author and staff, or show it again. Open pages then reload the comments,
 * because the number of visible comments has changed.
 * @returns false if the comment does not exist or is already in the requested state
 */
export async function setCommentHidden(
  tx: Tx,
  site: Site,
  { id, hidden }: { id: number; hidden: boolean },
): Promise<boolean> {
  const postId = await postOfComment(tx, id);
  if (postId !== undefined) await lockPost(tx, postId, NO_VIEWER);
  const comment = postId === undefined ? undefined : await lockComment(tx, postId, id);
  const isChanged = await setHidden(tx, site, {
    kind: 'comment',
    id,
    hidden,
    authorId: comment?.authorId,
  });
  if (postId === undefined || !comment || !isChanged) return false;
  await countComments(tx, postId);
  await refreshUnreadCounts(tx, site, collapseKeysOf(postId));
  markPostChanged(tx, site, postId);
  return true;
}

/** Restore a comment that staff deleted. */
export const restoreComment: Restore = async (tx, site, { id }) => {
  const postId = await insertRemovedComment(tx, id);
  if (postId === undefined) throw new AppError('conflict', STAFF_LIMIT_TEXTS.parentMissing);
  markPostChanged(tx, site, postId);
};

/** A comment. If the page has no comments, the `id` of the only row is null. */
const CommentOrNone = Type.Union([CommentRow, Type.Object({ id: Type.Null() })]);

/**
 * Return the newest comments on a post with ids lower than a given id. Return undefined if the viewer cannot see the
 * post.
 */
async function commentPage(
  db: DbOrTx,
  site: Site,
  page: { postId: number; beforeId: number; limit: number } & ContentViewer,
): Promise<PostComment[] | undefined> {
  const rows = await query(
    db,
    CommentOrNone,
    // Because the inner limit is constant, PostgreSQL expects few rows and can reuse the plan. See `postPagesSql`.
    sql`
      select k.id, k.text, k.gif_url, k.created_at, k.user_id, k.username, k.avatar_url, k.level, k.links,
        ${isHiddenSql('comment', sql`k.id`)} as hidden
      from posts p
      left join lateral (
        select latest.*, ${PLAYER_COLUMNS}, ${authorSettledSql(site)} as links from (
          select * from (
            select * from post_comments where post_id = p.id and id < ${page.beforeId}
              and ${isContentVisibleSql(page.viewerId, sql`user_id`)}
              and ${isShownToSql('comment', sql`post_comments.id`, page)}
            order by id desc limit 51
          ) longest limit ${page.limit}
        ) latest ${playerJoinSql(sql`latest`)}
      ) k on true
      where p.id = ${page.postId} and ${notBlockedSql(page.viewerId, sql`p.user_id`)}
        and ${isShownToSql('post', sql`p.id`, page)}
      order by k.id desc`,
  );
  if (rows.length === 0) return undefined;
  return rows.filter((row) => row.id !== null).map(presentComment);
}

const InsertedComment = Type.Object({
  ...CommentRow.properties,
  count: column.integer,
  authorId: column.integer,
  notification: Nullable(NotificationRow),
});

/**
 * SQL that stores a comment on a locked post, counts it, and stores a notification for the post's author. The SQL does
 * nothing if the post is hidden.
 */
const insertCommentSql = (
  site: Site,
  comment: { postId: number; userId: number; text: string; gifUrl: string | null },
  content: NotificationContent,
): Sql => sql`
  with added as (
    insert into post_comments (post_id, user_id, text, gif_url, created_at)
    select p.id, ${comment.userId}, ${comment.text}, ${comment.gifUrl}, ${site.clock.now()} from posts p
    where p.id = ${comment.postId} and ${notBlockedSql(comment.userId, sql`p.user_id`)}
      and not ${isHiddenSql('post', sql`p.id`)}
    returning *
  ), counted as (
    update posts set comment_count = comment_count + 1 where id = (select post_id from added)
    returning user_id as author_id, comment_count
  ), notified as (
    ${notificationInsertSql(
      site,
      { ...content, about: [{ kind: 'comment', id: sql`(select id from added)` }] },
      sql`(select author_id from counted)`,
      sql`exists (select 1 from added)`,
    )}
  )
  select k.id, k.text, k.gif_url, k.created_at, k.user_id, ${PLAYER_COLUMNS},
    ${authorSettledSql(site)} as links, false as hidden, comment_count as count,
    author_id as "authorId", ${notificationRowSql(sql`notified`)} as notification
  from counted, added k ${playerJoinSql(sql`k`)}`;

const LockedComment = Type.Object({
  authorId: column.integer,
  text: column.text,
  hiddenByReports: column.boolean,
});

async function lockComment(
  tx: Tx,
  postId: number,
  id: number,
): Promise<Static<typeof LockedComment> | undefined> {
  return queryFirst(
    tx,
    LockedComment,
    sql`select user_id as "authorId", text, ${isHiddenSql('comment', sql`post_comments.id`)} as "hiddenByReports"
        from post_comments where id = ${id} and post_id = ${postId}`,
  );
}
