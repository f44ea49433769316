import { extname } from 'node:path';
import type { ClipGroup } from '@rivalhold/shared/contract/clips.ts';
import type { StaffReason } from '@rivalhold/shared/contract/decisions.ts';
import type { Viewer } from '@rivalhold/shared/roles.ts';
import { type Db, type DbOrTx, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import { deleteFilesAfterCommit, deleteInFileBatches } from '../../platform/files/stored-files.ts';
import {
  decodeCursor,
  encodeCursor,
  FIRST_POSITION,
  type PageQuery,
  toPage,
} from '../../platform/http/cursor.ts';
import type { FilePart, FileResponse } from '../../platform/http/send-file.ts';
import type { PurgedItem, SelectedFiles } from '../../platform/personal-data/selected-files.ts';
import { assertMayDelete, hasStaffAccess } from '../../platform/security/step-up.ts';
import type { Restore, Site } from '../../platform/site.ts';
import { createLikesEraser } from '../likes/service.ts';
import { deleteCollapsedNotifications } from '../notifications/service.ts';
import { recordRemoval, retainFiles } from '../removals/service.ts';
import { clipCollapseKey } from './links.ts';
import {
  deleteClip,
  deleteExpired,
  fileOf,
  groupPage,
  insertRemovedClip,
  lockClip,
  lockWithOwner,
  selectClips,
  takeClipBatch,
} from './queries.ts';

export { toggleLike, viewClip } from './likes.ts';
export { uploadClip } from './upload.ts';

const BATCH_SIZE = 100;

/**
 * Return a page of players with active clips, starting with the player who has the latest clip. The clips of each
 * player are sorted oldest first. Leave out players hidden from the viewer by a block or a mute.
 * @throws AppError `invalid` for a malformed cursor.
 */
export async function listClips(
  db: DbOrTx,
  site: Site,
  { viewerId, cursor, limit }: { viewerId: number } & PageQuery,
): Promise<{ groups: ClipGroup[]; nextCursor: string | null }> {
  const before = decodeCursor(cursor) ?? FIRST_POSITION;
  const found = await groupPage(db, { viewerId, now: site.clock.now(), before, limit: limit + 1 });
  const { items, nextCursor } = toPage(found, limit, encodeCursor);
  return { groups: items.map(({ group }) => group), nextCursor };
}

/**
 * Return the file of a clip, which can be cached until the clip expires.
 * @throws AppError `notFound` if the clip does not exist, has no such file, has expired, or is hidden by a block. A
 *   block hides no files from staff.
 */
export async function getClipFile(
  db: Db,
  site: Site,
  { id, part, viewer }: { id: number; part: FilePart; viewer: Viewer },
): Promise<FileResponse> {
  const now = site.clock.now();
  const clip = await fileOf(db, { id, viewerId: viewer.id, now });
  const key = part === 'file' ? clip?.file_key : clip?.thumb_key;
  if (!clip || !key || (clip.hiddenByBlock && !hasStaffAccess(site, viewer))) throw new AppError('notFound');
  return {
    key,
    name: `clip-${id}${part === 'thumb' ? '-thumb' : ''}${extname(key)}`,
    type: part === 'file' ? clip.mime : 'image/webp',
    cacheMs: clip.expires_at.getTime() - now.getTime(),
  };
}

/**
 * Delete a clip with its likes, views, notifications and files. If staff delete another player's clip, keep it in a
 * removal record, so that it can be restored.
 * @throws AppError `notFound`; `forbidden` unless the caller is its owner or staff.
 */
export async function removeClip(
  db: DbOrTx,
  site: Site,
  { id, viewer, reason }: { id: number; viewer: Viewer; reason?: StaffReason | undefined },
): Promise<void> {
  await transaction(db, async (tx) => {
    await lockWithOwner(tx, viewer.id, id);
    const clip = await lockClip(tx, { id, viewerId: viewer.id, now: site.clock.now() });
    if (!clip || (clip.hiddenByBlock && !hasStaffAccess(site, viewer))) throw new AppError('notFound');
    const { ownerId } = clip;
    assertMayDelete(site, viewer, ownerId);
    const removalId =
      viewer.id === ownerId
        ? null
        : await recordRemoval(tx, site, {
            kind: 'clip',
            subjectId: id,
            audit: {
              kind: 'clip.delete',
              actorId: viewer.id,
              targetId: ownerId,
              subject: `clip ${id}`,
              before: clip.caption,
            },
            reason,
            expiresAt: clip.expiresAt,
          });
    const keys = await deleteClip(tx, { id, ownerId, removalId });
    if (removalId === null) await deleteFilesAfterCommit(tx, site, keys);
    else await retainFiles(tx, site, removalId, keys);
    await deleteCollapsedNotifications(tx, site, [clipCollapseKey(id)]);
    // Also send the event to players hidden from the owner by a block, because their pages might still show the clip.
    // The id reveals nothing to them.
    site.realtime.broadcast(tx, 'clip:expired', { id });
  });
}

/** Restore a clip that staff deleted and that has not expired. */
export const restoreClip: Restore = (tx, _site, { id, subjectId }) =>
  insertRemovedClip(tx, { removalId: id, id: subjectId });

/** Delete expired clips and their data, in atomic batches. */
export async function purgeClips(db: Db, site: Site): Promise<void> {
  await deleteInFileBatches(db, site, BATCH_SIZE, async (tx, limit) => {
    const { ids, keys } = await deleteExpired(tx, site.clock.now(), limit);
    if (ids.length > 0) {
      await deleteCollapsedNotifications(tx, site, ids.map(clipCollapseKey));
      site.realtime.broadcast(tx, 'clips:purged', { ids });
    }
    return { rows: ids.length, keys };
  });
}

const ERASURE_BATCH_SIZE = 20;

/** Delete a batch of clips that have one of the selected files, and return them. */
export async function purgeFiles(tx: Tx, site: Site, of: SelectedFiles): Promise<PurgedItem[]> {
  // Lock the owners of the clips first. Then select the clips again, because some might have been deleted in
  // the meantime.
  for (const { id, ownerId } of await selectClips(tx, of, ERASURE_BATCH_SIZE))
    await lockWithOwner(tx, ownerId, id);
  const items: PurgedItem[] = [];
  for (const { id, ownerId } of await selectClips(tx, of, ERASURE_BATCH_SIZE)) {
    const keys = await deleteClip(tx, { id, ownerId, removalId: null });
    await deleteFilesAfterCommit(tx, site, keys);
    await deleteCollapsedNotifications(tx, site, [clipCollapseKey(id)]);
    site.realtime.broadcast(tx, 'clip:expired', { id });
    items.push({ ownerId, files: [...keys, `clips/${id}`] });
  }
  return items;
}

const eraseLikes = createLikesEraser('clips', 'clip_likes', 'clip_id');

/**
 * Delete a batch of a deleted player's active clips. If there are none, delete a batch of the player's likes. Return
 * true if nothing was left to delete. `purgeClips` deletes the expired clips. It also deletes the player's views, each
 * when the viewed clip has expired.
 */
export async function erasePlayer(tx: Tx, site: Site, userId: number): Promise<boolean> {
  const ids = await takeClipBatch(tx, userId, site.clock.now(), ERASURE_BATCH_SIZE);
  for (const id of ids) await removeClip(tx, site, { id, viewer: { id: userId, role: 'player' } });
  return ids.length === 0 && (await eraseLikes(tx, userId)).length === 0;
}
