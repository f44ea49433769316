import type { PostComment } from '@rivalhold/shared/contract/feed.ts';
import { isStaff, mayDelete, type Viewer } from '@rivalhold/shared/roles.ts';
import { FEED_ERRORS } from '@rivalhold/shared/texts/feed.ts';
import { NOTIFICATION_MESSAGES } from '@rivalhold/shared/texts/notification-messages.ts';
import { type DbOrTx, run, runFirst, runValue, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import { decodeIdCursor, encodeIdCursor, type PageQuery, toPage } from '../../platform/http/cursor.ts';
import type { Site } from '../../platform/site.ts';
import { recordAudit } from '../audit/service.ts';
import { notBlockedSql } from '../blocks/service.ts';
import {
  deleteUnreadNotifications,
  type NotificationRow,
  noticeText,
  notificationRowSql,
} from '../notifications/service.ts';
import { PLAYER, playerOf } from '../profiles/service.ts';
import { markPostChanged } from './count-broadcast.ts';
import { notifyMentionedInPost } from './mentions.ts';
import { validateComment } from './policy.ts';
import { type CommentRow, presentComment } from './presenters.ts';
import { lockPost } from './queries.ts';
import { storeReaction } from './store-reaction.ts';

type InsertedComment = CommentRow & { count: number; authorId: number; told: NotificationRow | null };

const commentCollapseKey = (postId: number): string => `post-comment:${postId}`;

/**
 * A page of the comments on a post, newest first, without those of players in a block relation with the viewer.
 * @throws AppError notFound for a post that is not there or hidden by a block; invalid for a foreign cursor.
 */
export async function listComments(
  db: DbOrTx,
  { postId, viewerId, cursor, limit }: { postId: number; viewerId: number } & PageQuery,
): Promise<{ comments: PostComment[]; nextCursor: string | null }> {
  const rows = await commentPage(db, {
    postId,
    viewerId,
    beforeId: decodeIdCursor(cursor),
    limit: limit + 1,
  });
  if (!rows) throw new AppError('notFound', FEED_ERRORS.postGone);
  const { items: comments, nextCursor } = toPage(rows, limit, encodeIdCursor);
  return { comments, nextCursor };
}

/**
 * Comments on a post; tells its author, and whom the text mentions.
 * @throws AppError invalid with a text for each field at fault; notFound for a post that is not there or hidden by a
 * block.
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
    const row = await storeReaction<InsertedComment>(tx, site, {
      ...{ postId, user },
      text: INSERT_COMMENT,
      values: [text, gifUrl, site.clock.now()],
      notice: {
        type: 'comment',
        ...NOTIFICATION_MESSAGES.postComment(user.username),
        collapse: commentCollapseKey(postId),
      },
    });
    await notifyMentionedInPost(tx, site, { text, user, authorId: row.authorId, postId, in: 'comment' });
    markPostChanged(tx, site, postId);
    return { comment: presentComment(row), commentsCount: row.count };
  });
}

/** @throws AppError notFound, forbidden for who is neither its author nor staff. */
export async function removeComment(
  db: DbOrTx,
  site: Site,
  { postId, commentId, viewer }: { postId: number; commentId: number; viewer: Viewer },
): Promise<{ commentsCount: number }> {
  return transaction(db, async (tx) => {
    const post = await lockPost(tx, postId, viewer.id);
    const comment = post && (await lockComment(tx, postId, commentId));
    if (!post || !comment) throw new AppError('notFound', FEED_ERRORS.commentGone);
    const { authorId } = comment;
    if (!mayDelete(viewer, authorId)) {
      if (post.hidden && !isStaff(viewer)) throw new AppError('notFound', FEED_ERRORS.commentGone);
      throw new AppError('forbidden');
    }
    const commentsCount = await deleteComment(tx, postId, commentId);
    if (viewer.id !== authorId)
      await recordAudit(tx, site, {
        kind: 'comment.delete',
        actorId: viewer.id,
        targetId: authorId,
        subject: `comment ${commentId} on post ${postId}`,
        before: comment.text,
      });
    if (commentsCount === 0)
      await deleteUnreadNotifications(tx, site, { collapse: commentCollapseKey(postId) });
    markPostChanged(tx, site, postId);
    return { commentsCount };
  });
}

// No page is longer than the inner limit, as with a page of posts.
const COMMENT_PAGE_SQL = `
  select k.id, k.text, k.gif_url, k.created_at, k.user_id, k.username, k.avatar_url, k.level
  from posts p
  left join lateral (
    select latest.*, ${PLAYER} from (
      select * from (
        select * from post_comments where post_id = p.id and id < $2 and ${notBlockedSql('$4', 'user_id')}
        order by id desc limit 51
      ) longest limit $3
    ) latest ${playerOf('latest')}
  ) k on true
  where p.id = $1 and ${notBlockedSql('$4', 'p.user_id')}
  order by k.id desc`;

/** Comments with a lower id on a post, newest first; undefined where the viewer knows of no such post. */
async function commentPage(
  db: DbOrTx,
  page: { postId: number; viewerId: number; beforeId: number; limit: number },
): Promise<PostComment[] | undefined> {
  const rows = await run<CommentRow | { id: null }>(db, COMMENT_PAGE_SQL, [
    page.postId,
    page.beforeId,
    page.limit,
    page.viewerId,
  ]);
  if (rows.length === 0) return undefined;
  return rows.filter((row): row is CommentRow => row.id !== null).map(presentComment);
}

/** Stores a comment on a post that is locked, unless a block hides it; counts it, and tells the author of the post. */
const INSERT_COMMENT = `
  with added as (
    insert into post_comments (post_id, user_id, text, gif_url, created_at)
    select p.id, $2::bigint, $3, $4, $5 from posts p where p.id = $1 and ${notBlockedSql('$2::bigint', 'p.user_id')}
    returning *
  ), counted as (
    update posts set comments_count = comments_count + 1 where id = (select post_id from added)
    returning user_id as author_id, comments_count
  ), told as (${noticeText(6, 'exists (select 1 from added)', '(select author_id from counted)')})
  select k.id, k.text, k.gif_url, k.created_at, k.user_id, ${PLAYER}, comments_count as count,
    author_id as "authorId", ${notificationRowSql('told')} as told
  from counted, added k ${playerOf('k')}`;

async function lockComment(
  tx: Tx,
  postId: number,
  id: number,
): Promise<{ authorId: number; text: string } | undefined> {
  return runFirst<{ authorId: number; text: string }>(
    tx,
    'select user_id as "authorId", text from post_comments where id = $2 and post_id = $1',
    [postId, id],
  );
}

/** Deletes a comment from a post that is locked; answers how many are left. */
async function deleteComment(tx: Tx, postId: number, id: number): Promise<number> {
  return runValue<number>(
    tx,
    `with removed as (delete from post_comments where id = $2 and post_id = $1 returning post_id)
     update posts set comments_count = comments_count - (select count(*) from removed) where id = $1
     returning comments_count as count`,
    [postId, id],
  );
}
