import type { PlayerRef } from '@rivalhold/shared/contract/profiles.ts';
import { FEED_REFUSALS } from '@rivalhold/shared/texts/feed.ts';
import { NOTICES } from '@rivalhold/shared/texts/notices.ts';
import { type DbOrTx, run, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { Site } from '../../platform/site.ts';
import { notBlocked } from '../blocks/service.ts';
import { notify } from '../notifications/service.ts';
import { postChanged } from './counts.ts';
import { type AuthorRow, presentAuthor } from './presenters.ts';
import { AUTHOR, authorOf, lockPost, lockWithAuthor, postLink } from './queries.ts';

type Who = { postId: number; user: { id: number; username: string } };
type Liked = { liked: boolean; likesCount: number };

/**
 * Likes a post; liking it again changes nothing. Its author is told once of each player, however often that one likes
 * it again.
 * @throws AppError notFound for a post that is not there or hidden by a block.
 */
export async function likePost(db: DbOrTx, site: Site, { postId, user }: Who): Promise<Liked> {
  return transaction(db, async (tx) => {
    await lockWithAuthor(tx, user.id, postId);
    const post = await lockPost(tx, postId, user.id);
    if (!post || post.hidden) throw new AppError('notFound', FEED_REFUSALS.postGone);
    const { authorId } = post;
    const added = await insertLike(tx, { postId, userId: user.id, authorId, at: site.clock.now() });
    if (!added) return { liked: true, likesCount: post.likes };
    postChanged(tx, site, postId);
    if (added.isNews)
      await notify(tx, site, {
        userId: authorId,
        type: 'like',
        ...NOTICES.postLike(user.username),
        link: postLink(postId),
        actorId: user.id,
        postId,
        collapse: `post:${postId}`,
      });
    return { liked: true, likesCount: added.likes };
  });
}

/**
 * Takes a like back; where there is none, nothing changes.
 * @throws AppError notFound for a post that is not there or hidden by a block.
 */
export async function unlikePost(db: DbOrTx, site: Site, { postId, user }: Who): Promise<Liked> {
  return transaction(db, async (tx) => {
    const post = await lockPost(tx, postId, user.id);
    if (!post || post.hidden) throw new AppError('notFound', FEED_REFUSALS.postGone);
    const likes = await deleteLike(tx, postId, user.id);
    if (likes === undefined) return { liked: false, likesCount: post.likes };
    postChanged(tx, site, postId);
    return { liked: false, likesCount: likes };
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
  if (!likers) throw new AppError('notFound', FEED_REFUSALS.postGone);
  return likers;
}

/** Sets a like on a post that is locked. Answers the new count, and whether its author has not been told of it. */
async function insertLike(
  tx: Tx,
  { postId, userId, authorId, at }: { postId: number; userId: number; authorId: number; at: Date },
): Promise<{ likes: number; isNews: boolean } | undefined> {
  const [row] = await run<{ likes: number; isNews: boolean }>(
    tx,
    `with added as (
       insert into post_likes (post_id, user_id, created_at) values ($1, $2::bigint, $3)
       on conflict do nothing returning post_id
     ), told as (
       insert into post_like_notices (post_id, user_id) select post_id, $2::bigint from added where $2::bigint <> $4::bigint
       on conflict do nothing returning post_id
     )
     update posts set likes_count = likes_count + 1 where id = (select post_id from added)
     returning likes_count as likes, exists (select 1 from told) as "isNews"`,
    [postId, userId, at, authorId],
  );
  return row;
}

/** Takes a like back from a post that is locked; answers the new count, or undefined where there was none. */
async function deleteLike(tx: Tx, postId: number, userId: number): Promise<number | undefined> {
  const [row] = await run<{ likes: number }>(
    tx,
    `with removed as (delete from post_likes where post_id = $1 and user_id = $2 returning post_id)
     update posts set likes_count = likes_count - 1 where id = (select post_id from removed)
     returning likes_count as likes`,
    [postId, userId],
  );
  return row?.likes;
}

const LIKERS = `
  select p.likes_count as total, l.user_id, l.username, l.avatar_url, l.level
  from posts p
  left join lateral (
    select latest.user_id, latest.id, ${AUTHOR} from (
      select user_id, id from post_likes where post_id = p.id and ${notBlocked('$2', 'user_id')}
      order by id desc limit $3
    ) latest ${authorOf('latest')}
  ) l on true
  where p.id = $1 and ${notBlocked('$2', 'p.user_id')}
  order by l.id desc`;

/** Who likes a post, the latest first; undefined where the viewer knows of no such post. */
async function likersOf(
  db: DbOrTx,
  { postId, viewerId, limit }: { postId: number; viewerId: number; limit: number },
): Promise<{ total: number; users: PlayerRef[] } | undefined> {
  const rows = await run<({ total: number } & AuthorRow) | { total: number; user_id: null }>(db, LIKERS, [
    postId,
    viewerId,
    limit,
  ]);
  const [first] = rows;
  if (!first) return undefined;
  return {
    total: first.total,
    users: rows.flatMap((row) => (row.user_id === null ? [] : [presentAuthor(row)])),
  };
}
