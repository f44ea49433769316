import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataExport } from '@rivalhold/shared/contract/exports.ts';
import { utcDate } from '@rivalhold/shared/dates.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { RETENTION } from '@rivalhold/shared/retention.ts';
import { EXPORT_EMAIL } from '@rivalhold/shared/texts/emails.ts';
import { EXPORT_TEXTS } from '@rivalhold/shared/texts/exports.ts';
import { NOTIFICATION_MESSAGES } from '@rivalhold/shared/texts/notification-messages.ts';
import { siteUrl } from '../../platform/config.ts';
import { type Db, type DbOrTx, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError, invalidFieldsError } from '../../platform/errors.ts';
import {
  deleteFilesAfterCommit,
  deleteInFileBatches,
  storeFiles,
} from '../../platform/files/stored-files.ts';
import type { FileResponse } from '../../platform/http/send-file.ts';
import { sendMail } from '../../platform/mail/mail.ts';
import { withUploadFolder } from '../../platform/media/uploads.ts';
import type { PurgedItem, SelectedFiles } from '../../platform/personal-data/selected-files.ts';
import type { Site } from '../../platform/site.ts';
import { verifyPassword } from '../accounts/service.ts';
import { notify } from '../notifications/service.ts';
import { writeArchive } from './archive.ts';
import {
  claimExport,
  deleteExpired,
  deleteExport,
  deleteSelectedExports,
  type ExportRow,
  exportById,
  findExportOf,
  findStalledExports,
  finishExport,
  insertExport,
  saveHeartbeat,
} from './queries.ts';

/** The job that builds an export. */
export const EXPORT_JOB = 'exports.make';

/**
 * Minimum time in ms between two heartbeats of a build. After `STALE_AFTER_MS` without a heartbeat, another build can
 * take over.
 */
const HEARTBEAT_MS = 15_000;
const STALE_AFTER_MS = 2 * 60_000;
/** Time in ms from the request until an export that is still pending is abandoned. */
const ABANDON_AFTER_MS = 6 * 3_600_000;
const BATCH_SIZE = 20;

/** Return the path of the page where a player requests and downloads the export. */
const exportPageUrl = (userId: number): string => `/profiles/${userId}/edit#your-data`;

const NO_EXPORT: DataExport = { state: 'none', url: null, bytes: null, requestedAt: null, expiresAt: null };

function present(row: ExportRow | undefined, now: Date): DataExport {
  if (!row || isOver(row, now)) return NO_EXPORT;
  return {
    state: row.state,
    url: row.state === 'ready' ? `/media/exports/${row.id}` : null,
    bytes: row.bytes,
    requestedAt: row.requested_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
  };
}

const isOver = ({ expires_at: at }: ExportRow, now: Date): boolean => at !== null && at <= now;

/** Return the state of a player's export. */
export async function getExport(db: DbOrTx, site: Site, userId: number): Promise<DataExport> {
  return present(await findExportOf(db, userId), site.clock.now());
}

/**
 * Start an export of a player's data, which replaces the player's previous export. If the previous export is still
 * pending, return it and start no new one.
 * @throws AppError `invalid` for a wrong password; `tooOften` after several password checks, and for a second
 * export within a day
 */
export async function requestExport(
  db: DbOrTx,
  site: Site,
  { userId, password }: { userId: number; password: string },
): Promise<DataExport> {
  const refusal = invalidFieldsError({ password: EXPORT_TEXTS.wrongPassword });
  const lockVerified = await verifyPassword(db, site, { userId, password, refusal });
  return transaction(db, async (tx) => {
    const now = site.clock.now();
    // With this lock, the second of two concurrent requests finds the export that the first request has
    // inserted.
    await lockVerified(tx);
    const last = await findExportOf(tx, userId);
    if (last?.state === 'pending') return present(last, now);
    const leftMs = last ? last.requested_at.getTime() + LIMITS.exports.cooldownMs - now.getTime() : 0;
    if (last?.state === 'ready' && leftMs > 0)
      throw new AppError('tooOften', EXPORT_TEXTS.tooOften, { retryAfter: Math.ceil(leftMs / 1_000) });
    await deleteExportOf(tx, site, userId);
    const row = await insertExport(tx, userId, now);
    await site.jobs.send(tx, EXPORT_JOB, { id: row.id });
    return present(row, now);
  });
}

/**
 * Build a requested export, unless another build has claimed it. Notify the owner, and also send an email if the
 * owner's address is confirmed. If another build takes over during this build, only the build that finishes first
 * stores its file and notifies the owner.
 */
export async function buildExport(db: Db, site: Site, id: number): Promise<void> {
  const now = site.clock.now();
  const userId = await claimExport(db, { id, now, silentSince: new Date(now.getTime() - STALE_AFTER_MS) });
  if (userId === undefined) return;
  try {
    await withUploadFolder(site.config.dataDir, async (folder) => {
      const from = join(folder, 'export.zip');
      await writeArchive(site, { userId, path: from, beat: startHeartbeat(db, site, id) });
      const { size: bytes } = await stat(from);
      const key = `exports/${id}-${randomUUID()}.zip`;
      await storeFiles(db, site, [{ key, from }], (tx) => finishBuild(tx, site, { id, key, bytes }));
    });
  } catch (error) {
    // Release the claim, so that another build can start immediately.
    await saveHeartbeat(db, id, null);
    throw error;
  }
}

/** Return a function that saves a heartbeat, but at most once every `HEARTBEAT_MS`. */
function startHeartbeat(db: Db, site: Site, id: number): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < HEARTBEAT_MS) return;
    last = performance.now();
    await saveHeartbeat(db, id, site.clock.now());
  };
}

async function finishBuild(
  tx: Tx,
  site: Site,
  { id, key, bytes }: { id: number; key: string; bytes: number },
): Promise<void> {
  const expiresAt = new Date(site.clock.now().getTime() + RETENTION.exports.ms);
  const owner = await finishExport(tx, { id, key, bytes, expiresAt });
  // Roll back if the owner has deleted the account, or if another node has finished first. The rollback also deletes
  // the file.
  if (!owner) throw new AppError('conflict');
  const link = exportPageUrl(owner.id);
  await notify(tx, site, {
    userId: owner.id,
    type: 'system',
    ...NOTIFICATION_MESSAGES.exportReady,
    link,
    collapse: 'export',
  });
  if (owner.confirmed) await sendExportReadyMail(site, tx, owner, { link, until: expiresAt });
}

/**
 * Send an email with a link to the page where the owner can download the export. The download requires a session, so
 * access to the mailbox alone is not enough.
 */
async function sendExportReadyMail(
  site: Site,
  tx: Tx,
  to: { email: string; username: string },
  { link, until }: { link: string; until: Date },
): Promise<void> {
  const { subject, text, button, more } = EXPORT_EMAIL;
  await sendMail(site, tx, to, {
    subject,
    text: [text],
    button: { label: button, url: `${siteUrl(site.config)}${link}` },
    more: [more(utcDate(until))],
  });
}

/**
 * Return an export's file.
 * @throws AppError `notFound` if the viewer does not own the export, or if it has expired
 */
export async function getExportFile(
  db: Db,
  site: Site,
  { id, viewerId }: { id: number; viewerId: number },
): Promise<FileResponse> {
  const row = await exportById(db, id);
  if (row?.user_id !== viewerId || !row.file_key || isOver(row, site.clock.now()))
    throw new AppError('notFound');
  const name = `rivalhold-${row.requested_at.toISOString().slice(0, 10)}.zip`;
  return { key: row.file_key, type: 'application/zip', name, download: true };
}

/** Delete expired exports, mark exports that have been pending too long as failed, and restart interrupted builds. */
export async function maintainExports(db: Db, site: Site): Promise<void> {
  const now = site.clock.now();
  await deleteInFileBatches(db, site, BATCH_SIZE, async (tx, limit) => {
    const keys = await deleteExpired(tx, now, limit);
    return { rows: keys.length, keys };
  });
  const silentSince = new Date(now.getTime() - STALE_AFTER_MS);
  const requestedBefore = new Date(now.getTime() - ABANDON_AFTER_MS);
  for (const id of await findStalledExports(db, { silentSince, requestedBefore, limit: BATCH_SIZE })) {
    try {
      await buildExport(db, site, id);
    } catch (error) {
      site.log.error({ err: error, export: id }, 'data export failed');
    }
  }
}

/**
 * Delete the selected exports with their files, and return them. The builds of pending exports fail, because they find
 * no export to complete.
 */
export async function purgeFiles(tx: Tx, site: Site, of: SelectedFiles): Promise<PurgedItem[]> {
  const items = await deleteSelectedExports(tx, of);
  await deleteFilesAfterCommit(
    tx,
    site,
    items.flatMap(({ files }) => files),
  );
  return items;
}

/** Delete a player's export with its file. */
export async function deleteExportOf(tx: Tx, site: Site, userId: number): Promise<boolean> {
  await deleteFilesAfterCommit(tx, site, await deleteExport(tx, userId));
  return true;
}
