import { Nullable } from '@rivalhold/shared/contract/schema.ts';
import Type, { type Static } from 'typebox';
import { column } from '../db/columns.ts';
import { type DbOrTx, query, type Sql, sql, type Tx } from '../db/db.ts';

const JobName = Type.Object({ id: column.text, name: column.text });
type JobName = Static<typeof JobName>;

/**
 * A stored job. Its data is left out, because it can be personal. `error` is the message of the last failure.
 */
const StoredJob = Type.Object({
  ...JobName.properties,
  state: Type.Enum(['created', 'retry', 'active', 'failed']),
  retries: column.integer,
  createdAt: column.text,
  startAfter: column.text,
  error: Nullable(column.text),
});
export type StoredJob = Static<typeof StoredJob>;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const MAX_LISTED = 1_000;
/** SQL condition that excludes the internal jobs of pg-boss. */
const IS_OWN = sql`name not like '\\_\\_pgboss%'`;

/** Build the condition for the job with the given id, or for the jobs with the given name. */
const named = (idOrName: string): Sql =>
  UUID.test(idOrName) ? sql`id = ${idOrName}::uuid` : sql`name = ${idOrName}`;

/**
 * Return the jobs that are not completed, oldest first. With `idOrName`, return only the job with this id, or
 * the jobs with this name.
 */
export const listStoredJobs = (db: DbOrTx, idOrName: string | null): Promise<StoredJob[]> =>
  query(
    db,
    StoredJob,
    sql`select id::text, name, state::text, retry_count as retries,
          to_char(created_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "createdAt",
          to_char(start_after at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "startAfter",
          output ->> 'message' as error
        from jobs.job
        where state in ('created', 'retry', 'active', 'failed') and ${IS_OWN}
          and ${idOrName === null ? sql`true` : named(idOrName)}
        order by created_on, id limit ${MAX_LISTED}`,
    { prepare: false },
  );

/** Make failed and waiting jobs due now, reset their retry counts, and return them. */
export const retryStoredJobs = (tx: Tx, idOrName: string): Promise<JobName[]> =>
  query(
    tx,
    JobName,
    sql`update jobs.job
        set state = 'retry', retry_count = 0, start_after = now(), started_on = null, completed_on = null
        where state in ('created', 'retry', 'failed') and ${IS_OWN} and ${named(idOrName)}
        returning id::text, name`,
    { prepare: false },
  );

/** Delete failed and waiting jobs, and return them. */
export const dropStoredJobs = (tx: Tx, idOrName: string): Promise<JobName[]> =>
  query(
    tx,
    JobName,
    sql`delete from jobs.job where state in ('created', 'retry', 'failed') and ${IS_OWN} and ${named(idOrName)}
        returning id::text, name`,
    { prepare: false },
  );
