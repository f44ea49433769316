import { extname } from 'node:path';
import type { ClipGroup } from '@rivalhold/shared/contract/clips.ts';
import { isStaff, mayDelete, type Viewer } from '@rivalhold/shared/roles.ts';
import { NOTICES } from '@rivalhold/shared/texts/notices.ts';
import { type Db, type DbOrTx, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import { dropFiles, dropInBatches } from '../../platform/files/stored-files.ts';
import { cutPage, FIRST_PLACE, type PageQuery, readCursor, writeCursor } from '../../platform/http/cursor.ts';
import type { Part, SentFile } from '../../platform/http/send-file.ts';
import { likesTaker } from '../../platform/personal-data/erase-likes.ts';
import type { Site } from '../../platform/site.ts';
import { record } from '../audit/service.ts';
import { dropCollapsed, notify } from '../notifications/service.ts';
import { collapseKey } from './policy.ts';
import {
  deleteClip,
  deleteOver,
  fileOf,
  groupPage,
  lockClip,
  lockWithOwner,
  someClipsOf,
} from './queries.ts';

export { toggleLike, viewClip } from './likes.ts';
export { uploadClip } from './uploading.ts';

const AT_ONCE = 100;

/**
 * A page of the players who have clips that are not over, without those in a block relation with the viewer; who added
 * one last comes first, and the clips of each come oldest first.
 * @throws AppError invalid for a foreign cursor.
 */
export async function listClips(
  db: DbOrTx,
  site: Site,
  { viewerId, cursor, limit }: { viewerId: number } & PageQuery,
): Promise<{ groups: ClipGroup[]; nextCursor: string | null }> {
  const before = readCursor(cursor) ?? FIRST_PLACE;
  const found = await groupPage(db, { viewerId, now: site.clock.now(), before, limit: limit + 1 });
  const { items, nextCursor } = cutPage(found, limit, writeCursor);
  return { groups: items.map(({ group }) => group), nextCursor };
}

/**
 * The file behind a clip's address, to be kept by a browser until the clip is over.
 * @throws AppError notFound for a clip that is not there, over, or hidden by a block from who is not staff.
 */
export async function openClip(
  db: Db,
  site: Site,
  { id, part, viewer }: { id: number; part: Part; viewer: Viewer },
): Promise<SentFile> {
  const now = site.clock.now();
  const clip = await fileOf(db, { id, viewerId: viewer.id, now });
  const key = part === 'file' ? clip?.file_key : clip?.thumb_key;
  if (!clip || !key || (clip.hidden && !isStaff(viewer))) throw new AppError('notFound');
  return {
    key,
    name: `clip-${id}${part === 'thumb' ? '-thumb' : ''}${extname(key)}`,
    type: part === 'file' ? clip.mime : 'image/webp',
    keptMs: clip.expires_at.getTime() - now.getTime(),
  };
}

/**
 * Deletes a clip with its likes, its views, the notifications about it and its files. Its owner is told when it was
 * somebody else.
 * @throws AppError notFound, forbidden for who is neither its owner nor staff.
 */
export async function removeClip(
  db: DbOrTx,
  site: Site,
  { id, viewer }: { id: number; viewer: Viewer },
): Promise<void> {
  await transaction(db, async (tx) => {
    await lockWithOwner(tx, viewer.id, id);
    const clip = await lockClip(tx, { id, viewerId: viewer.id, now: site.clock.now() });
    if (!clip || (clip.hidden && !isStaff(viewer))) throw new AppError('notFound');
    const { ownerId } = clip;
    if (!mayDelete(viewer, ownerId)) throw new AppError('forbidden');
    const { keys, caption: before } = await deleteClip(tx, { id, ownerId });
    await dropFiles(tx, site, keys);
    await dropCollapsed(tx, site, [collapseKey(id)]);
    // Also across a block: the id says nothing, and who saw it before the block may have it on the screen.
    site.realtime.emitToAll(tx, 'clip:expired', { id });
    if (viewer.id === ownerId) return;
    await record(tx, site, {
      kind: 'clip.delete',
      actorId: viewer.id,
      targetId: ownerId,
      subject: `clip ${id}`,
      before,
    });
    await notify(tx, site, {
      userId: ownerId,
      type: 'system',
      ...NOTICES.clipRemoved,
      link: '/dashboard',
    });
  });
}

/** Deletes what is over with all that hangs on it, in batches of which each is whole or did not happen. */
export async function purgeClips(db: Db, site: Site): Promise<void> {
  await dropInBatches(db, site, AT_ONCE, async (tx, limit) => {
    const { ids, keys } = await deleteOver(tx, site.clock.now(), limit);
    if (ids.length > 0) {
      await dropCollapsed(tx, site, ids.map(collapseKey));
      site.realtime.emitToAll(tx, 'clips:purged', { ids });
    }
    return { rows: ids.length, keys };
  });
}

const FORGOTTEN_AT_ONCE = 20;
const takeLikes = likesTaker('clips', 'clip_likes', 'clip_id');

/**
 * Deletes some of the clips of a player who left, or takes back some of their likes; answers whether none are left.
 * Clips that are over go by the purge, and views with the clip that was seen.
 */
export async function forgetPlayer(tx: Tx, site: Site, userId: number): Promise<boolean> {
  const ids = await someClipsOf(tx, userId, site.clock.now(), FORGOTTEN_AT_ONCE);
  for (const id of ids) await removeClip(tx, site, { id, viewer: { id: userId, role: 'player' } });
  return ids.length === 0 && (await takeLikes(tx, userId)).length === 0;
}
