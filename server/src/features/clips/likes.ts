import { NOTIFICATION_MESSAGES } from '@rivalhold/shared/texts/notification-messages.ts';
import Type, { type Static } from 'typebox';
import { column } from '../../platform/db/columns.ts';
import { type DbOrTx, queryOne, queryValue, sql, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { Site } from '../../platform/site.ts';
import { notify, withdrawLikeNotification } from '../notifications/service.ts';
import { clipCollapseKey, clipLink } from './links.ts';
import { type LockedClip, lockClip, lockWithOwner } from './queries.ts';

/**
 * Like a clip, or remove the like. The owner is notified only once about each player, even if the player later likes
 * the clip again.
 * @throws AppError `notFound` for a clip that does not exist, has expired or is hidden by a block.
 */
export async function toggleLike(
  db: DbOrTx,
  site: Site,
  { clipId, user }: { clipId: number; user: { id: number; username: string } },
): Promise<{ liked: boolean; likesCount: number }> {
  return transaction(db, async (tx) => {
    await lockWithOwner(tx, user.id, clipId);
    const { ownerId } = await lockVisibleClip(tx, site, clipId, user.id);
    const collapse = clipCollapseKey(clipId);
    const { shouldNotify, ...now } = await toggleLikeRow(tx, {
      clipId,
      userId: user.id,
      ownerId,
      at: site.clock.now(),
    });
    if (shouldNotify)
      await notify(tx, site, {
        userId: ownerId,
        type: 'like',
        ...NOTIFICATION_MESSAGES.clipLike(user.username),
        link: clipLink(clipId),
        actorId: user.id,
        collapse,
      });
    if (!now.liked) {
      const like = { userId: ownerId, actorId: user.id, collapse };
      await withdrawLikeNotification(tx, site, like, NOTIFICATION_MESSAGES.clipLike);
    }
    return now;
  });
}

/**
 * Count a player's first view of a clip, and return the number of views. Views by the owner do not count.
 * @throws AppError `notFound` for a clip that does not exist, has expired or is hidden by a block.
 */
export async function viewClip(
  db: DbOrTx,
  site: Site,
  { clipId, userId }: { clipId: number; userId: number },
): Promise<{ viewsCount: number }> {
  return transaction(db, async (tx) => {
    const { ownerId, views } = await lockVisibleClip(tx, site, clipId, userId);
    if (ownerId === userId) return { viewsCount: views };
    return { viewsCount: await insertView(tx, clipId, userId, site.clock.now()) };
  });
}

async function lockVisibleClip(tx: Tx, site: Site, id: number, viewerId: number): Promise<LockedClip> {
  const clip = await lockClip(tx, { id, viewerId, now: site.clock.now() });
  if (!clip || clip.hiddenByBlock) throw new AppError('notFound');
  return clip;
}

const LikeChange = Type.Object({
  liked: column.boolean,
  likesCount: column.integer,
  shouldNotify: column.boolean,
});

/**
 * Insert or delete a like for a locked clip. Return whether the player now likes the clip, the number of likes, and
 * whether the owner must be notified.
 */
async function toggleLikeRow(
  tx: Tx,
  { clipId, userId, ownerId, at }: { clipId: number; userId: number; ownerId: number; at: Date },
): Promise<Static<typeof LikeChange>> {
  return queryOne(
    tx,
    LikeChange,
    sql`with removed as (
       delete from clip_likes where clip_id = ${clipId} and user_id = ${userId} returning clip_id
     ), added as (
       insert into clip_likes (clip_id, user_id, created_at) select ${clipId}, ${userId}, ${at}::timestamptz
       where not exists (select 1 from removed) returning clip_id, user_id
     ), notified as (
       insert into clip_like_notifications (clip_id, user_id) select clip_id, user_id from added
       where user_id <> ${ownerId}
       on conflict do nothing returning clip_id
     )
     update clips set like_count = like_count + case when exists (select 1 from added) then 1 else -1 end
     where id = ${clipId}
     returning exists (select 1 from added) as liked, like_count as "likesCount",
               exists (select 1 from notified) as "shouldNotify"`,
  );
}

/** Insert a player's view of a locked clip unless the view is already stored, and return the number of views. */
async function insertView(tx: Tx, clipId: number, userId: number, at: Date): Promise<number> {
  return queryValue(
    tx,
    column.integer,
    sql`with added as (
       insert into clip_views (clip_id, user_id, created_at) values (${clipId}, ${userId}, ${at})
       on conflict do nothing returning clip_id
     )
     update clips set view_count = view_count + (select count(*) from added) where id = ${clipId}
     returning view_count as views`,
  );
}
