import type { PlayerRef } from '@rivalhold/shared/contract/profiles.ts';
import { FEED_ERRORS } from '@rivalhold/shared/texts/feed.ts';
import { NOTIFICATION_MESSAGES } from '@rivalhold/shared/texts/notification-messages.ts';
import { type DbOrTx, run, runFirst, transaction } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { Site } from '../../platform/site.ts';
import { notBlockedSql } from '../blocks/service.ts';
import { type NotificationRow, noticeText, notificationRowSql } from '../notifications/service.ts';
import { PLAYER, type PlayerRow, playerOf, presentPlayer } from '../profiles/service.ts';
import { markPostChanged } from './count-broadcast.ts';
import { lockPost } from './queries.ts';
import { storeReaction } from './store-reaction.ts';

type Liker = { postId: number; user: { id: number; username: string } };
type LikeState = { liked: boolean; likesCount: number };

/**
 * Likes a post; liking it again changes nothing. Its author is told of each player once, however often that one
 * likes it again before the author has read it.
 * @throws AppError notFound for a post that is not there or hidden by a block.
 */
export async function likePost(db: DbOrTx, site: Site, { postId, user }: Liker): Promise<LikeState> {
  return transaction(db, async (tx) => {
    const { before, added } = await storeReaction<InsertedLike>(tx, site, {
      ...{ postId, user },
      text: INSERT_LIKE,
      values: [site.clock.now()],
      notice: { type: 'like', ...NOTIFICATION_MESSAGES.postLike(user.username), collapse: `post:${postId}` },
    });
    if (added !== null) markPostChanged(tx, site, postId);
    return { liked: true, likesCount: added ?? before };
  });
}

/**
 * Takes a like back; where there is none, nothing changes.
 * @throws AppError notFound for a post that is not there or hidden by a block.
 */
export async function unlikePost(db: DbOrTx, site: Site, { postId, user }: Liker): Promise<LikeState> {
  return transaction(db, async (tx) => {
    const post = await lockPost(tx, postId, user.id);
    if (!post || post.hidden) throw new AppError('notFound', FEED_ERRORS.postGone);
    const left = await runFirst<{ likes: number }>(tx, DELETE_LIKE, [postId, user.id]);
    if (left) markPostChanged(tx, site, postId);
    return { liked: false, likesCount: left?.likes ?? post.likes };
  });
}

/**
 * Who likes a post, the latest first, without those in a block relation with the viewer.
 * @throws AppError notFound for a post that is not there or hidden by a block.
 */
export async function listLikers(
  db: DbOrTx,
  which: { postId: number; viewerId: number; limit: number },
): Promise<{ total: number; users: PlayerRef[] }> {
  const likers = await likersOf(db, which);
  if (!likers) throw new AppError('notFound', FEED_ERRORS.postGone);
  return likers;
}

type InsertedLike = { authorId: number; before: number; added: number | null; told: NotificationRow | null };

/**
 * Sets a like on a post that is locked, unless a block hides it, and tells its author. Answers the count before it, and
 * the one with it, which is null where there was one already.
 */
const INSERT_LIKE = `
  with post as (
    select id, user_id, likes_count from posts p where id = $1 and ${notBlockedSql('$2::bigint', 'p.user_id')}
  ), added as (
    insert into post_likes (post_id, user_id, created_at) select id, $2::bigint, $3 from post
    on conflict do nothing returning post_id
  ), counted as (
    update posts set likes_count = likes_count + 1 where id = (select post_id from added) returning likes_count
  ), told as (${noticeText(4, 'exists (select 1 from added)', '(select user_id from post)')})
  select user_id as "authorId", likes_count as before, (select likes_count from counted) as added,
    ${notificationRowSql('told')} as told
  from post`;

/** Takes a like back from a post that is locked, unless a block hides it; answers the new count where there was one. */
const DELETE_LIKE = `
  with removed as (
    delete from post_likes l using posts p
    where l.post_id = $1 and l.user_id = $2::bigint and p.id = l.post_id and ${notBlockedSql('$2::bigint', 'p.user_id')}
    returning l.post_id
  )
  update posts set likes_count = likes_count - 1 where id = (select post_id from removed)
  returning likes_count as likes`;

// No list is longer than the inner limit, as with a page of posts.
const LIKERS_SQL = `
  select p.likes_count as total, l.user_id, l.username, l.avatar_url, l.level
  from posts p
  left join lateral (
    select latest.user_id, latest.id, ${PLAYER} from (
      select * from (
        select user_id, id from post_likes where post_id = p.id and ${notBlockedSql('$2', 'user_id')}
        order by id desc limit 50
      ) longest limit $3
    ) latest ${playerOf('latest')}
  ) l on true
  where p.id = $1 and ${notBlockedSql('$2', 'p.user_id')}
  order by l.id desc`;

/** Who likes a post, the latest first; undefined where the viewer knows of no such post. */
async function likersOf(
  db: DbOrTx,
  { postId, viewerId, limit }: { postId: number; viewerId: number; limit: number },
): Promise<{ total: number; users: PlayerRef[] } | undefined> {
  const rows = await run<({ total: number } & PlayerRow) | { total: number; user_id: null }>(db, LIKERS_SQL, [
    postId,
    viewerId,
    limit,
  ]);
  const [first] = rows;
  if (!first) return undefined;
  return {
    total: first.total,
    users: rows.flatMap((row) => (row.user_id === null ? [] : [presentPlayer(row)])),
  };
}
