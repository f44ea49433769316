import { extname } from 'node:path';
import type { Attachment } from '@rivalhold/shared/contract/attachments.ts';
import { isGifUrl } from '@rivalhold/shared/gifs.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { RETENTION, retainedSince } from '@rivalhold/shared/retention.ts';
import { DM_MEDIA_ERRORS } from '@rivalhold/shared/texts/dms.ts';
import { youtubeWatchUrl } from '@rivalhold/shared/youtube.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { AppError, invalidFieldsError } from '../../platform/errors.ts';
import { deleteFilesAfterCommit, deleteInFileBatches } from '../../platform/files/stored-files.ts';
import type { FileResponse } from '../../platform/http/send-file.ts';
import type { Site } from '../../platform/site.ts';
import {
  type AttachmentRow,
  bindUploads,
  clearExpiredFiles,
  deleteAbandoned,
  deleteMessageAttachments,
  fileFor,
  insertGif,
} from './queries.ts';

export { ATTACHMENTS_OF_MESSAGE, type AttachmentRow, AttachmentRows, filesOfMessage } from './queries.ts';

/** A GIF in a message, hosted by its provider. `id` is the provider’s id. The size is in pixels, or null if unknown. */
export type SentGif = { url: string; id: string | null; width: number | null; height: number | null };

const BATCH_SIZE = 100;

/** Return the cutoff time: unsent uploads created at or before it count as abandoned. */
export const abandonedBefore = (site: Site): Date => retainedSince('unsentFiles', site.clock.now());

/** Convert the value of `ATTACHMENTS_OF_MESSAGE` to attachments as the sender and the receiver see them at `now`. */
export function presentAttachments(value: readonly AttachmentRow[], now: Date): Attachment[] {
  return value.map((stored) => presentAttachment(stored, now));
}

/**
 * Convert a row to an attachment at the time `now`. An attachment counts as expired exactly from its expiry time, even
 * while its files still exist.
 */
export function presentAttachment(stored: AttachmentRow, now: Date): Attachment {
  const { file, thumb, url, ...rest } = stored;
  const expiresAt = stored.expiresAt === null ? null : new Date(stored.expiresAt);
  const expired = expiresAt !== null && expiresAt <= now;
  const { provider, providerId } = stored;
  const own = `/media/attachments/${stored.id}`;
  return {
    ...rest,
    url: expired ? '' : file ? own : provider === 'youtube' ? youtubeWatchUrl(providerId ?? '') : (url ?? ''),
    thumbUrl: !expired && thumb ? `${own}/thumb` : null,
    expiresAt: expiresAt?.toISOString() ?? null,
    expired,
  };
}

/**
 * Attach a player's unsent uploads to a message in the given order, and start the lifetime of temporary ones.
 * @throws AppError `invalid` if an id is not an unsent upload of the player or is repeated, or if there are too many
 *   ids.
 */
export async function claimAttachments(
  tx: Tx,
  site: Site,
  claim: { ids: readonly number[]; ownerId: number; receiverId: number; messageId: number },
): Promise<void> {
  const { ids } = claim;
  if (ids.length === 0) return;
  if (new Set(ids).size < ids.length) throw invalidFieldsError({ attachmentIds: DM_MEDIA_ERRORS.twice });
  if (ids.length > LIMITS.dm.attachments)
    throw invalidFieldsError({ attachmentIds: DM_MEDIA_ERRORS.tooMany(LIMITS.dm.attachments) });
  const expiresAt = new Date(site.clock.now().getTime() + RETENTION.temporaryMedia.ms);
  const bound = await bindUploads(tx, { ...claim, since: abandonedBefore(site), expiresAt });
  if (bound < ids.length) throw invalidFieldsError({ attachmentIds: DM_MEDIA_ERRORS.gone });
}

/**
 * Add one of the provider's GIFs after a message's other attachments.
 * @throws AppError `invalid` for a URL that is not an image URL of the provider.
 */
export async function addGif(
  tx: Tx,
  site: Site,
  {
    ownerId,
    receiverId,
    messageId,
    gif,
  }: { ownerId: number; receiverId: number; messageId: number; gif: SentGif },
): Promise<void> {
  if (!isGifUrl(gif.url, site.config.giphyApiBase))
    throw invalidFieldsError({ giphy: DM_MEDIA_ERRORS.gifAddress });
  await insertGif(tx, { ownerId, receiverId, messageId, ...gif, at: site.clock.now() });
}

/** Delete the attachments of messages, and their files after the commit. */
export async function deleteAttachments(tx: Tx, site: Site, messageIds: readonly number[]): Promise<void> {
  if (messageIds.length === 0) return;
  await deleteFilesAfterCommit(tx, site, await deleteMessageAttachments(tx, messageIds));
}

/**
 * Return an attachment's file.
 * @throws AppError `notFound` if the attachment has expired, or if the viewer is neither its owner nor its receiver.
 */
export async function openAttachment(
  db: Db,
  site: Site,
  { id, viewerId, part }: { id: number; viewerId: number; part: 'file' | 'thumb' },
): Promise<FileResponse> {
  const found = await fileFor(db, { id, viewerId, now: site.clock.now(), since: abandonedBefore(site) });
  const key = part === 'file' ? found?.file_key : found?.thumb_key;
  if (!found || !key) throw new AppError('notFound');
  const name = `attachment-${id}${part === 'thumb' ? '-thumb' : ''}${extname(key)}`;
  return { key, name, type: part === 'file' ? found.mime : 'image/webp' };
}

/** Delete abandoned uploads, and the files of expired attachments. */
export async function purgeAttachments(db: Db, site: Site): Promise<void> {
  const now = site.clock.now();
  await deleteInFileBatches(db, site, BATCH_SIZE, (tx, limit) =>
    deleteAbandoned(tx, abandonedBefore(site), limit),
  );
  await deleteInFileBatches(db, site, BATCH_SIZE, (tx, limit) => clearExpiredFiles(tx, now, limit));
}
