import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataExport } from '@rivalhold/shared/contract/exports.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { EXPORT_TEXTS } from '@rivalhold/shared/texts/exports.ts';
import { NOTICES } from '@rivalhold/shared/texts/notices.ts';
import { type Db, type DbOrTx, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import { dropFiles, dropInBatches, keepFiles } from '../../platform/files/stored-files.ts';
import type { SentFile } from '../../platform/http/send-file.ts';
import { withFolder } from '../../platform/media/uploads.ts';
import { holdAccount } from '../../platform/security/account-status.ts';
import type { Site } from '../../platform/site.ts';
import { notify } from '../notifications/service.ts';
import { mailReady } from './mails.ts';
import { packAll } from './packing.ts';
import {
  beat,
  claimExport,
  deleteExport,
  deleteOver,
  type ExportRow,
  exportById,
  exportOf,
  finishExport,
  insertExport,
  leftExports,
} from './queries.ts';

/** The job that makes a copy. */
export const MAKE_JOB = 'exports.make';

/** Who makes one says so this often; who has not for so long is taken to have died. */
const BEAT_MS = 15_000;
const SILENT_MS = 2 * 60_000;
/** What is not made by then never will be. */
const GIVEN_UP_MS = 6 * 3_600_000;
const AT_ONCE = 20;

/** Where one asks for a copy and finds it. */
const pageOf = (userId: number): string => `/profiles/${userId}/edit#your-data`;

const NONE: DataExport = { state: 'none', url: null, bytes: null, askedAt: null, expiresAt: null };

function present(row: ExportRow | undefined, now: Date): DataExport {
  if (!row || isOver(row, now)) return NONE;
  return {
    state: row.state,
    url: row.state === 'ready' ? `/media/exports/${row.id}` : null,
    bytes: row.bytes,
    askedAt: row.asked_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
  };
}

const isOver = ({ expires_at: at }: ExportRow, now: Date): boolean => at !== null && at <= now;

/** How far the copy of a player's data is. */
export async function showExport(db: DbOrTx, site: Site, userId: number): Promise<DataExport> {
  return present(await exportOf(db, userId), site.clock.now());
}

/**
 * Has a copy of a player's data made, in place of the last one; while one is being made, that one.
 * @throws AppError tooOften for a second one within a day.
 */
export async function askForExport(db: DbOrTx, site: Site, userId: number): Promise<DataExport> {
  return transaction(db, async (tx) => {
    const now = site.clock.now();
    // Of two who ask at once the second finds what the first began.
    if (!(await holdAccount(tx, userId))) throw new AppError('unauthenticated');
    const last = await exportOf(tx, userId);
    if (last?.state === 'making') return present(last, now);
    const leftMs = last ? last.asked_at.getTime() + LIMITS.exports.everyMs - now.getTime() : 0;
    if (last?.state === 'ready' && leftMs > 0)
      throw new AppError('tooOften', EXPORT_TEXTS.tooOften, { retryAfter: Math.ceil(leftMs / 1_000) });
    await forgetPlayer(tx, site, userId);
    const asked = await insertExport(tx, userId, now);
    await site.jobs.send(tx, MAKE_JOB, { id: asked.id });
    return present(asked, now);
  });
}

/**
 * Makes a copy that was asked for, unless it is being made already; tells its owner by notification, and by mail where
 * their address is confirmed. However often it is begun, there is one file, and it is told once.
 */
export async function makeExport(db: Db, site: Site, id: number): Promise<void> {
  const now = site.clock.now();
  const userId = await claimExport(db, { id, now, silentSince: new Date(now.getTime() - SILENT_MS) });
  if (userId === undefined) return;
  try {
    await withFolder(site.config.dataDir, async (folder) => {
      const from = join(folder, 'export.zip');
      await packAll(site, { userId, path: from, beat: beating(db, site, id) });
      const { size: bytes } = await stat(from);
      const key = `exports/${id}-${randomUUID()}.zip`;
      await keepFiles(db, site, [{ key, from }], (tx) => finish(tx, site, { id, key, bytes }));
    });
  } catch (error) {
    // So that it can be begun again at once.
    await beat(db, id, null);
    throw error;
  }
}

/** Says every now and then that it goes on. */
function beating(db: Db, site: Site, id: number): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < BEAT_MS) return;
    last = performance.now();
    await beat(db, id, site.clock.now());
  };
}

async function finish(
  tx: Tx,
  site: Site,
  { id, key, bytes }: { id: number; key: string; bytes: number },
): Promise<void> {
  const expiresAt = new Date(site.clock.now().getTime() + LIMITS.exports.keptMs);
  const owner = await finishExport(tx, { id, key, bytes, expiresAt });
  // Its owner has left, or somebody else has made it meanwhile: the file goes again.
  if (!owner) throw new AppError('conflict');
  const link = pageOf(owner.id);
  await notify(tx, site, {
    userId: owner.id,
    type: 'system',
    ...NOTICES.exportReady,
    link,
    collapse: 'export',
  });
  if (owner.confirmed) await mailReady(site, tx, owner, { link, until: expiresAt });
}

/**
 * The file behind an export's address.
 * @throws AppError notFound to everybody but its owner, and when its time is over.
 */
export async function openExport(
  db: Db,
  site: Site,
  { id, viewerId }: { id: number; viewerId: number },
): Promise<SentFile> {
  const row = await exportById(db, id);
  if (row?.user_id !== viewerId || !row.file_key || isOver(row, site.clock.now()))
    throw new AppError('notFound');
  const name = `rivalhold-${row.asked_at.toISOString().slice(0, 10)}.zip`;
  return { key: row.file_key, type: 'application/zip', name, download: true };
}

/** Deletes copies whose time is over, and makes those that nobody makes any more. */
export async function tendExports(db: Db, site: Site): Promise<void> {
  const now = site.clock.now();
  await dropInBatches(db, site, AT_ONCE, async (tx, limit) => {
    const keys = await deleteOver(tx, now, limit);
    return { rows: keys.length, keys };
  });
  const silentSince = new Date(now.getTime() - SILENT_MS);
  const askedBefore = new Date(now.getTime() - GIVEN_UP_MS);
  for (const id of await leftExports(db, { silentSince, askedBefore, limit: AT_ONCE })) {
    try {
      await makeExport(db, site, id);
    } catch (error) {
      site.log.error({ err: error, export: id }, 'an export could not be made');
    }
  }
}

/** Deletes the copy of a player's data with its file. Answers that none is left. */
export async function forgetPlayer(tx: Tx, site: Site, userId: number): Promise<boolean> {
  await dropFiles(tx, site, await deleteExport(tx, userId));
  return true;
}
