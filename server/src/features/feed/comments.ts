import type { PostComment } from '@rivalhold/shared/contract/feed.ts';
import { isStaff, mayDelete, type Viewer } from '@rivalhold/shared/roles.ts';
import { FEED_REFUSALS } from '@rivalhold/shared/texts/feed.ts';
import { NOTICES } from '@rivalhold/shared/texts/notices.ts';
import { type DbOrTx, run, runFirst, runValue, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import { cutPage, type PageQuery, readIdCursor, writeIdCursor } from '../../platform/http/cursor.ts';
import type { Site } from '../../platform/site.ts';
import { record } from '../audit/service.ts';
import { notBlocked } from '../blocks/service.ts';
import { dropNotifications, type NotificationRow, noticeRow, noticeText } from '../notifications/service.ts';
import { PLAYER, playerOf } from '../profiles/service.ts';
import { postChanged } from './counts.ts';
import { putUnderPost } from './deeds.ts';
import { tellMentionedInPost } from './mentions.ts';
import { commentOf } from './policy.ts';
import { type CommentRow, presentComment } from './presenters.ts';
import { lockPost } from './queries.ts';

type AddedComment = CommentRow & { count: number; authorId: number; told: NotificationRow | null };

const collapseKey = (postId: number): string => `post-comment:${postId}`;

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
    beforeId: readIdCursor(cursor),
    limit: limit + 1,
  });
  if (!rows) throw new AppError('notFound', FEED_REFUSALS.postGone);
  const { items: comments, nextCursor } = cutPage(rows, limit, writeIdCursor);
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
  const { text, gifUrl } = commentOf(sent, site.config.giphyApiBase);
  return transaction(db, async (tx) => {
    const row = await putUnderPost<AddedComment>(tx, site, {
      ...{ postId, user },
      text: ADD_COMMENT,
      values: [text, gifUrl, site.clock.now()],
      notice: { type: 'comment', ...NOTICES.postComment(user.username), collapse: collapseKey(postId) },
    });
    await tellMentionedInPost(tx, site, { text, user, authorId: row.authorId, postId, in: 'comment' });
    postChanged(tx, site, postId);
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
    const comment = post && (await commentOn(tx, postId, commentId));
    if (!post || !comment) throw new AppError('notFound', FEED_REFUSALS.commentGone);
    const { authorId } = comment;
    if (!mayDelete(viewer, authorId)) {
      if (post.hidden && !isStaff(viewer)) throw new AppError('notFound', FEED_REFUSALS.commentGone);
      throw new AppError('forbidden');
    }
    const commentsCount = await deleteComment(tx, postId, commentId);
    if (viewer.id !== authorId)
      await record(tx, site, {
        kind: 'comment.delete',
        actorId: viewer.id,
        targetId: authorId,
        subject: `comment ${commentId} on post ${postId}`,
        before: comment.text,
      });
    if (commentsCount === 0) await dropNotifications(tx, site, { collapse: collapseKey(postId) });
    postChanged(tx, site, postId);
    return { commentsCount };
  });
}

// No page is longer than the inner limit, as with a page of posts.
const COMMENT_PAGE = `
  select k.id, k.text, k.gif_url, k.created_at, k.user_id, k.username, k.avatar_url, k.level
  from posts p
  left join lateral (
    select latest.*, ${PLAYER} from (
      select * from (
        select * from post_comments where post_id = p.id and id < $2 and ${notBlocked('$4', 'user_id')}
        order by id desc limit 51
      ) longest limit $3
    ) latest ${playerOf('latest')}
  ) k on true
  where p.id = $1 and ${notBlocked('$4', 'p.user_id')}
  order by k.id desc`;

/** Comments with a lower id on a post, newest first; undefined where the viewer knows of no such post. */
async function commentPage(
  db: DbOrTx,
  page: { postId: number; viewerId: number; beforeId: number; limit: number },
): Promise<PostComment[] | undefined> {
  const rows = await run<CommentRow | { id: null }>(db, COMMENT_PAGE, [
    page.postId,
    page.beforeId,
    page.limit,
    page.viewerId,
  ]);
  if (rows.length === 0) return undefined;
  return rows.filter((row): row is CommentRow => row.id !== null).map(presentComment);
}

/** Stores a comment on a post that is locked, unless a block hides it; counts it, and tells the author of the post. */
const ADD_COMMENT = `
  with added as (
    insert into post_comments (post_id, user_id, text, gif_url, created_at)
    select p.id, $2::bigint, $3, $4, $5 from posts p where p.id = $1 and ${notBlocked('$2::bigint', 'p.user_id')}
    returning *
  ), counted as (
    update posts set comments_count = comments_count + 1 where id = (select post_id from added)
    returning user_id as author_id, comments_count
  ), told as (${noticeText(6, 'exists (select 1 from added)', '(select author_id from counted)')})
  select k.id, k.text, k.gif_url, k.created_at, k.user_id, ${PLAYER}, comments_count as count,
    author_id as "authorId", ${noticeRow('told')} as told
  from counted, added k ${playerOf('k')}`;

async function commentOn(
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
