import type { Clip } from '@rivalhold/shared/contract/clips.ts';
import { FULL_SIDES } from '@rivalhold/shared/image-sizes.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { CLIP_TEXTS } from '@rivalhold/shared/texts/clips.ts';
import type { Db, DbOrTx } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import { storeFiles } from '../../platform/files/stored-files.ts';
import type { CommitResponse } from '../../platform/http/routes.ts';
import { captionFrom, processUpload } from '../../platform/media/process-upload.ts';
import { isWrongType } from '../../platform/media/refusals.ts';
import type { Upload } from '../../platform/media/uploads.ts';
import { lockActiveUser } from '../../platform/security/account-status.ts';
import type { Site } from '../../platform/site.ts';
import { recordProgress } from '../goals/service.ts';
import { presentPlayer } from '../profiles/service.ts';
import { presentClip } from './presenters.ts';
import { countClips, insertClip } from './queries.ts';

const RENDITION_SIZES = {
  full: { width: FULL_SIDES.clips, height: FULL_SIDES.clips, fit: 'inside', moving: 0.5 },
  thumbnail: { width: 240, height: 240, fit: 'cover', still: true },
} as const;

type ClipInput = Omit<Upload, 'fields'>;
/**
 * Store an image, or a video with an optional first frame, as a clip. Broadcast the clip to everyone except players who
 * do not see its author because of a block or a mute. The clip is active from `at`, which is the current time except in
 * the demo world.
 * @throws AppError `invalid` for a caption longer than 200 characters; `conflict` if the limit of active clips is
 *   reached; `mediaType` for other file types; `tooLarge`; `unavailable` if too many uploads are waiting.
 */
export async function uploadClip(
  db: Db,
  site: Site,
  {
    upload,
    caption,
    at: from,
    commitResponse,
  }: { upload: ClipInput; caption: string | undefined; at?: Date; commitResponse?: CommitResponse },
): Promise<{ clip: Clip; notice?: string }> {
  const { userId } = upload;
  const text = captionFrom(caption, LIMITS.clips.caption, CLIP_TEXTS.captionTooLong);
  await assertClipLimit(db, site, userId);
  const key = `clips/${site.secrets.uniqueKey()}`;
  const {
    file,
    thumbnail,
    isAnimated: _,
    notice,
    ...facts
  } = await processUpload(upload, { key, ...RENDITION_SIZES, toError: toUploadError });
  upload.signal.throwIfAborted();
  return storeFiles(db, site, thumbnail ? [file, thumbnail] : [file], async (tx) => {
    await lockActiveUser(tx, site, { userId, requiresUnmuted: true });
    await assertClipLimit(tx, site, userId);
    const at = from ?? site.clock.now();
    const row = await insertClip(tx, {
      ...facts,
      userId,
      fileKey: file.key,
      thumbKey: thumbnail?.key ?? null,
      caption: text,
      at,
      expiresAt: new Date(at.getTime() + site.config.clipTtlMs),
    });
    const clip = presentClip(row);
    const event = { user: presentPlayer(row), clip: { ...clip, seen: false } };
    site.realtime.broadcast(tx, 'clip:new', event, { about: userId });
    await recordProgress(tx, site, userId, [{ count: 'clips', subject: 0, by: 1 }]);
    const reply = { clip, ...(notice !== null && { notice }) };
    await commitResponse?.(tx, reply);
    return reply;
  });
}

async function assertClipLimit(db: DbOrTx, site: Site, userId: number): Promise<void> {
  if ((await countClips(db, userId, site.clock.now())) >= LIMITS.clips.perPlayer)
    throw new AppError('conflict', CLIP_TEXTS.tooMany);
}

/** Convert an upload error to a validation error for the file or for its first frame. */
const toUploadError =
  (of: 'file' | 'preview') =>
  (error: unknown): never => {
    if (!(error instanceof AppError) || (error.code !== 'mediaType' && error.code !== 'tooLarge'))
      throw error;
    const text = isWrongType(error) ? CLIP_TEXTS.uploadFailed : error.message;
    throw new AppError(error.code, text, {
      errors: of === 'preview' ? { thumb: CLIP_TEXTS.badThumb } : { file: text },
    });
  };
