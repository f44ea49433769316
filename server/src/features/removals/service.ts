import { randomUUID } from 'node:crypto';
import { extname } from 'node:path';
import type { Role } from '@rivalhold/shared/contract/accounts.ts';
import type { AuditKind } from '@rivalhold/shared/contract/audit.ts';
import type { RemovableKind, StaffReason } from '@rivalhold/shared/contract/decisions.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { isStaff, type Viewer } from '@rivalhold/shared/roles.ts';
import { AUDIT_KIND_TEXTS } from '@rivalhold/shared/texts/audit.ts';
import { NOTIFICATION_MESSAGES } from '@rivalhold/shared/texts/notification-messages.ts';
import { STAFF_LIMIT_TEXTS as TEXTS } from '@rivalhold/shared/texts/staff-actions.ts';
import { KeyedMutex } from '../../platform/concurrency/keyed-mutex.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import {
  deleteFilesAfterCommit,
  deleteInFileBatches,
  storeFiles,
} from '../../platform/files/stored-files.ts';
import { publicImageKey } from '../../platform/http/send-file.ts';
import type { PurgedItem, SelectedFiles } from '../../platform/personal-data/selected-files.ts';
import { perSite, type Remove, type RestorableKind, type Restore, type Site } from '../../platform/site.ts';
import { type AuditRecord, alertRemovalOfHigherRank, recordAudit, toReason } from '../audit/service.ts';
import { endRemovalDecision, type RestoredContent, recordDecision } from '../decisions/service.ts';
import { notify } from '../notifications/service.ts';
import {
  deleteRemovals,
  deleteRowsOf,
  filesOf,
  findRemovalId,
  insertFiles,
  insertRemoval,
  type LockedRemoval,
  lockExpired,
  lockOwnerAndStaff,
  lockRemoval,
  lockRemovalsOf,
  lockRemovalsWithFiles,
  markMoved,
  renameFiles,
  unmovedFiles,
} from './queries.ts';

export { insertStoredRows, insertValues, moveRows, removalsBy, storedValues } from './queries.ts';

/**
 * Content that staff delete. `audit` is the audit log entry, and `reason` is shown to the player. The player also sees
 * `excerpt`, which is the deleted text, by default `audit.before`. If the content would have expired anyway,
 * `expiresAt` is the expiry time.
 */
type StaffRemoval = {
  kind: RestorableKind;
  subjectId: number;
  audit: AuditRecord & { actorId: number };
  reason: StaffReason | undefined;
  excerpt?: string | null;
  expiresAt?: Date;
};

/**
 * Record the staff decision to delete a player's content, and notify the player. Call this in the transaction of the
 * deletion.
 */
export async function recordRemovalDecision(
  tx: Tx,
  site: Site,
  {
    scope,
    subjectId,
    audit: { actorId, targetId: userId },
    auditId,
    excerpt,
    reason: staffReason,
  }: {
    scope: RemovableKind;
    subjectId?: number;
    audit: AuditRecord & { actorId: number; targetId: number };
    auditId: number;
    excerpt: string | null;
    reason: StaffReason | undefined;
  },
): Promise<void> {
  const reason = toReason(staffReason?.reason);
  await recordDecision(tx, site, {
    userId,
    kind: 'removal',
    scope,
    subjectId,
    rule: staffReason?.rule,
    reason,
    excerpt,
    decidedBy: actorId,
    auditId,
    endsAt: null,
  });
  await notify(tx, site, {
    userId,
    type: 'system',
    ...NOTIFICATION_MESSAGES.contentRemoved(scope, reason),
    link: '/decisions',
  });
}

/**
 * Record a deletion by a staff member in the audit log. Insert a removal record, from which the content can be restored
 * for 30 days, or until `expiresAt` if this is earlier. If the content belongs to a player, record the decision for the
 * player, and notify the player. The caller deletes the content in the same transaction, and calls `moveRows` and
 * `retainFiles` to store its rows and files. Admins are notified if the owner has a higher rank than the staff member.
 * @returns the id of the removal record
 * @throws AppError `tooOften` if the staff member has used up a budget in `STAFF_BUDGETS`; `invalid` for a reason
 *   longer than 500 characters.
 */
export async function recordRemoval(
  tx: Tx,
  site: Site,
  { kind, subjectId, audit, reason, excerpt = audit.before ?? null, expiresAt }: StaffRemoval,
): Promise<number> {
  const id = await recordAudit(tx, site, { ...audit, reason: toReason(reason?.reason) });
  const { actorId, targetId: ownerId } = audit;
  const at = site.clock.now();
  const last = new Date(at.getTime() + LIMITS.restoreMs);
  await insertRemoval(tx, {
    id,
    kind,
    subjectId,
    ownerId,
    actorId,
    at,
    expiresAt: expiresAt && expiresAt < last ? expiresAt : last,
  });
  if (ownerId !== null && kind !== 'category') {
    const decision = {
      scope: kind,
      subjectId,
      audit: { ...audit, targetId: ownerId },
      auditId: id,
      excerpt,
      reason,
    };
    await recordRemovalDecision(tx, site, decision);
    await alertRemovalOfHigherRank(tx, site, { actorId, ownerId, what: AUDIT_KIND_TEXTS[audit.kind] });
  }
  return id;
}

/**
 * Keep the files of deleted content, so that they can be restored. Public files are moved to private storage keys after
 * the commit.
 */
export async function retainFiles(
  tx: Tx,
  site: Site,
  removalId: number,
  keys: readonly string[],
): Promise<void> {
  const files = [...new Set(keys)].map((fileKey) => ({
    fileKey,
    privateFileKey:
      publicImageKey(`/media/${fileKey}`) === null ? null : `removed/${randomUUID()}${extname(fileKey)}`,
  }));
  await insertFiles(tx, removalId, files);
  tx.afterCommit(() => {
    moveRemovedFiles(site.db, site, removalId).catch((error) =>
      site.log.warn({ err: error }, 'moving removed files failed'),
    );
  });
}

const MOVE_BATCH_SIZE = 100;

/**
 * Move a batch of public files of deleted content to their private storage keys. If `removalId` is given, move only the
 * files of this removal record. An interrupted move can be repeated.
 */
export async function moveRemovedFiles(db: Db, site: Site, removalId: number | null = null): Promise<void> {
  for (const { file_key: from, private_file_key: to } of await unmovedFiles(db, removalId, MOVE_BATCH_SIZE))
    if (to !== null) await movesOf(site).runExclusive(from, () => moveFile(db, site, from, to));
}

/** Prevents this process from moving the same file twice at the same time. */
const movesOf = perSite(() => new KeyedMutex());

async function moveFile(db: Db, site: Site, from: string, to: string): Promise<void> {
  try {
    if (await site.files.exists(from)) await site.files.copy(from, to);
  } catch (error) {
    // Ignore the error if another node has moved the file in the meantime.
    if (await site.files.exists(from)) throw error;
  }
  // If the removal record no longer exists, the content was either erased, or restored with copies of the files. Either
  // way, delete the moved file.
  await site.files.delete((await markMoved(db, to, site.clock.now())) ? from : to);
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

/**
 * Restore deleted content and record this in the audit log. Public files get new keys, because another node might still
 * be moving the files with the old keys.
 * @param auditKind the kind of the audit log entry
 * @param isAllowed reports whether the staff member's role is allowed to restore the content, by default only admins
 * @param inTransaction runs in the transaction, before the content is restored
 * @throws AppError `forbidden` unless the staff member is allowed to restore the content; `notFound` if the content
 *   cannot be restored; `conflict` if its parent is missing (such as the post of a comment) or it was replaced (such as
 *   an avatar); `tooOften` if the staff member has used up a budget in `STAFF_BUDGETS`.
 */
export async function restoreRemoval(
  db: Db,
  site: Site,
  {
    id,
    staffId,
    auditKind,
    isAllowed = ({ role }) => role === 'admin',
    inTransaction = async () => {},
  }: {
    id: number;
    staffId: number;
    auditKind?: AuditKind;
    isAllowed?: (staff: { role: Role }) => boolean;
    inTransaction?: (tx: Tx) => Promise<void>;
  },
): Promise<void> {
  await moveRemovedFiles(db, site, id);
  const files = await filesOf(db, [id]);
  const oldName = UUID.exec(files.find(({ private_file_key: key }) => key !== null)?.file_key ?? '')?.[0];
  const newName = randomUUID();
  const copies: { key: string; copyOf: string }[] = [];
  // Skip missing files, because old avatars have no smaller sizes.
  for (const { file_key: key, private_file_key: copyOf } of files)
    if (oldName !== undefined && copyOf !== null && (await site.files.exists(copyOf)))
      copies.push({ key: key.replace(oldName, newName), copyOf });
  await storeFiles(db, site, copies, async (tx) => {
    const removal = await lockRestorable(tx, site, { id, staffId, isAllowed });
    if (!removal) throw new AppError('notFound', TEXTS.notRestorable);
    await inTransaction(tx);
    if (oldName !== undefined && removal.ownerId !== null)
      await renameFiles(tx, removal.ownerId, oldName, newName);
    await restoreLocked(tx, site, removal, staffId, auditKind);
    const old = await deleteRemovals(tx, [id]);
    await deleteFilesAfterCommit(
      tx,
      site,
      old.filter((key) => oldName !== undefined && (key.includes(oldName) || key.startsWith('removed/'))),
    );
  });
}

/**
 * Restore content that has no files, in the open transaction. Do nothing if the content cannot be restored. Call this
 * before locking the content.
 * @throws AppError `forbidden` if the staff member is no longer staff, or is a moderator and the content is their own or
 *   was removed by an admin; `tooOften` if the staff member has used up a budget in `STAFF_BUDGETS`.
 */
export async function restoreContent(
  tx: Tx,
  site: Site,
  { kind, subjectId, staffId }: { kind: RestorableKind; subjectId: number; staffId: number },
): Promise<void> {
  const id = await findRemovalId(tx, { kind, subjectId, now: site.clock.now() });
  if (id === undefined) return;
  const removal = await lockRestorable(tx, site, { id, staffId, isAllowed: isStaff });
  if (!removal) return;
  const { isAdmin, ownerId, removerRole } = removal;
  if (!isAdmin && (ownerId === staffId || removerRole === 'admin'))
    throw new AppError('forbidden', TEXTS.restoredByAdmins);
  await restoreLocked(tx, site, removal, staffId);
  await deleteRemovals(tx, [removal.id]);
}

/**
 * Lock a removal record, and then its owner and the staff member who restores it. Return null if it cannot be restored.
 * @throws AppError `forbidden` unless the current role of the staff member is allowed to restore it.
 */
async function lockRestorable(
  tx: Tx,
  site: Site,
  { id, staffId, isAllowed }: { id: number; staffId: number; isAllowed: (staff: { role: Role }) => boolean },
): Promise<(LockedRemoval & { isAdmin: boolean }) | null> {
  const removal = await lockRemoval(tx, id, site.clock.now());
  if (!removal) return null;
  const { isErased, role } = await lockOwnerAndStaff(tx, removal, staffId);
  if (role === undefined || !isAllowed({ role })) throw new AppError('forbidden');
  return isErased ? null : { ...removal, isAdmin: role === 'admin' };
}

/**
 * Restore content with the function of its feature, and record this in the audit log. The caller must lock the removal
 * record.
 */
async function restoreLocked(
  tx: Tx,
  site: Site,
  removal: LockedRemoval,
  staffId: number,
  auditKind: AuditKind = removal.kind === 'thread' ? 'thread.restore' : 'content.restore',
): Promise<void> {
  await restorerOf(site, removal.kind)(tx, site, removal);
  await endRemovalDecision(tx, site, removal.id);
  await recordAudit(tx, site, {
    kind: auditKind,
    actorId: staffId,
    targetId: removal.ownerId,
    subject: removal.subject,
  });
}

/**
 * Delete restored content again. Record a new decision, with the rule and the reason of the decision that the
 * restoration reversed.
 * @throws AppError `notFound` if the content no longer exists; `tooOften` if the staff member has used up a budget
 *   in `STAFF_BUDGETS`.
 */
export async function removeAgain(
  tx: Tx,
  site: Site,
  { scope, subjectId: id, rule, reason }: RestoredContent,
  viewer: Viewer,
): Promise<void> {
  const remove = removerOf(site, scope);
  if (!remove) throw new AppError('notFound', TEXTS.notRestorable);
  await remove(tx, site, { id, viewer, reason: { rule, reason } });
}

const removerOf = ({ features }: Site, kind: RestorableKind): Remove | undefined =>
  features
    .map(({ removable, reportable }) => removable?.[kind] ?? (reportable as Removers)?.[kind]?.remove)
    .find((remove) => remove !== undefined);
type Removers = Partial<Record<string, { remove?: Remove }>> | undefined;

function restorerOf({ features }: Site, kind: RestorableKind): Restore {
  const restore = features.find(({ restorable }) => restorable?.[kind])?.restorable?.[kind];
  if (!restore) throw new Error(`No feature restores the kind ${kind}`);
  return restore;
}

const PURGE_BATCH_SIZE = 50;

/** Delete expired removal records, with their rows and files. */
export async function purgeRemovals(db: Db, site: Site): Promise<void> {
  await deleteInFileBatches(db, site, PURGE_BATCH_SIZE, async (tx, limit) => {
    const ids = await lockExpired(tx, site.clock.now(), limit);
    return { rows: ids.length, keys: await deleteRemovals(tx, ids) };
  });
}

/**
 * Delete a batch of removal records that contain any of the selected files. Return the owner and all files of each
 * deleted record.
 */
export async function purgeFiles(tx: Tx, site: Site, of: SelectedFiles): Promise<PurgedItem[]> {
  const items: PurgedItem[] = [];
  for (const { id, kind, subjectId, ownerId } of await lockRemovalsWithFiles(tx, of, PURGE_BATCH_SIZE)) {
    const files = await deleteRemovals(tx, [id]);
    await deleteFilesAfterCommit(tx, site, files);
    items.push({ ownerId, files: kind === 'clip' ? [...files, `clips/${subjectId}`] : files });
  }
  return items;
}

const ERASURE_BATCH_SIZE = { removals: 20, rows: 500 } as const;

/**
 * Delete a batch of the removal records of a player's content. If there are none, delete a batch of the player's
 * comments, likes and clip views that were deleted together with other players' content. Return true if nothing was
 * left to delete.
 */
export async function erasePlayer(tx: Tx, site: Site, userId: number): Promise<boolean> {
  const ids = await lockRemovalsOf(tx, userId, ERASURE_BATCH_SIZE.removals);
  await deleteFilesAfterCommit(tx, site, await deleteRemovals(tx, ids));
  return ids.length === 0 && (await deleteRowsOf(tx, userId, ERASURE_BATCH_SIZE.rows)) === 0;
}
