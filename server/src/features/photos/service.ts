import { randomUUID } from 'node:crypto';
import type { Photo } from '@rivalhold/shared/contract/profiles.ts';
import { readIdCursor } from '../../platform/cursor.ts';
import { type DbOrTx, transaction } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import { renderImage } from '../../platform/images.ts';
import type { Site } from '../../platform/site.ts';
import { profileExists, setAvatar } from '../profiles/service.ts';
import { photoPage } from './queries.ts';

/**
 * A page of a player's photos, newest first.
 * @throws AppError notFound when there is no such player; invalid for a foreign cursor.
 */
export async function listPhotos(
  db: DbOrTx,
  {
    userId,
    viewerId,
    cursor,
    limit,
  }: { userId: number; viewerId: number; cursor: string | undefined; limit: number },
): Promise<{ photos: Photo[]; nextCursor: string | null }> {
  const rows = await photoPage(db, { userId, viewerId, beforeId: readIdCursor(cursor), limit: limit + 1 });
  if (rows.length === 0 && !(await profileExists(db, userId))) throw new AppError('notFound');
  const photos = rows.slice(0, limit);
  return { photos, nextCursor: rows.length > limit ? String(photos.at(-1)?.id) : null };
}

/** An avatar is shown at 40 to 256 pixels, on screens of twice the density; a moving one at half of it. */
const AVATAR = { width: 512, height: 512, fit: 'cover', moving: 0.5 } as const;

/**
 * Makes a picture the player's avatar. The old file, if the upload made it, goes.
 * @param file the uploaded file's path
 * @throws AppError mediaType, tooLarge.
 */
export async function uploadAvatar(
  db: DbOrTx,
  site: Site,
  { userId, file }: { userId: number; file: string },
): Promise<string> {
  const [avatar] = await renderImage(file, [AVATAR]).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'mediaType'
      ? new AppError('mediaType', WRONG_TYPE)
      : error;
  });
  const key = `avatars/${userId}-${randomUUID()}.webp`;
  await site.files.put(key, avatar?.data as Buffer);
  const url = `/media/${key}`;
  const old = await transaction(db, (tx) => setAvatar(tx, site, userId, url));
  if (old?.startsWith(`/media/avatars/${userId}-`)) await site.files.delete(old.slice('/media/'.length));
  return url;
}

const WRONG_TYPE = 'Invalid file type. Use .jpg, .png, .jpeg, or .gif.';
