import type { SiteHealth } from '@rivalhold/shared/contract/health.ts';
import { type DbOrTx, query, queryValue, sql } from '../../platform/db/db.ts';
import { readSetting, saveSetting } from '../../platform/db/site-settings.ts';
import type { StorageUsage } from '../../platform/files/storage.ts';

export type JobRow = SiteHealth['jobs'][number];

/** Jobs that wait, are under way or were given up, by name; those of the last hour that are done are not read out. */
export function unfinishedJobs(db: DbOrTx): Promise<JobRow[]> {
  // By the database's own time, which these rows are written by.
  return query<JobRow>(
    db,
    sql`select name,
       (count(*) filter (where state = 'created' and start_after <= now()))::integer as waiting,
       (count(*) filter (where state = 'retry'))::integer as retrying,
       (count(*) filter (where state = 'active'))::integer as active,
       (count(*) filter (where state = 'failed'))::integer as failed,
       (extract(epoch from
         now() - min(start_after) filter (where state in ('created', 'retry') and start_after <= now())
       ) * 1000)::float8 as "oldestMs"
     from jobs.job
     where state in ('created', 'retry', 'active', 'failed') and name not like '\\_\\_pgboss%'
     group by name order by name`,
  );
}

/** Bytes of the whole database on its disk. */
export const databaseBytes = (db: DbOrTx): Promise<number> =>
  queryValue(db, sql`select pg_database_size(current_database())::float8`);

/** The fact of the site that says how many files players have. */
const FILES = 'files_measured';
type FileUsage = StorageUsage & { at: string };

export const saveFileUsage = (db: DbOrTx, fact: FileUsage): Promise<void> =>
  saveSetting(db, FILES, JSON.stringify(fact));

/** How many files there were when they were last counted; undefined before. */
export async function lastMeasured(db: DbOrTx): Promise<FileUsage | undefined> {
  const fact = await readSetting(db, FILES);
  return fact === undefined ? undefined : (JSON.parse(fact) as FileUsage);
}
