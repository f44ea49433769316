import type { Photo } from '@rivalhold/shared/contract/profiles.ts';
import {
  type DbOrTx,
  run,
  runExists,
  runFirst,
  runFirstValue,
  runOne,
  runValue,
  runValues,
  type Tx,
} from '../../platform/db/db.ts';
import { notBlockedSql } from '../blocks/service.ts';

/** What is told of a photo `p`, but for whether the viewer likes it. */
const COLUMNS = `p.id, '/media/' || p.file_key as "imageUrl", '/media/' || p.thumb_key as "thumbUrl", p.width, p.height,
  p.caption, p.likes_count as likes`;
/** SQL of whether a player likes the photo `p`. */
const likedBy = (userId: string): string =>
  `exists (select 1 from photo_likes l where l.photo_id = p.id and l.user_id = ${userId}) as "likedByCurrentUser"`;

const PAGE = `
  select ${COLUMNS}, ${likedBy('$4')}
  from users u left join lateral (
    select * from photos where user_id = u.id and id < $2 order by id desc limit $3
  ) p on true
  where u.id = $1 and u.deleted_at is null and ${notBlockedSql('$4', 'u.id')}
  order by p.id desc`;

/** Photos of a player with a lower id, newest first; undefined where the viewer knows of no such player. */
export async function photoPage(
  db: DbOrTx,
  page: { userId: number; viewerId: number; beforeId: number; limit: number },
): Promise<Photo[] | undefined> {
  const { userId, viewerId, beforeId, limit } = page;
  const rows = await run<Photo | { id: null }>(db, PAGE, [userId, beforeId, limit, viewerId]);
  return rows.length === 0 ? undefined : rows.filter((row) => row.id !== null);
}

/** Whose photo it is, the key of its file, and whether a block stands between the owner and the viewer. */
export async function photoOwner(
  db: DbOrTx,
  id: number,
  viewerId: number,
): Promise<{ ownerId: number; fileKey: string; hidden: boolean } | undefined> {
  return runFirst(
    db,
    `select user_id as "ownerId", file_key as "fileKey", not ${notBlockedSql('$2', 'user_id')} as hidden
     from photos where id = $1`,
    [id, viewerId],
  );
}

export async function countPhotos(db: DbOrTx, userId: number): Promise<number> {
  return runValue<number>(db, 'select count(*)::int from photos where user_id = $1', [userId]);
}

export async function insertPhoto(
  tx: Tx,
  photo: {
    userId: number;
    fileKey: string;
    thumbKey: string;
    width: number;
    height: number;
    caption: string;
    at: Date;
  },
): Promise<Photo> {
  return runOne(
    tx,
    `insert into photos as p (user_id, file_key, thumb_key, width, height, caption, created_at)
     values ($1, $2, $3, $4, $5, $6, $7) returning ${COLUMNS}, false as "likedByCurrentUser"`,
    [photo.userId, photo.fileKey, photo.thumbKey, photo.width, photo.height, photo.caption, photo.at],
  );
}

export async function updateCaption(
  tx: Tx,
  { id, userId, caption }: { id: number; userId: number; caption: string },
): Promise<Photo | undefined> {
  return runFirst(
    tx,
    `update photos p set caption = $3 where p.id = $1 and p.user_id = $2
     returning ${COLUMNS}, ${likedBy('$2')}`,
    [id, userId, caption],
  );
}

/** Answers the keys of its files and what it said, or undefined when it is gone already. Its likes go with it. */
export async function deletePhoto(
  tx: Tx,
  id: number,
): Promise<{ fileKey: string; thumbKey: string; caption: string } | undefined> {
  return runFirst<{ fileKey: string; thumbKey: string; caption: string }>(
    tx,
    'delete from photos where id = $1 returning file_key as "fileKey", thumb_key as "thumbKey", caption',
    [id],
  );
}

export async function isAvatarOf(tx: Tx, userId: number, url: string): Promise<boolean> {
  return runExists(tx, 'select 1 from users where id = $1 and avatar_url = $2', [userId, url]);
}

/** Locks a photo before its likes change. Answers whether there is one. */
export async function lockPhoto(tx: Tx, id: number): Promise<boolean> {
  return runExists(tx, 'select 1 from photos where id = $1 for no key update', [id]);
}

/** Sets a like, or takes it back where there was one. Answers whether there is one now. */
export async function toggleLikeRow(tx: Tx, photoId: number, userId: number, at: Date): Promise<boolean> {
  const isRemoved = await runExists(
    tx,
    'delete from photo_likes where photo_id = $1 and user_id = $2 returning user_id',
    [photoId, userId],
  );
  if (isRemoved) return false;
  await run(tx, 'insert into photo_likes (photo_id, user_id, created_at) values ($1, $2, $3)', [
    photoId,
    userId,
    at,
  ]);
  return true;
}

/** Answers the new count. */
export async function adjustLikeCount(tx: Tx, photoId: number, by: 1 | -1): Promise<number> {
  const count = await runFirstValue<number>(
    tx,
    'update photos set likes_count = likes_count + $2 where id = $1 returning likes_count',
    [photoId, by],
  );
  return count ?? 0;
}

export async function takePhotoBatch(tx: Tx, userId: number, limit: number): Promise<number[]> {
  return runValues<number>(tx, 'select id from photos where user_id = $1 order by id desc limit $2', [
    userId,
    limit,
  ]);
}
