import { formatCount } from '@rivalhold/shared/format-number.ts';
import { recordOperatorAction } from '../features/audit/service.ts';
import { purgeFiles as purgeExports } from '../features/exports/service.ts';
import { type Tx, transaction } from '../platform/db/db.ts';
import { AppError } from '../platform/errors.ts';
import {
  deleteFilesAfterCommit,
  deleteOrphanedFiles,
  findOrphanedFiles,
} from '../platform/files/stored-files.ts';
import { lockUser } from '../platform/security/account-status.ts';
import type { Site } from '../platform/site.ts';
import type { Outcome } from './commands.ts';
import { OutcomeError } from './failures.ts';

/** The number of deleted items by feature. */
type Purged = Map<string, number>;

/**
 * Delete all files of a player, or one file, for good, with the content that shows them, copies for staff, data exports,
 * and what could restore them. A repetition deletes what an interrupted command has left.
 * @throws AppError notFound if there is no such file; OutcomeError that lists the files that the file store did not
 *   delete.
 */
export async function purgeMedia(
  site: Site,
  selected: { userId: number } | { file: string },
  { targetId, reason }: { targetId: number | null; reason: string },
): Promise<Outcome> {
  // Record the action first, so that an interrupted purge is also in the audit log.
  await transaction(site.db, (tx) =>
    recordOperatorAction(tx, site.clock.now(), {
      kind: 'media.purge',
      targetId,
      subject: 'file' in selected ? selected.file : 'all files',
      reason,
    }),
  );
  const purged =
    'file' in selected ? await purgeFile(site, selected.file) : await purgePlayer(site, selected.userId);
  // The rows of these files are deleted. Other requests can add files that are due later.
  const dueAt = site.clock.now();
  await deleteOrphanedFiles(site.db, site);
  const left = await findOrphanedFiles(site.db, dueAt);
  const items = [...purged.values()].reduce((sum, count) => sum + count, 0);
  const parts = [...purged].map(([name, count]) => `${name}: ${count}`);
  const text = `Purged ${formatCount(items, 'item')}${parts.length > 0 ? ` (${parts.join(', ')})` : ''}.`;
  const result = {
    items,
    features: Object.fromEntries(purged),
    filesLeft: left.length,
    undeletedFiles: left,
  };
  if (left.length > 0)
    throw new OutcomeError(
      'unavailable',
      [
        `${text} But the file store did not delete ${formatCount(left.length, 'file')}:`,
        ...left.map((key) => `  ${key}`),
        'The site tries again every minute. Run the command again when the file store works.',
      ].join('\n'),
      result,
    );
  return { text, result };
}

/**
 * Delete all files of a player in batches. Copies can be made until the originals are deleted, so repeat this until
 * nothing is left.
 */
async function purgePlayer(site: Site, userId: number): Promise<Purged> {
  const purged: Purged = new Map();
  for (let found = true; found; ) {
    found = false;
    for (const { name, personalData } of site.features) {
      const { purgeFiles } = personalData ?? {};
      while (purgeFiles) {
        const items = await transaction(site.db, (tx) => purgeFiles(tx, site, { userId }));
        if (items.length === 0) break;
        found = true;
        add(purged, name, items.length);
      }
    }
  }
  return purged;
}

/**
 * Delete a file and its copies, and the exports of its owner. One transaction deletes them all, because the copies could
 * not be found after the file is deleted.
 * @throws AppError notFound if there is no such file.
 */
async function purgeFile(site: Site, file: string): Promise<Purged> {
  const purged = await transaction(site.db, (tx) => purgeWithCopies(tx, site, file));
  const isFound = [...purged.keys()].some((name) => name !== 'exports' || file.startsWith('exports/'));
  if (isFound) return purged;
  if (await deleteUnreferenced(site, file)) return add(purged, 'unreferenced', 1);
  const exports = purged.get('exports');
  throw new AppError(
    'notFound',
    `There is no file ${file}.${exports ? ' The data export of its owner might have contained it, and was deleted.' : ''}`,
  );
}

const OWNER_IN_KEY = /^(?:photos|avatars)\/([1-9]\d{0,14})-/;

async function purgeWithCopies(tx: Tx, site: Site, file: string): Promise<Purged> {
  const purged: Purged = new Map();
  const files = new Set([file]);
  // The owner is also known if the player has already deleted the file.
  const owners = new Set((OWNER_IN_KEY.exec(file) ?? []).slice(1).map(Number));
  // A deleted item can have more files, and a copy has an original. Repeat this with the owners locked, because a report
  // could have been stored meanwhile.
  for (let found = true; found; ) {
    found = false;
    for (const id of [...owners].sort((one, other) => one - other)) await lockUser(tx, id);
    for (const { name, personalData } of site.features) {
      const items = (await personalData?.purgeFiles?.(tx, site, { files: [...files] })) ?? [];
      if (items.length === 0) continue;
      found = true;
      add(purged, name, items.length);
      for (const item of items) {
        for (const one of item.files) files.add(one);
        if (item.ownerId !== null) owners.add(item.ownerId);
      }
    }
  }
  for (const userId of owners) {
    const items = await purgeExports(tx, site, { userId });
    if (items.length > 0) add(purged, 'exports', items.length);
  }
  return purged;
}

function add(purged: Purged, name: string, count: number): Purged {
  return purged.set(name, (purged.get(name) ?? 0) + count);
}

/** Delete a file to which no row refers. Return false if it does not exist. */
async function deleteUnreferenced(site: Site, key: string): Promise<boolean> {
  if (key.includes('..') || !(await site.files.exists(key))) return false;
  await transaction(site.db, (tx) => deleteFilesAfterCommit(tx, site, [key]));
  return true;
}
