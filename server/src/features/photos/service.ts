import { randomUUID } from 'node:crypto';
import type { Photo } from '@rivalhold/shared/contract/profiles.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { AVATAR_SIDE, avatarKeys, PICTURE_SIDES, squareOf } from '@rivalhold/shared/pictures.ts';
import { isStaff, mayDelete, type Viewer } from '@rivalhold/shared/roles.ts';
import { PHOTO_TEXTS } from '@rivalhold/shared/texts/photos.ts';
import { type Db, type DbOrTx, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import { dropFiles, keepFiles } from '../../platform/files/stored-files.ts';
import { cutPage, type PageQuery, readIdCursor, writeIdCursor } from '../../platform/http/cursor.ts';
import type { Keep } from '../../platform/http/routes.ts';
import { renderImage } from '../../platform/media/images.ts';
import { captionOf } from '../../platform/media/process-upload.ts';
import type { Fit, Rendition } from '../../platform/media/tasks.ts';
import type { Upload } from '../../platform/media/uploads.ts';
import { likesTaker } from '../../platform/personal-data/erase-likes.ts';
import { holdAccount, holdStanding } from '../../platform/security/account-status.ts';
import type { Site } from '../../platform/site.ts';
import { record } from '../audit/service.ts';
import { hideBlocked, lockPlayers } from '../blocks/service.ts';
import { removePhotoFromPosts } from '../feed/service.ts';
import { dropNotifications, notify } from '../notifications/service.ts';
import { setAvatar } from '../profiles/service.ts';
import {
  addToLikes,
  countPhotos,
  deletePhoto,
  insertPhoto,
  isAvatarOf,
  lockPhoto,
  photoOwner,
  photoPage,
  somePhotosOf,
  toggleLikeRow,
  updateCaption,
} from './queries.ts';

/** A moving picture is drawn many times over: at half of the size. */
const WHOLE = { width: 1600, height: 1600, fit: 'inside', moving: 0.5 } as const;
const LARGE = { width: 480, height: 480, fit: 'cover', moving: 0.5 } as const;
const SMALL = { width: 240, height: 240, fit: 'cover', moving: 0.5 } as const;
/** An avatar is shown at 36 to 256 pixels, on screens of twice the density. */
const AVATARS = [
  { width: AVATAR_SIDE, height: AVATAR_SIDE, fit: 'cover', moving: 0.5 } as const,
  ...PICTURE_SIDES.avatars.map((side) => ({ width: side, height: side, fit: 'cover' }) as const),
];

const collapseKey = (photoId: number): string => `photo:${photoId}`;
const galleryLink = (ownerId: number): string => `/gallery/${ownerId}`;

/**
 * A page of a player's photos, newest first.
 * @throws AppError notFound when there is no such player, or a block between the two; invalid for a foreign cursor.
 */
export async function listPhotos(
  db: DbOrTx,
  page: { userId: number; viewerId: number } & PageQuery,
): Promise<{ photos: Photo[]; nextCursor: string | null }> {
  const { userId, viewerId, cursor, limit } = page;
  const rows = await photoPage(db, { userId, viewerId, beforeId: readIdCursor(cursor), limit: limit + 1 });
  if (!rows) throw new AppError('notFound');
  const { items: photos, nextCursor } = cutPage(rows, limit, writeIdCursor);
  return { photos, nextCursor };
}

/** A picture that came in; whoever has hung up meanwhile no longer wants it. */
type Picture = Pick<Upload, 'path' | 'userId' | 'isWanted'>;

/**
 * Adds a picture to a player's gallery, made anew in three sizes; `at` is now, but in the demo world.
 * @throws AppError invalid for a caption beyond 200 characters, conflict for a gallery that is full, mediaType, tooLarge.
 */
export async function uploadPhoto(
  db: Db,
  site: Site,
  { upload, caption, at: from, keep }: { upload: Picture; caption: string; at?: Date; keep?: Keep },
): Promise<Photo> {
  const { userId } = upload;
  const text = captionOf(caption, LIMITS.photos.caption, PHOTO_TEXTS.captionTooLong);
  await refuseFull(db, userId);
  const [whole, large, small] = await render(upload, [WHOLE, LARGE, SMALL]);
  const fileKey = `photos/${userId}-${randomUUID()}.webp`;
  const thumbKey = squareOf(fileKey, LARGE.width);
  const files = [
    { key: fileKey, from: whole.path },
    { key: thumbKey, from: large.path },
    { key: squareOf(fileKey, SMALL.width), from: small.path },
  ];
  return keepFiles(db, site, files, async (tx) => {
    await holdStanding(tx, site, { userId, speaks: text !== '' });
    await refuseFull(tx, userId);
    const { width, height } = whole;
    const at = from ?? site.clock.now();
    const photo = await insertPhoto(tx, { userId, fileKey, thumbKey, width, height, caption: text, at });
    await keep?.(tx, { photo });
    return photo;
  });
}

async function refuseFull(db: DbOrTx, userId: number): Promise<void> {
  const most = LIMITS.photos.perPlayer;
  if ((await countPhotos(db, userId)) >= most) throw new AppError('conflict', PHOTO_TEXTS.tooMany(most));
}

async function render<const F extends readonly Fit[]>(
  { path, ...asker }: Picture,
  fits: F,
): Promise<{ [K in keyof F]: Rendition }> {
  const renditions = await renderImage(path, fits, asker).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'mediaType'
      ? new AppError('mediaType', PHOTO_TEXTS.wrongType)
      : error;
  });
  if (!asker.isWanted()) throw new AppError('invalid');
  return renditions as { [K in keyof F]: Rendition };
}

/**
 * Changes what an own photo says.
 * @throws AppError notFound, forbidden for another player's, invalid beyond 200 characters.
 */
export async function changeCaption(
  db: DbOrTx,
  { userId, photoId, caption }: { userId: number; photoId: number; caption: string | null },
): Promise<Photo> {
  const text = captionOf(caption, LIMITS.photos.caption, PHOTO_TEXTS.captionTooLong);
  return transaction(db, async (tx) => {
    await requireOwn(tx, photoId, userId);
    const photo = await updateCaption(tx, { id: photoId, userId, caption: text });
    if (!photo) throw new AppError('notFound');
    return photo;
  });
}

/**
 * Answers the key of an own photo's file.
 * @throws AppError notFound for a photo that is not there or hidden by a block, forbidden for another player's.
 */
async function requireOwn(tx: Tx, photoId: number, userId: number): Promise<string> {
  const found = await photoOwner(tx, photoId, userId);
  if (!found || found.hidden) throw new AppError('notFound');
  if (found.ownerId !== userId) throw new AppError('forbidden');
  return found.fileKey;
}

/**
 * Deletes a photo with its likes, its notification and its files; an avatar made of it is cleared, posts go on without
 * it. Its owner is told when it was somebody else.
 * @throws AppError notFound, forbidden for who is neither its owner nor staff.
 */
export async function removePhoto(
  db: DbOrTx,
  site: Site,
  { photoId, viewer }: { photoId: number; viewer: Viewer },
): Promise<void> {
  await transaction(db, async (tx) => {
    const found = await photoOwner(tx, photoId, viewer.id);
    if (!found || (found.hidden && !isStaff(viewer))) throw new AppError('notFound');
    const { ownerId } = found;
    if (!mayDelete(viewer, ownerId)) throw new AppError('forbidden');
    await holdAccount(tx, ownerId);
    await removePhotoFromPosts(tx, site, photoId);
    const photo = await deletePhoto(tx, photoId);
    if (!photo) throw new AppError('notFound');
    const { fileKey, thumbKey } = photo;
    if (await isAvatarOf(tx, ownerId, `/media/${fileKey}`)) await setAvatar(tx, site, ownerId, null);
    await dropFiles(tx, site, [...new Set([fileKey, thumbKey, squareOf(fileKey, SMALL.width)])]);
    await dropNotifications(tx, site, { collapse: collapseKey(photoId) });
    if (viewer.id === ownerId) return;
    await record(tx, site, {
      kind: 'photo.delete',
      actorId: viewer.id,
      targetId: ownerId,
      subject: `photo ${photoId}`,
      before: photo.caption,
    });
    await notify(tx, site, {
      userId: ownerId,
      type: 'system',
      title: PHOTO_TEXTS.removedTitle,
      text: PHOTO_TEXTS.removedText,
      link: galleryLink(ownerId),
    });
  });
}

/**
 * Makes an own photo the player's avatar.
 * @returns its address
 * @throws AppError notFound, forbidden for another player's.
 */
export async function chooseAvatar(
  db: DbOrTx,
  site: Site,
  { userId, photoId }: { userId: number; photoId: number },
): Promise<string> {
  return transaction(db, async (tx) => {
    await holdAccount(tx, userId);
    const url = `/media/${await requireOwn(tx, photoId, userId)}`;
    await setAvatar(tx, site, userId, url);
    return url;
  });
}

/**
 * Likes another player's photo, or takes the like back. The owner is told of one that stays.
 * @throws AppError notFound for a photo that is not there or hidden by a block; forbidden for one's own.
 */
export async function toggleLike(
  db: DbOrTx,
  site: Site,
  { photoId, user }: { photoId: number; user: { id: number; username: string } },
): Promise<{ liked: boolean; likes: number }> {
  return transaction(db, async (tx) => {
    const found = await photoOwner(tx, photoId, user.id);
    if (!found) throw new AppError('notFound');
    const { ownerId } = found;
    if (ownerId === user.id) throw new AppError('forbidden');
    await lockPlayers(tx, user.id, ownerId);
    await hideBlocked(tx, user.id, ownerId);
    if (!(await lockPhoto(tx, photoId))) throw new AppError('notFound');
    const liked = await toggleLikeRow(tx, photoId, user.id, site.clock.now());
    const likes = await addToLikes(tx, photoId, liked ? 1 : -1);
    if (liked)
      await notify(tx, site, {
        userId: ownerId,
        type: 'like',
        title: PHOTO_TEXTS.likedTitle,
        text: PHOTO_TEXTS.likedText(user.username),
        link: galleryLink(ownerId),
        actorId: user.id,
        collapse: collapseKey(photoId),
      });
    return { liked, likes };
  });
}

/**
 * Makes a picture the player's avatar, in three sizes.
 * @throws AppError mediaType, tooLarge.
 */
export async function uploadAvatar(
  db: Db,
  site: Site,
  { upload, keep }: { upload: Picture; keep: Keep },
): Promise<string> {
  const { userId } = upload;
  const renditions = await render(upload, AVATARS);
  const key = `avatars/${userId}-${randomUUID()}.webp`;
  const url = `/media/${key}`;
  const files = avatarKeys(key).flatMap((one, size) => {
    const rendition = renditions[size];
    return rendition ? [{ key: one, from: rendition.path }] : [];
  });
  await keepFiles(db, site, files, async (tx) => {
    await holdStanding(tx, site, { userId, speaks: false });
    await setAvatar(tx, site, userId, url);
    await keep(tx, { avatarUrl: url });
  });
  return url;
}

const FORGOTTEN_AT_ONCE = 20;
const takeLikes = likesTaker('photos', 'photo_likes', 'photo_id');

/** Deletes some of the photos of a player who left, or takes back some of their likes; answers whether none are left. */
export async function forgetPlayer(tx: Tx, site: Site, userId: number): Promise<boolean> {
  const ids = await somePhotosOf(tx, userId, FORGOTTEN_AT_ONCE);
  for (const photoId of ids) await removePhoto(tx, site, { photoId, viewer: { id: userId, role: 'player' } });
  return ids.length === 0 && (await takeLikes(tx, userId)).length === 0;
}
