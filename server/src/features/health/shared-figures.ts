import { MINUTE } from '@rivalhold/shared/time-units.ts';
import { BatchLoader } from '../../platform/concurrency/batch-loader.ts';
import { perSite } from '../../platform/site.ts';
import { lastVerified } from '../ledger/service.ts';
import { databaseBytes, lastBackup, lastMeasured, unfinishedJobs } from './queries.ts';

/**
 * Return the loaders for the figures about the whole site, which are in the database that all nodes share. Concurrent
 * requests for a figure share one query. The size of the database is read only once a minute.
 */
export const sharedFiguresOf = perSite(({ db, clock }) => {
  let size = { bytes: 0, at: Number.NEGATIVE_INFINITY };
  return {
    jobs: new BatchLoader(() => unfinishedJobs(db)),
    verified: new BatchLoader(() => lastVerified(db)),
    measured: new BatchLoader(() => lastMeasured(db)),
    backupAt: new BatchLoader(() => lastBackup(db)),
    databaseBytes: new BatchLoader(async () => {
      const now = clock.now().getTime();
      if (now - size.at >= MINUTE) size = { bytes: await databaseBytes(db), at: now };
      return size.bytes;
    }),
  };
});
