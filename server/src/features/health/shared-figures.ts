import { MINUTE } from '@rivalhold/shared/time-units.ts';
import { BatchLoader } from '../../platform/concurrency/batch-loader.ts';
import { perSite } from '../../platform/site.ts';
import { lastVerified } from '../ledger/service.ts';
import { databaseBytes, lastBackup, lastMeasured, unfinishedJobs } from './queries.ts';

/**
 * Return the figures that the nodes share in the database. Concurrent requests share one read, and the size of the
 * database is read once a minute.
 */
export const sharedFiguresOf = perSite((site) => {
  let size = { bytes: 0, at: Number.NEGATIVE_INFINITY };
  return new BatchLoader(async () => {
    const now = site.clock.now().getTime();
    if (now - size.at >= MINUTE) size = { bytes: await databaseBytes(site.db), at: now };
    return {
      jobs: await unfinishedJobs(site.db),
      verified: await lastVerified(site.db),
      measured: await lastMeasured(site.db),
      backupAt: await lastBackup(site.db),
      databaseBytes: size.bytes,
    };
  });
});
export type SharedFigures = Awaited<ReturnType<ReturnType<typeof sharedFiguresOf>['load']>>;
