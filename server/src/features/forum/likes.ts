import { FORUM_ERRORS } from '@rivalhold/shared/texts/forum.ts';
import { NOTIFICATION_MESSAGES } from '@rivalhold/shared/texts/notification-messages.ts';
import { type DbOrTx, runExists, runFirstValue, runOne, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { Site } from '../../platform/site.ts';
import { lockPlayers } from '../blocks/service.ts';
import { notify } from '../notifications/service.ts';
import { findPost, likesCollapseKey, postLink } from './queries.ts';

/**
 * Likes a post, or takes the like back; to set one twice changes nothing. Its author is told of one that is new.
 * @throws AppError notFound for a post that is not there, deleted with its thread or hidden by a block.
 */
export async function likePost(
  db: DbOrTx,
  site: Site,
  { postId, user, like }: { postId: number; user: { id: number; username: string }; like: boolean },
): Promise<{ liked: boolean; likeCount: number }> {
  return transaction(db, async (tx) => {
    const authorId = await authorOf(tx, postId);
    if (authorId === undefined) throw new AppError('notFound', FORUM_ERRORS.postGone);
    if (authorId !== user.id) await lockPlayers(tx, user.id, authorId);
    const post = (await lockPost(tx, postId)) ? await findPost(tx, postId, user.id) : undefined;
    if (!post || post.hidden) throw new AppError('notFound', FORUM_ERRORS.postGone);
    const { likeCount, changed } = await runOne<{ likeCount: number; changed: boolean }>(
      tx,
      like ? INSERT_LIKE : DELETE_LIKE,
      like ? [postId, user.id, site.clock.now()] : [postId, user.id],
    );
    if (like && changed)
      await notify(tx, site, {
        userId: authorId,
        type: 'like',
        ...NOTIFICATION_MESSAGES.forumLike(user.username),
        link: postLink(post.threadId, postId),
        actorId: user.id,
        collapse: likesCollapseKey(postId),
      });
    return { liked: like, likeCount };
  });
}

async function authorOf(tx: Tx, postId: number): Promise<number | undefined> {
  return runFirstValue<number>(tx, 'select user_id from forum_posts where id = $1', [postId]);
}

async function lockPost(tx: Tx, postId: number): Promise<boolean> {
  return runExists(tx, 'select 1 from forum_posts where id = $1 for no key update', [postId]);
}

const likeCountSql = (change: string, by: string): string => `
  with changed as (${change} returning post_id), counted as (
    update forum_posts set like_count = like_count ${by} where id = (select post_id from changed) returning like_count
  )
  select coalesce((select like_count from counted), like_count) as "likeCount", exists (select 1 from changed) as changed
  from forum_posts where id = $1`;
const INSERT_LIKE = likeCountSql(
  'insert into forum_likes (post_id, user_id, created_at) values ($1, $2, $3) on conflict do nothing',
  '+ 1',
);
const DELETE_LIKE = likeCountSql('delete from forum_likes where post_id = $1 and user_id = $2', '- 1');
