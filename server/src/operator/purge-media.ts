import { formatCount } from '@rivalhold/shared/format-number.ts';
import { imageKeys } from '@rivalhold/shared/image-sizes.ts';
import { recordOperatorAction } from '../features/audit/service.ts';
import { purgeFiles as purgeExports } from '../features/exports/service.ts';
import { type Tx, transaction } from '../platform/db/db.ts';
import { AppError } from '../platform/errors.ts';
import {
  deleteFilesAfterCommit,
  deleteOrphanedFiles,
  findOrphanedFiles,
} from '../platform/files/stored-files.ts';
import { fullSizeKey, ownerInKey, type PurgedItem } from '../platform/personal-data/selected-files.ts';
import { lockUser } from '../platform/security/account-status.ts';
import type { Site } from '../platform/site.ts';
import type { Outcome } from './commands.ts';
import { OutcomeError } from './failures.ts';

/** The number of deleted items by feature, and the keys and paths of their files. */
class Purged {
  readonly features = new Map<string, number>();
  readonly files = new Set<string>();

  add(feature: string, items: readonly PurgedItem[]): void {
    if (items.length === 0) return;
    this.features.set(feature, (this.features.get(feature) ?? 0) + items.length);
    for (const { files } of items) for (const file of files) this.files.add(file);
  }
}

/**
 * Delete all of a player's files, or one file, for good. Also delete the items to which the files belong (such as
 * photos and clips), copies of the files in reports, the owners' data exports, and the removal records from which staff
 * could restore the files. If the command is interrupted, repeating it deletes the rest.
 * @throws AppError `notFound` if there is no such file; OutcomeError that lists the files that the file store
 * did not delete.
 */
export async function purgeMedia(
  site: Site,
  selected: { userId: number; username: string } | { file: string },
  reason: string,
): Promise<Outcome> {
  const userId = 'file' in selected ? null : selected.userId;
  // Record the action first, so that the audit log contains even an interrupted purge.
  await transaction(site.db, (tx) =>
    recordOperatorAction(tx, site.clock.now(), {
      kind: 'media.purge',
      targetId: userId,
      subject: 'file' in selected ? selected.file : 'all files',
      reason,
    }),
  );
  const { features, files } =
    'file' in selected ? await purgeFile(site, selected.file) : await purgePlayer(site, selected.userId);
  // The rows of this purge's files are deleted, so all of these files are due for deletion by now. Other requests can
  // mark more files as orphaned. Those are due later, so `findOrphanedFiles` does not return them.
  const dueAt = site.clock.now();
  await deleteOrphanedFiles(site.db, site);
  const left = await findOrphanedFiles(site.db, dueAt);
  // List all remaining files, but fail only if files of this purge remain.
  const own = new Set([...files].map(fullSizeKey));
  const isOwn = (key: string) => own.has(fullSizeKey(key)) || (userId !== null && ownerInKey(key) === userId);
  const undeletedFiles = left.filter(isOwn);
  const otherUndeletedFiles = left.filter((key) => !isOwn(key));
  const items = [...features.values()].reduce((sum, count) => sum + count, 0);
  const parts = [...features].map(([name, count]) => `${name}: ${count}`);
  const text = [
    `Purged ${formatCount(items, 'item')}${parts.length > 0 ? ` (${parts.join(', ')})` : ''}.`,
    ...listFiles(
      `The file store did not delete ${formatCount(undeletedFiles.length, 'file')}:`,
      undeletedFiles,
    ),
    ...listFiles(
      'These files do not belong to this purge, but have not been deleted yet:',
      otherUndeletedFiles,
    ),
  ];
  const result = {
    ...selected,
    items,
    features: Object.fromEntries(features),
    filesLeft: undeletedFiles.length,
    undeletedFiles,
    otherUndeletedFiles,
  };
  if (undeletedFiles.length === 0) return { text: text.join('\n'), result };
  text.push('The site tries again every minute. Run the command again when the file store works.');
  throw new OutcomeError('unavailable', text.join('\n'), result);
}

const listFiles = (heading: string, keys: readonly string[]): string[] =>
  keys.length === 0 ? [] : [heading, ...keys.map((key) => `  ${key}`)];

/**
 * Delete all of a player's files in batches. Repeat this until nothing is left, because new copies can be made until
 * the originals are deleted.
 */
async function purgePlayer(site: Site, userId: number): Promise<Purged> {
  const purged = new Purged();
  for (let found = true; found; ) {
    found = false;
    for (const { name, personalData } of site.features) {
      const { purgeFiles } = personalData ?? {};
      while (purgeFiles) {
        const items = await transaction(site.db, (tx) => purgeFiles(tx, site, { userId }));
        if (items.length === 0) break;
        found = true;
        purged.add(name, items);
      }
    }
  }
  return purged;
}

/**
 * Delete a file, its copies, and its owner's exports. All of this is one transaction, because some copies cannot be
 * found once the file is deleted.
 * @throws AppError `notFound` if there is no such file.
 */
async function purgeFile(site: Site, file: string): Promise<Purged> {
  const purged = await transaction(site.db, (tx) => purgeWithCopies(tx, site, file));
  const isFound = [...purged.features.keys()].some(
    (name) => name !== 'exports' || file.startsWith('exports/'),
  );
  if (isFound) return purged;
  const unreferenced = await deleteUnreferenced(site, file);
  if (unreferenced.length > 0) {
    purged.add('unreferenced', [{ ownerId: null, files: unreferenced }]);
    return purged;
  }
  const exports = purged.features.get('exports');
  throw new AppError(
    'notFound',
    `There is no file ${file}.${exports ? ' The data export of its owner might have contained it, and was deleted.' : ''}`,
  );
}

async function purgeWithCopies(tx: Tx, site: Site, file: string): Promise<Purged> {
  const purged = new Purged();
  purged.files.add(file);
  const owners = new Set<number>();
  // Repeat the deletion until it finds nothing more: a deleted item can have further files, and a deleted copy leads to
  // its original. Each repetition first locks the owners found so far, so that it also finds reports that were stored
  // just before an owner was locked.
  for (let found = true; found; ) {
    found = false;
    // Read the owner's id from the key, because the file's row might no longer exist.
    for (const key of purged.files) {
      const ownerId = ownerInKey(key);
      if (ownerId !== null) owners.add(ownerId);
    }
    for (const id of [...owners].sort((one, other) => one - other)) await lockUser(tx, id);
    for (const { name, personalData } of site.features) {
      const items = (await personalData?.purgeFiles?.(tx, site, { files: [...purged.files] })) ?? [];
      if (items.length === 0) continue;
      found = true;
      purged.add(name, items);
      for (const { ownerId } of items) if (ownerId !== null) owners.add(ownerId);
    }
  }
  for (const userId of owners) purged.add('exports', await purgeExports(tx, site, { userId }));
  return purged;
}

/** Delete all sizes of an unreferenced file, and return their keys. */
async function deleteUnreferenced(site: Site, file: string): Promise<string[]> {
  if (file.includes('..')) return [];
  const keys: string[] = [];
  for (const key of new Set([file, ...imageKeys(fullSizeKey(file))]))
    if (await site.files.exists(key)) keys.push(key);
  await transaction(site.db, (tx) => deleteFilesAfterCommit(tx, site, keys));
  return keys;
}
