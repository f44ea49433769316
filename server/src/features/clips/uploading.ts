import { randomUUID } from 'node:crypto';
import type { Clip } from '@rivalhold/shared/contract/clips.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { CLIP_TEXTS } from '@rivalhold/shared/texts/clips.ts';
import type { Db, DbOrTx } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import { type PictureKind, renderImage } from '../../platform/images.ts';
import type { Keep } from '../../platform/routes.ts';
import type { Site } from '../../platform/site.ts';
import { holdStanding } from '../../platform/standing.ts';
import { keepFiles, type NewFile } from '../../platform/stored-files.ts';
import type { Upload } from '../../platform/uploads.ts';
import { rewriteVideo, seemsVideo, VIDEO_TYPES } from '../../platform/videos.ts';
import { presentPlayer } from '../profiles/service.ts';
import { captionOf } from './policy.ts';
import { presentClip } from './presenters.ts';
import { countClips, insertClip, type NewClip } from './queries.ts';

const KINDS: readonly PictureKind[] = ['jpeg', 'png', 'webp', 'gif'];
const WHOLE = { width: 1080, height: 1080, fit: 'inside', moving: 0.5 } as const;
const THUMB = { width: 240, height: 240, fit: 'cover', still: true } as const;

type Sent = Pick<Upload, 'path' | 'besidePath' | 'userId' | 'isWanted'>;
type Made = Pick<NewClip, 'kind' | 'mime' | 'width' | 'height' | 'durationMs'> & {
  file: NewFile;
  thumb: NewFile | null;
};

/**
 * Adds a picture or a video to a player's clips; beside a video may lie its first frame. Tells everybody outside a
 * block relation with the player. It is shown from `at` on: now, but in the demo world.
 * @throws AppError invalid for a caption beyond 200 characters, conflict for a player who has as many clips as one may
 * have, mediaType for another kind of file, tooLarge, unavailable when too many uploads wait.
 */
export async function uploadClip(
  db: Db,
  site: Site,
  { upload, caption, at: from, keep }: { upload: Sent; caption: string | undefined; at?: Date; keep?: Keep },
): Promise<Clip> {
  const { userId } = upload;
  const text = captionOf(caption);
  await refuseFull(db, site, userId);
  const { file, thumb, ...facts } = await make(upload);
  if (!upload.isWanted()) throw new AppError('invalid');
  return keepFiles(db, site, thumb ? [file, thumb] : [file], async (tx) => {
    await holdStanding(tx, site, { userId, speaks: true });
    await refuseFull(tx, site, userId);
    const at = from ?? site.clock.now();
    const row = await insertClip(tx, {
      ...facts,
      userId,
      fileKey: file.key,
      thumbKey: thumb?.key ?? null,
      caption: text,
      at,
      expiresAt: new Date(at.getTime() + site.config.clipTtlMs),
    });
    const clip = presentClip(row);
    const told = { user: presentPlayer(row), clip: { ...clip, seen: false } };
    site.realtime.emitToAll(tx, 'clip:new', told, { about: userId });
    await keep?.(tx, { clip });
    return clip;
  });
}

async function refuseFull(db: DbOrTx, site: Site, userId: number): Promise<void> {
  if ((await countClips(db, userId, site.clock.now())) >= LIMITS.clips.perPlayer)
    throw new AppError('conflict', CLIP_TEXTS.tooMany);
}

async function make({ path, besidePath, ...asker }: Sent): Promise<Made> {
  const key = `clips/${randomUUID()}`;
  const thumbOf = (from: string): NewFile => ({ key: `${key}-thumb.webp`, from });
  if (!(await seemsVideo(path).catch(fault('file')))) {
    const fits = [WHOLE, THUMB] as const;
    const [whole, thumb] = await renderImage(path, fits, { kinds: KINDS, ...asker }).catch(fault('file'));
    if (!whole || !thumb) throw new AppError('mediaType');
    return {
      kind: 'image',
      mime: 'image/webp',
      width: whole.width,
      height: whole.height,
      durationMs: null,
      file: { key: `${key}.webp`, from: whole.path },
      thumb: thumbOf(thumb.path),
    };
  }
  const [frame] =
    besidePath === null
      ? []
      : await renderImage(besidePath, [THUMB], { kinds: KINDS, ...asker }).catch(fault('thumb'));
  const to = `${path}-new`;
  const { container, ...facts } = await rewriteVideo(path, to, asker).catch(fault('file'));
  return {
    kind: 'video',
    mime: VIDEO_TYPES[container],
    ...facts,
    file: { key: `${key}.${container}`, from: to },
    thumb: frame ? thumbOf(frame.path) : null,
  };
}

/** Says of a file that cannot be taken which of the two it is. */
const fault =
  (field: 'file' | 'thumb') =>
  (error: unknown): never => {
    if (!(error instanceof AppError) || (error.code !== 'mediaType' && error.code !== 'tooLarge'))
      throw error;
    const text = error.code === 'mediaType' ? CLIP_TEXTS.uploadFailed : error.message;
    throw new AppError(error.code, text, {
      errors: { [field]: field === 'thumb' ? CLIP_TEXTS.badThumb : text },
    });
  };
