import { SiteHealth } from '@rivalhold/shared/contract/health.ts';
import type { Static } from 'typebox';
import { column } from '../../platform/db/columns.ts';
import { type DbOrTx, query, queryExists, queryValue, sql } from '../../platform/db/db.ts';
import { BACKUP_SETTING, readSetting, saveSetting } from '../../platform/db/site-settings.ts';
import type { StorageUsage } from '../../platform/files/storage.ts';

/** The unfinished jobs with one name: their number in each state, and how long the oldest pending job has been due. */
const JobRow = SiteHealth.properties.jobs.items;
export type JobRow = Static<typeof JobRow>;

/** Maximum number of pending jobs that are counted for each job name. */
const MAX_COUNTED = 10_000;

/**
 * Return the number of waiting, retrying, active and failed jobs by name. Waiting and retrying jobs are counted up to
 * `MAX_COUNTED`, with the index that pg-boss uses to fetch jobs. A job counts as waiting once it is due by the
 * database's clock, which pg-boss uses, too. There is no index on active and failed jobs, so their numbers are those
 * that pg-boss itself counts every minute.
 */
export function jobBacklog(db: DbOrTx): Promise<JobRow[]> {
  return query(
    db,
    JobRow,
    sql`select queue.name, pending.waiting, pending.retrying, pending."oldestMs",
       queue.active_count as active, queue.failed_count as failed
     from jobs.queue cross join lateral (
       select
         (count(*) filter (where state = 'created' and start_after <= now()))::integer as waiting,
         (count(*) filter (where state = 'retry'))::integer as retrying,
         (extract(epoch from now() - min(start_after) filter (where start_after <= now())) * 1000)::float8
           as "oldestMs"
       from (
         select state, start_after from jobs.job
         where job.name = queue.name and state < 'active' and not blocked
         limit ${MAX_COUNTED}
       ) job
     ) pending
     where queue.name not like '\\_\\_pgboss%'
     order by queue.name`,
  );
}

/** Report whether a job with the given name is waiting or running. */
export const hasUnfinishedJob = (db: DbOrTx, name: string): Promise<boolean> =>
  queryExists(
    db,
    sql`select 1 from jobs.job where name = ${name} and state in ('created', 'retry', 'active') limit 1`,
  );

/** Return the size of the database on disk in bytes. */
export const databaseBytes = (db: DbOrTx): Promise<number> =>
  queryValue(db, column.number, sql`select pg_database_size(current_database())::float8`);

/** Return the time of the last complete backup (ISO 8601), or undefined if there is none. */
export const lastBackup = (db: DbOrTx): Promise<string | undefined> => readSetting(db, BACKUP_SETTING);

/** Name of the setting that stores the number and size of players' files. */
const FILES = 'files_measured';
type FileUsage = StorageUsage & { at: string };

/** Save the number and size of players' files. */
export const saveFileUsage = (db: DbOrTx, fact: FileUsage): Promise<void> =>
  saveSetting(db, FILES, JSON.stringify(fact));

/** Return the last measurement of players' files, or undefined if there is none. */
export async function lastMeasured(db: DbOrTx): Promise<FileUsage | undefined> {
  const fact = await readSetting(db, FILES);
  return fact === undefined ? undefined : (JSON.parse(fact) as FileUsage);
}
