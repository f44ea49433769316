import { formatCount } from '@rivalhold/shared/format-number.ts';
import { recordOperatorAction } from '../features/audit/service.ts';
import { transaction } from '../platform/db/db.ts';
import { AppError } from '../platform/errors.ts';
import {
  countOrphanedFiles,
  deleteFilesAfterCommit,
  deleteOrphanedFiles,
} from '../platform/files/stored-files.ts';
import type { SelectedFiles } from '../platform/personal-data/selected-files.ts';
import type { Site } from '../platform/site.ts';
import type { Outcome } from './commands.ts';

/**
 * Delete files for good, with the content that shows them, copies for staff, and what could restore them. A repetition
 * deletes what an interrupted command has left.
 * @throws AppError notFound if there is no such file.
 */
export async function purgeMedia(
  site: Site,
  selected: SelectedFiles,
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
  let items = 0;
  for (const { personalData } of site.features) {
    const { purgeFiles } = personalData ?? {};
    if (!purgeFiles) continue;
    for (let purged = 1; purged > 0; items += purged)
      purged = await transaction(site.db, (tx) => purgeFiles(tx, site, selected));
  }
  if (items === 0 && 'file' in selected && !(await deleteUnreferenced(site, selected.file)))
    throw new AppError('notFound', `There is no file ${selected.file}.`);
  await deleteOrphanedFiles(site.db, site);
  const left = await countOrphanedFiles(site.db, site);
  const text = `Purged ${formatCount(Math.max(items, 'file' in selected ? 1 : 0), 'item')}.`;
  return {
    text:
      left === 0
        ? text
        : `${text} The file store did not delete ${formatCount(left, 'file')}. The site tries again every minute.`,
    result: { items, filesLeft: left },
  };
}

/** Delete a file to which no row refers. Return false if it does not exist. */
async function deleteUnreferenced(site: Site, key: string): Promise<boolean> {
  if (key.includes('..') || !(await site.files.exists(key))) return false;
  await transaction(site.db, (tx) => deleteFilesAfterCommit(tx, site, [key]));
  return true;
}
