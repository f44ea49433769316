import type { PlayerRef } from '@rivalhold/shared/contract/profiles.ts';
import { Nullable } from '@rivalhold/shared/contract/schema.ts';
import { FEED_ERRORS } from '@rivalhold/shared/texts/feed.ts';
import { NOTIFICATION_MESSAGES } from '@rivalhold/shared/texts/notification-messages.ts';
import Type from 'typebox';
import { column } from '../../platform/db/columns.ts';
import {
  type DbOrTx,
  query,
  queryFirst,
  queryFirstValue,
  type Sql,
  sql,
  transaction,
} from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { Site } from '../../platform/site.ts';
import { notBlockedSql } from '../blocks/service.ts';
import { recordProgress } from '../goals/service.ts';
import { type ContentViewer, isHiddenSql, isShownToSql } from '../hidden-content/service.ts';
import {
  type NotificationContent,
  NotificationRow,
  notificationInsertSql,
  notificationRowSql,
  withdrawLikeNotification,
} from '../notifications/service.ts';
import { PLAYER_COLUMNS, PlayerRow, playerJoinSql, presentPlayer } from '../profiles/service.ts';
import { markPostChanged } from './count-broadcast.ts';
import { lockPost } from './queries.ts';
import { storeReaction } from './store-reaction.ts';

/** Return the collapse key of notifications about likes of a post. */
const likesCollapseKey = (postId: number): string => `post:${postId}`;

type Liker = { postId: number; user: { id: number; username: string } };
type LikeState = { liked: boolean; likesCount: number };

/**
 * Like a post. Liking it again changes nothing. The author's unread notification counts each player once, even if a
 * player removes the like and adds it again.
 * @throws AppError `notFound` for a post that does not exist or is hidden.
 */
export async function likePost(db: DbOrTx, site: Site, { postId, user }: Liker): Promise<LikeState> {
  return transaction(db, async (tx) => {
    const { authorId, before, added } = await storeReaction(tx, site, {
      postId,
      user,
      notification: {
        type: 'like',
        ...NOTIFICATION_MESSAGES.postLike(user.username),
        collapse: likesCollapseKey(postId),
      },
      insert: (content) =>
        queryFirst(tx, InsertedLike, insertLikeSql(site, { postId, userId: user.id }, content)),
    });
    if (added !== null) {
      markPostChanged(tx, site, postId);
      await recordProgress(tx, site, user.id, [{ count: 'likes', subject: authorId, by: 1 }]);
    }
    return { liked: true, likesCount: added ?? before };
  });
}

/**
 * Remove a like, if there is one.
 * @throws AppError `notFound` for a post that does not exist or is hidden from the player.
 */
export async function unlikePost(db: DbOrTx, site: Site, { postId, user }: Liker): Promise<LikeState> {
  return transaction(db, async (tx) => {
    const post = await lockPost(tx, postId, user.id);
    if (!post || post.isInvisible) throw new AppError('notFound', FEED_ERRORS.postNotFound);
    const left = await queryFirstValue(tx, column.integer, deleteLikeSql(postId, user.id));
    if (left !== undefined) {
      markPostChanged(tx, site, postId);
      const like = { userId: post.authorId, actorId: user.id, collapse: likesCollapseKey(postId) };
      await withdrawLikeNotification(tx, site, like, NOTIFICATION_MESSAGES.postLike);
    }
    return { liked: false, likesCount: left ?? post.likes };
  });
}

/**
 * Return the players who like a post, latest like first. Leave out players hidden from the viewer by a block.
 * @throws AppError `notFound` for a post that does not exist or is hidden from the viewer.
 */
export async function listLikers(
  db: DbOrTx,
  which: { postId: number; limit: number } & ContentViewer,
): Promise<{ total: number; users: PlayerRef[] }> {
  const likers = await likersOf(db, which);
  if (!likers) throw new AppError('notFound', FEED_ERRORS.postNotFound);
  return likers;
}

const InsertedLike = Type.Object({
  authorId: column.integer,
  before: column.integer,
  added: Nullable(column.integer),
  notification: Nullable(NotificationRow),
});

/**
 * SQL that stores a like of a locked post, and a notification for the post's author. It returns the count before the
 * like and the new count. The new count is null if the player already liked the post. If the post is hidden, the SQL
 * does nothing and returns no row.
 */
const insertLikeSql = (
  site: Site,
  { postId, userId }: { postId: number; userId: number },
  content: NotificationContent,
): Sql => sql`
  with post as (
    select id, user_id, like_count from posts p
    where id = ${postId} and ${notBlockedSql(userId, sql`p.user_id`)} and not ${isHiddenSql('post', sql`p.id`)}
  ), added as (
    insert into post_likes (post_id, user_id, created_at)
    select id, ${userId}::bigint, ${site.clock.now()} from post
    on conflict do nothing returning post_id
  ), counted as (
    update posts set like_count = like_count + 1 where id = (select post_id from added) returning like_count
  ), notified as (
    ${notificationInsertSql(site, content, sql`(select user_id from post)`, sql`exists (select 1 from added)`)}
  )
  select user_id as "authorId", like_count as before, (select like_count from counted) as added,
    ${notificationRowSql(sql`notified`)} as notification
  from post`;

/**
 * SQL that deletes a like of a locked post, unless a block hides the post. It returns the new count if there was a
 * like.
 */
const deleteLikeSql = (postId: number, userId: number): Sql => sql`
  with removed as (
    delete from post_likes l using posts p
    where l.post_id = ${postId} and l.user_id = ${userId} and p.id = l.post_id
      and ${notBlockedSql(userId, sql`p.user_id`)}
    returning l.post_id
  )
  update posts set like_count = like_count - 1 where id = (select post_id from removed)
  returning like_count as likes`;

/** A liker, and the number of likes. If the viewer can see no likes, the only row has the total and no player. */
const LikerOrNone = Type.Union([
  Type.Object({ ...PlayerRow.properties, total: column.integer }),
  Type.Object({ user_id: Type.Null(), total: column.integer }),
]);

/** Return the players who like a post, latest like first. Return undefined if the viewer cannot see the post. */
async function likersOf(
  db: DbOrTx,
  { postId, limit, ...viewer }: { postId: number; limit: number } & ContentViewer,
): Promise<{ total: number; users: PlayerRef[] } | undefined> {
  const rows = await query(
    db,
    LikerOrNone,
    // Because the inner limit is constant, PostgreSQL expects few rows and can reuse the plan. See `postPagesSql`.
    sql`
      select p.like_count as total, l.user_id, l.username, l.avatar_url, l.level
      from posts p
      left join lateral (
        select latest.user_id, latest.id, ${PLAYER_COLUMNS} from (
          select * from (
            select user_id, id from post_likes where post_id = p.id and ${notBlockedSql(viewer.viewerId, sql`user_id`)}
            order by id desc limit 50
          ) longest limit ${limit}
        ) latest ${playerJoinSql(sql`latest`)}
      ) l on true
      where p.id = ${postId} and ${notBlockedSql(viewer.viewerId, sql`p.user_id`)}
        and ${isShownToSql('post', sql`p.id`, viewer)}
      order by l.id desc`,
  );
  const [first] = rows;
  if (!first) return undefined;
  return {
    total: first.total,
    users: rows.flatMap((row) => (row.user_id === null ? [] : [presentPlayer(row)])),
  };
}
