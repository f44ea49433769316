import { randomUUID } from 'node:crypto';
import type { StaffReason } from '@rivalhold/shared/contract/decisions.ts';
import type { Photo } from '@rivalhold/shared/contract/profiles.ts';
import { Nullable } from '@rivalhold/shared/contract/schema.ts';
import {
  AVATAR_SIDE,
  FULL_SIDES,
  IMAGE_SIDES,
  imageKeys,
  squareImageUrl,
} from '@rivalhold/shared/image-sizes.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import type { Viewer } from '@rivalhold/shared/roles.ts';
import { NOTIFICATION_MESSAGES } from '@rivalhold/shared/texts/notification-messages.ts';
import { PHOTO_TEXTS } from '@rivalhold/shared/texts/photos.ts';
import Type from 'typebox';
import { column } from '../../platform/db/columns.ts';
import { type Db, type DbOrTx, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import { deleteFilesAfterCommit, storeFiles } from '../../platform/files/stored-files.ts';
import { decodeIdCursor, encodeIdCursor, type PageQuery, toPage } from '../../platform/http/cursor.ts';
import type { CommitResponse } from '../../platform/http/routes.ts';
import { renderImage } from '../../platform/media/images.ts';
import { captionFrom } from '../../platform/media/process-upload.ts';
import { isWrongType } from '../../platform/media/refusals.ts';
import type { Fit, Rendition } from '../../platform/media/tasks.ts';
import type { Upload } from '../../platform/media/uploads.ts';
import type { PurgedItem, SelectedFiles } from '../../platform/personal-data/selected-files.ts';
import { lockActiveUser, lockUser } from '../../platform/security/account-status.ts';
import { assertMayDelete, hasStaffAccess } from '../../platform/security/step-up.ts';
import type { Restore, Site } from '../../platform/site.ts';
import { assertVisible, lockPlayers } from '../blocks/service.ts';
import {
  lockPostsOfPhoto,
  type PostsOfPhoto,
  removePhotoFromPosts,
  restorePhotoInPosts,
} from '../feed/service.ts';
import { createLikesEraser } from '../likes/service.ts';
import { deleteUnreadNotifications, notify, withdrawLikeNotification } from '../notifications/service.ts';
import { setAvatar } from '../profiles/service.ts';
import { insertValues, recordRemoval, retainFiles, storedValues } from '../removals/service.ts';
import {
  adjustLikeCount,
  countPhotos,
  deletePhoto,
  insertPhoto,
  insertRemovedPhoto,
  isAvatarOf,
  lockPhoto,
  lockPhotoFiles,
  movePhoto,
  type PhotoFiles,
  photoOwner,
  photoPage,
  selectPhotos,
  takePhotoBatch,
  toggleLikeRow,
  updateCaption,
} from './queries.ts';

/** `moving: 0.5` halves the width and height of animated images, because encoding every frame takes time. */
const FULL_SIZE = {
  width: FULL_SIDES.photos,
  height: FULL_SIDES.photos,
  fit: 'inside',
  tall: true,
  moving: 0.5,
} as const;
const LARGE = { width: 480, height: 480, fit: 'cover', moving: 0.5 } as const;
const SMALL = { width: 240, height: 240, fit: 'cover', moving: 0.5 } as const;
/**
 * Avatars are displayed at 36 to 256 CSS pixels. Screens can have 2 device pixels per CSS pixel, so the largest size is
 * 512.
 */
const AVATAR_SIZES = [
  { width: AVATAR_SIDE, height: AVATAR_SIDE, fit: 'cover', moving: 0.5 } as const,
  ...IMAGE_SIDES.avatars.map((side) => ({ width: side, height: side, fit: 'cover' }) as const),
];

const photoCollapseKey = (photoId: number): string => `photo:${photoId}`;
const galleryPath = (ownerId: number): string => `/gallery/${ownerId}`;

/**
 * Return a page of a player's photos, newest first.
 * @throws AppError `notFound` for an unknown player, or if either player has blocked the other; `invalid` for a
 *   malformed cursor.
 */
export async function listPhotos(
  db: DbOrTx,
  page: { userId: number; viewerId: number } & PageQuery,
): Promise<{ photos: Photo[]; nextCursor: string | null }> {
  const { userId, viewerId, cursor, limit } = page;
  const rows = await photoPage(db, { userId, viewerId, beforeId: decodeIdCursor(cursor), limit: limit + 1 });
  if (!rows) throw new AppError('notFound');
  const { items: photos, nextCursor } = toPage(rows, limit, encodeIdCursor);
  return { photos, nextCursor };
}

/** An uploaded image. Its `signal` aborts if the client disconnects. */
type ImageUpload = Omit<Upload, 'fields' | 'previewPath'>;

/**
 * Add a photo to a player's gallery, re-encoded in three sizes. `at` is the time of the upload. The default
 * is the current time. Only the demo world sets `at`.
 * @throws AppError `invalid` for a caption longer than 200 characters; `conflict` for a full gallery;
 * `mediaType`; `tooLarge`.
 */
export async function uploadPhoto(
  db: Db,
  site: Site,
  {
    upload,
    caption,
    at: from,
    commitResponse,
  }: { upload: ImageUpload; caption: string; at?: Date; commitResponse?: CommitResponse },
): Promise<Photo> {
  const { userId } = upload;
  const text = captionFrom(caption, LIMITS.photos.caption, PHOTO_TEXTS.captionTooLong);
  await assertGalleryLimit(db, userId);
  const [full, large, small] = await render(upload, [FULL_SIZE, LARGE, SMALL]);
  const fileKey = `photos/${userId}-${site.secrets.uniqueKey()}.webp`;
  const thumbKey = squareImageUrl(fileKey, LARGE.width);
  const files = [
    { key: fileKey, from: full.path },
    { key: thumbKey, from: large.path },
    { key: squareImageUrl(fileKey, SMALL.width), from: small.path },
  ];
  return storeFiles(db, site, files, async (tx) => {
    await lockActiveUser(tx, site, { userId, requiresUnmuted: true });
    await assertGalleryLimit(tx, userId);
    const { width, height } = full;
    const at = from ?? site.clock.now();
    const photo = await insertPhoto(tx, { userId, fileKey, thumbKey, width, height, caption: text, at });
    await commitResponse?.(tx, { photo });
    return photo;
  });
}

async function assertGalleryLimit(db: DbOrTx, userId: number): Promise<void> {
  const most = LIMITS.photos.perPlayer;
  if ((await countPhotos(db, userId)) >= most) throw new AppError('conflict', PHOTO_TEXTS.tooMany(most));
}

async function render<const F extends readonly Fit[]>(
  { path, ...uploader }: ImageUpload,
  fits: F,
): Promise<{ [K in keyof F]: Rendition }> {
  const renditions = await renderImage(path, fits, uploader).catch((error: unknown) => {
    throw isWrongType(error) ? new AppError('mediaType', PHOTO_TEXTS.wrongType) : error;
  });
  uploader.signal.throwIfAborted();
  return renditions as { [K in keyof F]: Rendition };
}

/**
 * Change the caption of the caller's own photo.
 * @throws AppError `notFound`; `forbidden` for another player's photo; `invalid` for more than 200 characters.
 */
export async function updatePhotoCaption(
  db: DbOrTx,
  { userId, photoId, caption }: { userId: number; photoId: number; caption: string | null },
): Promise<Photo> {
  const text = captionFrom(caption, LIMITS.photos.caption, PHOTO_TEXTS.captionTooLong);
  return transaction(db, async (tx) => {
    await ownPhotoKey(tx, photoId, userId);
    const photo = await updateCaption(tx, { id: photoId, userId, caption: text });
    if (!photo) throw new AppError('notFound');
    return photo;
  });
}

/**
 * Return the file key of the caller's own photo.
 * @throws AppError `notFound` for a photo that does not exist or is hidden by a block; `forbidden` for another player's
 *   photo.
 */
async function ownPhotoKey(tx: Tx, photoId: number, userId: number): Promise<string> {
  const found = await photoOwner(tx, photoId, userId);
  if (!found || found.hiddenByBlock) throw new AppError('notFound');
  if (found.ownerId !== userId) throw new AppError('forbidden');
  return found.fileKey;
}

/**
 * Delete a photo with its likes, notification and files. If the photo is an avatar, clear the avatar. Of the posts with
 * the photo, delete those without text, and keep the others without the photo.
 * @throws AppError `notFound`; `forbidden` unless the caller is the photo's owner or staff.
 */
export async function removePhoto(
  db: DbOrTx,
  site: Site,
  { photoId, viewer, reason }: { photoId: number; viewer: Viewer; reason?: StaffReason | undefined },
): Promise<void> {
  await transaction(db, async (tx) => {
    const found = await photoOwner(tx, photoId, viewer.id);
    if (!found || (found.hiddenByBlock && !hasStaffAccess(site, viewer))) throw new AppError('notFound');
    const { ownerId } = found;
    assertMayDelete(site, viewer, ownerId);
    await lockUser(tx, ownerId);
    const photo = await lockPhotoFiles(tx, photoId);
    if (!photo) throw new AppError('notFound');
    // Lock the posts before `recordRemoval` locks the staff member's budget. Deleting a post takes these locks in the
    // same order.
    const posts = await lockPostsOfPhoto(tx, photoId);
    const removalId =
      viewer.id === ownerId
        ? null
        : await recordRemoval(tx, site, {
            kind: 'photo',
            subjectId: photoId,
            audit: {
              kind: 'photo.delete',
              actorId: viewer.id,
              targetId: ownerId,
              subject: `photo ${photoId}`,
              before: photo.caption,
            },
            reason,
          });
    await removeLockedPhoto(tx, site, { id: photoId, ownerId, posts, ...photo }, removalId);
  });
}

/**
 * Delete a photo from the gallery and from the posts that contain it. The caller has locked the rows of the photo and
 * of these posts. If the photo is the avatar, clear the avatar. If there is a removal record, store the deleted data
 * with it.
 */
async function removeLockedPhoto(
  tx: Tx,
  site: Site,
  {
    id,
    ownerId,
    posts,
    fileKey,
    thumbKey,
  }: { id: number; ownerId: number; posts: PostsOfPhoto } & PhotoFiles,
  removalId: number | null,
): Promise<void> {
  await removePhotoFromPosts(tx, site, posts, removalId);
  const avatarUrl = `/media/${fileKey}`;
  const isAvatar = await isAvatarOf(tx, ownerId, avatarUrl);
  if (isAvatar) await setAvatar(tx, site, ownerId, null);
  const keys = [...new Set([fileKey, thumbKey, squareImageUrl(fileKey, SMALL.width)])];
  if (removalId === null) {
    await deletePhoto(tx, id);
    await deleteFilesAfterCommit(tx, site, keys);
  } else {
    await movePhoto(tx, removalId, id);
    const data = { avatarUrl: isAvatar ? avatarUrl : null, postIds: posts.all };
    await insertValues(tx, removalId, { table: 'users', userId: ownerId, data });
    await retainFiles(tx, site, removalId, keys);
  }
  await deleteUnreadNotifications(tx, site, { collapse: photoCollapseKey(id) });
}

/** The avatar and the posts of a deleted photo. The avatar is null if the photo was not the avatar. */
const PhotoUses = Type.Object({ avatarUrl: Nullable(column.text), postIds: Type.Array(column.integer) });

/**
 * Restore a photo that staff deleted, in the gallery and in posts. If the photo was the owner's avatar and the owner
 * has no other avatar, set it as the avatar again.
 */
export const restorePhoto: Restore = async (tx, site, { id, subjectId, ownerId }) => {
  await insertRemovedPhoto(tx, id, subjectId);
  const [uses] = await storedValues(tx, PhotoUses, id, 'users');
  if (!uses || ownerId === null) return;
  await restorePhotoInPosts(tx, site, { photoId: subjectId, removalId: id, postIds: uses.postIds });
  if (uses.avatarUrl && (await isAvatarOf(tx, ownerId, null)))
    await setAvatar(tx, site, ownerId, uses.avatarUrl);
};

/**
 * Use the caller's own photo as the avatar.
 * @returns the URL of the avatar
 * @throws AppError `notFound`; `forbidden` for another player's photo.
 */
export async function setPhotoAsAvatar(
  db: DbOrTx,
  site: Site,
  { userId, photoId }: { userId: number; photoId: number },
): Promise<string> {
  return transaction(db, async (tx) => {
    await lockUser(tx, userId);
    const url = `/media/${await ownPhotoKey(tx, photoId, userId)}`;
    await setAvatar(tx, site, userId, url);
    return url;
  });
}

/**
 * Like another player's photo, or remove the like. Notify the owner of a new like.
 * @throws AppError `notFound` if the photo does not exist or is hidden by a block; `forbidden` for the caller's own
 *   photo.
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
    await assertVisible(tx, user.id, ownerId);
    if (!(await lockPhoto(tx, photoId))) throw new AppError('notFound');
    const liked = await toggleLikeRow(tx, photoId, user.id, site.clock.now());
    const likes = await adjustLikeCount(tx, photoId, liked ? 1 : -1);
    const collapse = photoCollapseKey(photoId);
    if (liked)
      await notify(tx, site, {
        userId: ownerId,
        type: 'like',
        ...NOTIFICATION_MESSAGES.photoLike(user.username),
        link: galleryPath(ownerId),
        actorId: user.id,
        collapse,
      });
    else {
      const like = { userId: ownerId, actorId: user.id, collapse };
      await withdrawLikeNotification(tx, site, like, NOTIFICATION_MESSAGES.photoLike);
    }
    return { liked, likes };
  });
}

/**
 * Set an uploaded image as the player's avatar, in three sizes.
 * @throws AppError `mediaType`; `tooLarge`.
 */
export async function uploadAvatar(
  db: Db,
  site: Site,
  { upload, commitResponse }: { upload: ImageUpload; commitResponse: CommitResponse },
): Promise<string> {
  const { userId } = upload;
  const renditions = await render(upload, AVATAR_SIZES);
  const key = `avatars/${userId}-${randomUUID()}.webp`;
  const url = `/media/${key}`;
  const files = imageKeys(key).flatMap((one, size) => {
    const rendition = renditions[size];
    return rendition ? [{ key: one, from: rendition.path }] : [];
  });
  await storeFiles(db, site, files, async (tx) => {
    await lockActiveUser(tx, site, { userId, requiresUnmuted: true });
    await setAvatar(tx, site, userId, url);
    await commitResponse(tx, { avatarUrl: url });
  });
  return url;
}

const ERASURE_BATCH_SIZE = 20;

/** Delete a batch of photos that have one of the selected files, and return them. */
export async function purgeFiles(tx: Tx, site: Site, of: SelectedFiles): Promise<PurgedItem[]> {
  // Lock the owners of the photos. Then read the photos again, because some might have been deleted before their owner
  // was locked.
  for (const { user_id: userId } of await selectPhotos(tx, of, ERASURE_BATCH_SIZE))
    await lockUser(tx, userId);
  const photos = await selectPhotos(tx, of, ERASURE_BATCH_SIZE);
  for (const { id, user_id: userId } of photos)
    await removePhoto(tx, site, { photoId: id, viewer: { id: userId, role: 'player' } });
  return photos.map(({ user_id: ownerId, file_key, thumb_key }) => ({
    ownerId,
    files: [file_key, thumb_key],
  }));
}

const eraseLikes = createLikesEraser('photos', 'photo_likes', 'photo_id');

/**
 * Delete a batch of a deleted player's photos. If there are none, delete a batch of the player's likes. Return true if
 * nothing was left to delete.
 */
export async function erasePlayer(tx: Tx, site: Site, userId: number): Promise<boolean> {
  const ids = await takePhotoBatch(tx, userId, ERASURE_BATCH_SIZE);
  for (const photoId of ids) await removePhoto(tx, site, { photoId, viewer: { id: userId, role: 'player' } });
  return ids.length === 0 && (await eraseLikes(tx, userId)).length === 0;
}
