import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { Attachment } from '@rivalhold/shared/contract/attachments.ts';
import { FULL_SIDES } from '@rivalhold/shared/image-sizes.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { ATTACHMENT_TEXTS, DM_MEDIA_ERRORS } from '@rivalhold/shared/texts/dms.ts';
import { youtubeId } from '@rivalhold/shared/youtube.ts';
import { type Db, type DbOrTx, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError, invalidFieldsError } from '../../platform/errors.ts';
import { deleteFilesAfterCommit, storeFiles } from '../../platform/files/stored-files.ts';
import type { CommitResponse } from '../../platform/http/routes.ts';
import { processUpload } from '../../platform/media/process-upload.ts';
import { isWrongType } from '../../platform/media/refusals.ts';
import type { Upload } from '../../platform/media/uploads.ts';
import { lockActiveUser } from '../../platform/security/account-status.ts';
import type { Site } from '../../platform/site.ts';
import {
  countUnsent,
  deleteUnsent,
  insertAttachment,
  lockUploads,
  type NewAttachment,
  uploadsUntilRoom,
} from './queries.ts';
import { abandonedBefore, presentAttachment } from './service.ts';

const RENDITION_SIZES = {
  full: {
    width: FULL_SIDES.attachments,
    height: FULL_SIDES.attachments,
    fit: 'inside',
    tall: true,
    moving: 0.5,
  },
  thumbnail: { width: 480, height: 480, fit: 'inside', still: true },
} as const;

type UploadReply = { attachment: Attachment; notice?: string };

/**
 * Store an uploaded image or video as an attachment, to be sent within 24 h.
 * @throws AppError `mediaType` for files of other types and for damaged files; `tooLarge`; `conflict` if too many
 * of the player's uploads are unsent; `tooOften` above the daily quota; `unavailable` if too many uploads are waiting.
 */
export async function uploadAttachment(
  db: Db,
  site: Site,
  {
    ownerId,
    upload,
    temporary,
    commitResponse,
  }: { ownerId: number; upload: Upload; temporary: boolean; commitResponse: CommitResponse },
): Promise<UploadReply> {
  // Before processing the file, reject players who have no quota left.
  await assertPendingUploadsLeft(db, site, ownerId, 1);
  await assertDailyQuotaLeft(db, site, ownerId, 1);
  const key = `attachments/${randomUUID()}`;
  const made = await processUpload(upload, { key, ...RENDITION_SIZES }).catch((error: unknown) => {
    throw isWrongType(error) ? new AppError('mediaType', DM_MEDIA_ERRORS.wrongType) : error;
  });
  upload.signal.throwIfAborted();
  const { file, thumbnail, isAnimated, notice, ...facts } = made;
  const kind = isAnimated ? 'gif' : facts.kind;
  const bytes = (await stat(file.from)).size + (thumbnail ? (await stat(thumbnail.from)).size : 0);
  return storeFiles(db, site, thumbnail ? [file, thumbnail] : [file], async (tx) => {
    await lockActiveUser(tx, site, { userId: ownerId, requiresUnmuted: false });
    const named = { fileKey: file.key, thumbKey: thumbnail?.key ?? null };
    const attachment = await insertAttachmentFor(tx, site, {
      ...facts,
      ...named,
      kind,
      bytes,
      ownerId,
      temporary,
    });
    const reply = { attachment, ...(notice !== null && { notice }) };
    await commitResponse(tx, reply);
    return reply;
  });
}

/**
 * Add a YouTube video as an attachment.
 * @throws AppError `invalid` for any other URL; `conflict` if too many of the player's uploads are unsent.
 */
export async function addYoutube(
  db: DbOrTx,
  site: Site,
  { ownerId, url }: { ownerId: number; url: string },
): Promise<Attachment> {
  const id = youtubeId(url);
  if (!id) throw invalidFieldsError({ url: ATTACHMENT_TEXTS.youtubeInvalid });
  return transaction(db, (tx) =>
    insertAttachmentFor(tx, site, {
      ...NO_FILE_FIELDS,
      ownerId,
      kind: 'youtube',
      provider: 'youtube',
      providerId: id,
    }),
  );
}

/**
 * Delete an unsent upload.
 * @throws AppError `notFound`.
 */
export async function discardUpload(
  db: DbOrTx,
  site: Site,
  { id, ownerId }: { id: number; ownerId: number },
): Promise<void> {
  await transaction(db, async (tx) => {
    const keys = await deleteUnsent(tx, id, ownerId);
    if (!keys) throw new AppError('notFound');
    await deleteFilesAfterCommit(tx, site, keys);
  });
}

const NO_FILE_FIELDS = {
  fileKey: null,
  thumbKey: null,
  bytes: 0,
  mime: null,
  durationMs: null,
  width: null,
  height: null,
  temporary: false,
} as const;

async function insertAttachmentFor(
  tx: Tx,
  site: Site,
  made: Omit<NewAttachment, 'at' | 'provider' | 'providerId'> &
    Partial<Pick<NewAttachment, 'provider' | 'providerId'>>,
): Promise<Attachment> {
  await lockUploads(tx, made.ownerId);
  await assertPendingUploadsLeft(tx, site, made.ownerId, made.bytes);
  if (made.bytes > 0) await assertDailyQuotaLeft(tx, site, made.ownerId, made.bytes);
  const at = site.clock.now();
  const stored = await insertAttachment(tx, { provider: null, providerId: null, ...made, at });
  return presentAttachment(stored, at);
}

async function assertPendingUploadsLeft(
  db: DbOrTx,
  site: Site,
  ownerId: number,
  more: number,
): Promise<void> {
  const { uploads, bytes } = await countUnsent(db, ownerId, abandonedBefore(site));
  const { unsent, unsentBytes } = LIMITS.upload;
  if (uploads >= unsent || bytes + more > unsentBytes)
    throw new AppError('conflict', DM_MEDIA_ERRORS.tooManyUnsent);
}

/**
 * Throw AppError `tooOften` if the upload would exceed the daily quota. The limit on unsent files alone would not
 * protect the disk, because it does not count files that were sent.
 */
async function assertDailyQuotaLeft(db: DbOrTx, site: Site, ownerId: number, more: number): Promise<void> {
  const { dayMs, dayBytes } = LIMITS.upload;
  const now = site.clock.now().getTime();
  const by = await uploadsUntilRoom(db, ownerId, { since: new Date(now - dayMs), room: dayBytes - more });
  if (by)
    throw new AppError('tooOften', ATTACHMENT_TEXTS.dayFull, {
      retryAfter: Math.max(1, Math.ceil((by.getTime() + dayMs - now) / 1_000)),
    });
}
