import { Photo } from '@rivalhold/shared/contract/profiles.ts';
import Type, { type Static } from 'typebox';
import { column } from '../../platform/db/columns.ts';
import {
  type DbOrTx,
  execute,
  query,
  queryExists,
  queryFirst,
  queryFirstValue,
  queryOne,
  queryValue,
  queryValues,
  type Sql,
  sql,
  type Tx,
} from '../../platform/db/db.ts';
import { type SelectedFiles, selectedFilesSql } from '../../platform/personal-data/selected-files.ts';
import { notBlockedSql } from '../blocks/service.ts';
import { insertStoredRows, moveRows } from '../removals/service.ts';

/** The columns of a photo `p`. They do not include whether the viewer likes the photo. */
const COLUMNS = sql`p.id, '/media/' || p.file_key as "imageUrl", '/media/' || p.thumb_key as "thumbUrl",
  p.width, p.height, p.caption, p.like_count as likes`;
/** SQL for the column `likedByCurrentUser`: whether a player likes the photo `p`. */
const likedBy = (userId: number): Sql =>
  sql`exists (select 1 from photo_likes l where l.photo_id = p.id and l.user_id = ${userId})
    as "likedByCurrentUser"`;

/** A photo. If the page has no photos, the `id` of the only row is null. */
const PhotoOrNone = Type.Union([Photo, Type.Object({ id: Type.Null() })]);

/**
 * Return the newest photos of a player with ids lower than `beforeId`. Return undefined if the viewer cannot see the
 * player.
 */
export async function photoPage(
  db: DbOrTx,
  page: { userId: number; viewerId: number; beforeId: number; limit: number },
): Promise<Photo[] | undefined> {
  const { userId, viewerId, beforeId, limit } = page;
  const rows = await query(
    db,
    PhotoOrNone,
    sql`select ${COLUMNS}, ${likedBy(viewerId)}
     from users u left join lateral (
       select * from photos where user_id = u.id and id < ${beforeId} order by id desc limit ${limit}
     ) p on true
     where u.id = ${userId} and u.deleted_at is null and ${notBlockedSql(viewerId, sql`u.id`)}
     order by p.id desc`,
  );
  return rows.length === 0 ? undefined : rows.filter((row) => row.id !== null);
}

const PhotoOwner = Type.Object({
  ownerId: column.integer,
  fileKey: column.text,
  hiddenByBlock: column.boolean,
});

/** Return the owner and file key of a photo, and whether a block hides the owner from the viewer. */
export async function photoOwner(
  db: DbOrTx,
  id: number,
  viewerId: number,
): Promise<Static<typeof PhotoOwner> | undefined> {
  return queryFirst(
    db,
    PhotoOwner,
    sql`select user_id as "ownerId", file_key as "fileKey",
       not ${notBlockedSql(viewerId, sql`user_id`)} as "hiddenByBlock"
     from photos where id = ${id}`,
  );
}

/** Return the number of a player's photos. */
export async function countPhotos(db: DbOrTx, userId: number): Promise<number> {
  return queryValue(db, column.integer, sql`select count(*)::int from photos where user_id = ${userId}`);
}

/** Insert a photo and return it. */
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
  return queryOne(
    tx,
    Photo,
    sql`insert into photos as p (user_id, file_key, thumb_key, width, height, caption, created_at)
     values (${photo.userId}, ${photo.fileKey}, ${photo.thumbKey}, ${photo.width}, ${photo.height},
       ${photo.caption}, ${photo.at})
     returning ${COLUMNS}, false as "likedByCurrentUser"`,
  );
}

/** Change the caption of a player's own photo and return the photo, or undefined if there is none. */
export async function updateCaption(
  tx: Tx,
  { id, userId, caption }: { id: number; userId: number; caption: string },
): Promise<Photo | undefined> {
  return queryFirst(
    tx,
    Photo,
    sql`update photos p set caption = ${caption} where p.id = ${id} and p.user_id = ${userId}
     returning ${COLUMNS}, ${likedBy(userId)}`,
  );
}

/** The file keys of a photo, and its caption. */
const PhotoFiles = Type.Object({ fileKey: column.text, thumbKey: column.text, caption: column.text });
export type PhotoFiles = Static<typeof PhotoFiles>;

/**
 * Lock a photo, so that no likes of the photo and no posts with the photo can be added. Return its files, or
 * undefined if the photo does not exist.
 */
export const lockPhotoFiles = (tx: Tx, id: number): Promise<PhotoFiles | undefined> =>
  queryFirst(
    tx,
    PhotoFiles,
    sql`select file_key as "fileKey", thumb_key as "thumbKey", caption from photos where id = ${id} for update`,
  );

/** Delete a photo with its likes. */
export async function deletePhoto(tx: Tx, id: number): Promise<void> {
  await execute(tx, sql`delete from photos where id = ${id}`);
}

/** Move a locked photo and its likes to a removal record. */
export async function movePhoto(tx: Tx, removalId: number, id: number): Promise<void> {
  await moveRows(tx, removalId, 'photo_likes', sql`photo_id = ${id}`);
  await moveRows(tx, removalId, 'photos', sql`id = ${id}`);
}

/** Restore the photo from a removal record, with its likes, and recount the likes. */
export async function insertRemovedPhoto(tx: Tx, removalId: number, id: number): Promise<void> {
  for (const table of ['photos', 'photo_likes']) await insertStoredRows(tx, removalId, table);
  await execute(
    tx,
    sql`update photos set like_count = (select count(*) from photo_likes where photo_id = ${id})
        where id = ${id}`,
  );
}

/** Report whether a player's avatar has the given URL, or, if the URL is null, whether the player has no avatar. */
export async function isAvatarOf(tx: Tx, userId: number, url: string | null): Promise<boolean> {
  return queryExists(
    tx,
    sql`select 1 from users where id = ${userId} and avatar_url is not distinct from ${url}`,
  );
}

/** Lock a photo before its likes change, and return whether it exists. */
export async function lockPhoto(tx: Tx, id: number): Promise<boolean> {
  return queryExists(tx, sql`select 1 from photos where id = ${id} for no key update`);
}

/** Add a like or remove an existing one, and return whether the photo is liked now. */
export async function toggleLikeRow(tx: Tx, photoId: number, userId: number, at: Date): Promise<boolean> {
  const isRemoved = await queryExists(
    tx,
    sql`delete from photo_likes where photo_id = ${photoId} and user_id = ${userId} returning user_id`,
  );
  if (isRemoved) return false;
  await execute(
    tx,
    sql`insert into photo_likes (photo_id, user_id, created_at) values (${photoId}, ${userId}, ${at})`,
  );
  return true;
}

/** Change the like count of a photo and return the new count. */
export async function adjustLikeCount(tx: Tx, photoId: number, by: 1 | -1): Promise<number> {
  const count = await queryFirstValue(
    tx,
    column.integer,
    sql`update photos set like_count = like_count + ${by} where id = ${photoId} returning like_count`,
  );
  return count ?? 0;
}

const StoredPhoto = Type.Object({
  id: column.integer,
  user_id: column.integer,
  file_key: column.text,
  thumb_key: column.text,
});

/** Return up to `limit` photos that have one of the selected files. */
export async function selectPhotos(
  tx: Tx,
  of: SelectedFiles,
  limit: number,
): Promise<Static<typeof StoredPhoto>[]> {
  const selected = selectedFilesSql(of, { owner: sql`user_id`, keys: [sql`file_key`, sql`thumb_key`] });
  return query(
    tx,
    StoredPhoto,
    sql`select id, user_id, file_key, thumb_key from photos where ${selected} order by id limit ${limit}`,
  );
}

/** Return the ids of up to `limit` photos of a player. */
export async function takePhotoBatch(tx: Tx, userId: number, limit: number): Promise<number[]> {
  return queryValues(
    tx,
    column.integer,
    sql`select id from photos where user_id = ${userId} order by id desc limit ${limit}`,
  );
}
