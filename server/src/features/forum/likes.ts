import { FORUM_ERRORS } from '@rivalhold/shared/texts/forum.ts';
import { NOTIFICATION_MESSAGES } from '@rivalhold/shared/texts/notification-messages.ts';
import Type from 'typebox';
import { column } from '../../platform/db/columns.ts';
import {
  type DbOrTx,
  queryExists,
  queryFirstValue,
  queryOne,
  type Sql,
  sql,
  type Tx,
  transaction,
} from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { Site } from '../../platform/site.ts';
import { lockPlayers } from '../blocks/service.ts';
import { notify, withdrawLikeNotification } from '../notifications/service.ts';
import { findPost, likesCollapseKey, postLink } from './queries.ts';

const LikeChange = Type.Object({ likeCount: column.integer, changed: column.boolean });

/**
 * Like a post or remove the like. Repeating a request changes nothing. A new like notifies the author.
 * @throws AppError `notFound` for a post that does not exist, is in a deleted thread, or is hidden by a block, a mute
 *   or reports.
 */
export async function likePost(
  db: DbOrTx,
  site: Site,
  { postId, user, like }: { postId: number; user: { id: number; username: string }; like: boolean },
): Promise<{ liked: boolean; likeCount: number }> {
  return transaction(db, async (tx) => {
    const authorId = await authorOf(tx, postId);
    if (authorId === undefined) throw new AppError('notFound', FORUM_ERRORS.postNotFound);
    if (authorId !== user.id) await lockPlayers(tx, user.id, authorId);
    const post = (await lockPost(tx, postId)) ? await findPost(tx, postId, user.id) : undefined;
    if (!post || post.isInvisible || post.hiddenByReports)
      throw new AppError('notFound', FORUM_ERRORS.postNotFound);
    const { likeCount, changed } = await queryOne(
      tx,
      LikeChange,
      like ? insertLikeSql(postId, user.id, site.clock.now()) : deleteLikeSql(postId, user.id),
    );
    const collapse = likesCollapseKey(postId);
    if (like && changed)
      await notify(tx, site, {
        userId: authorId,
        type: 'like',
        ...NOTIFICATION_MESSAGES.forumLike(user.username),
        link: postLink(post.threadId, postId),
        actorId: user.id,
        collapse,
      });
    if (!like && changed) {
      const withdrawn = { userId: authorId, actorId: user.id, collapse };
      await withdrawLikeNotification(tx, site, withdrawn, NOTIFICATION_MESSAGES.forumLike);
    }
    return { liked: like, likeCount };
  });
}

async function authorOf(tx: Tx, postId: number): Promise<number | undefined> {
  return queryFirstValue(tx, column.integer, sql`select user_id from forum_posts where id = ${postId}`);
}

async function lockPost(tx: Tx, postId: number): Promise<boolean> {
  return queryExists(tx, sql`select 1 from forum_posts where id = ${postId} for no key update`);
}

const likeCountSql = (postId: number, change: Sql, by: Sql): Sql => sql`
  with changed as (${change} returning post_id), counted as (
    update forum_posts set like_count = like_count ${by}
    where id = (select post_id from changed) returning like_count
  )
  select coalesce((select like_count from counted), like_count) as "likeCount",
    exists (select 1 from changed) as changed
  from forum_posts where id = ${postId}`;
const insertLikeSql = (postId: number, userId: number, at: Date): Sql =>
  likeCountSql(
    postId,
    sql`insert into forum_likes (post_id, user_id, created_at) values (${postId}, ${userId}, ${at})
     on conflict do nothing`,
    sql`+ 1`,
  );
const deleteLikeSql = (postId: number, userId: number): Sql =>
  likeCountSql(
    postId,
    sql`delete from forum_likes where post_id = ${postId} and user_id = ${userId}`,
    sql`- 1`,
  );
