import { setTimeout as sleep } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';
import { fromPglite, type Job, type Db as JobDatabase, type JobResult, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { type Db, query, sql, type Tx, transaction } from '../db/db.ts';
import { connectionSettings } from '../db/postgres.ts';
import type { Metrics } from '../observability/metrics.ts';

type JobHandler = {
  run: (data: never) => Promise<void>;
  /** A cron expression (UTC) for a scheduled job. */
  every?: string;
  /** Number of retries and maximum delay between two of them in seconds; by default those of `QUEUE_OPTIONS`. */
  retry?: { retryLimit: number; retryDelayMax: number };
  /** Whether the jobs of a batch run concurrently, for jobs that mostly wait for other services. */
  concurrent?: true;
};

/** Site setting with the jobs of a copied database until a server starts: it may be filled while none runs. */
export const COPIED_JOBS_SETTING = 'moved_jobs';
/** Finished jobs are deleted after this. */
const RETENTION_SECONDS = 3600;
/** A server without a heartbeat for this long counts as dead; another gets its jobs within a minute. */
const HEARTBEAT_SECONDS = 30;
const QUEUE_OPTIONS = {
  retryLimit: 5,
  retryDelay: 10,
  retryBackoff: true,
  deleteAfterSeconds: RETENTION_SECONDS,
  heartbeatSeconds: HEARTBEAT_SECONDS,
} as const;

/** How long running jobs may take to finish on shutdown; after that the next server runs them again. */
const STOP_TIMEOUT_MS = 5_000;

/**
 * Statements of the job queue may take this many times the usual timeout: maintenance visits whole tables and
 * waits for a lock for up to 30 s. Without a limit, a worker would wait forever for a database that
 * disappeared.
 */
const STATEMENT_TIMEOUT_FACTOR = 6;

const BOSS_OPTIONS = { schema: 'jobs', maintenanceIntervalSeconds: 3600 } as const;

/**
 * Polling intervals in seconds: for jobs that players wait for, and for scheduled jobs, which start at whole
 * minutes. Most queues are of the second kind.
 */
const POLLING_SECONDS = { asked: 2, scheduled: 10 } as const;
/**
 * Jobs are fetched in batches, so that a large number is done quickly; each of them succeeds or fails
 * separately.
 */
const FETCH_OPTIONS = {
  batchSize: 20,
  burstWhenBatchFull: true,
  perJobResults: true,
} as const;

/** Let pg-boss run its statements inside an open transaction. */
const inTransaction = (tx: Tx): JobDatabase => ({
  executeSql: async (text, values = []) => ({ rows: await query(tx, { text, values }) }),
});

/** Background jobs: stored in the transaction that requests them, run once, and retried when they fail. */
export class Jobs {
  readonly #boss: PgBoss;
  readonly #log: Logger;
  readonly #metrics: Metrics;
  readonly #workers = new Map<string, JobHandler>();
  /** Worker ids of this process by job name. */
  readonly #running = new Map<string, string>();
  #started = false;
  #stopping = false;

  constructor(
    database: { pglite: PGlite | null; databaseUrl: string | null; databaseTimeoutMs: number },
    deps: { log: Logger; metrics: Metrics; schedule: boolean },
  ) {
    this.#log = deps.log;
    this.#metrics = deps.metrics;
    const settings = { ...BOSS_OPTIONS, schedule: deps.schedule };
    // pg-boss passes unknown connection settings to the driver.
    const limits = connectionSettings(STATEMENT_TIMEOUT_FACTOR * database.databaseTimeoutMs);
    this.#boss = database.pglite
      ? new PgBoss({ db: fromPglite(database.pglite), backend: 'pglite', ...settings })
      : new PgBoss({ connectionString: database.databaseUrl ?? '', max: 4, ...limits, ...settings });
    this.#boss.on('error', (error) => this.#log.error({ err: error }, 'job queue error'));
  }

  /** Register a kind of job. Call it before `start`. */
  define<Data extends object>(
    name: string,
    worker: Omit<JobHandler, 'run'> & { run: (data: Data) => Promise<void> },
  ): void {
    this.#workers.set(name, worker);
  }

  /** Create the queues and start working on all defined kinds of jobs. */
  async start(): Promise<void> {
    await this.#boss.start();
    const queues = new Map((await this.#boss.getQueues()).map((queue) => [queue.name, queue]));
    for (const [name, { run, every, concurrent }] of this.#workers) {
      const queue = queues.get(name);
      if (!queue) await this.#boss.createQueue(name, QUEUE_OPTIONS);
      // The queue was created by an earlier version.
      else if (queue.heartbeatSeconds !== HEARTBEAT_SECONDS)
        await this.#boss.updateQueue(name, QUEUE_OPTIONS);
      if (every) await this.#boss.schedule(name, every);
      const pollingIntervalSeconds = every ? POLLING_SECONDS.scheduled : POLLING_SECONDS.asked;
      const fetching = { ...FETCH_OPTIONS, pollingIntervalSeconds };
      const working = await this.#boss.work<object>(name, fetching, async (jobs) => {
        const one = (job: Job<object>) => this.#runJob(name, run, job, jobs.length > 1);
        if (concurrent) return Promise.all(jobs.map(one));
        const results: JobResult[] = [];
        for (const job of jobs) {
          if (this.#stopping) break;
          results.push(await one(job));
        }
        return results;
      });
      this.#running.set(name, working);
    }
    this.#started = true;
  }

  /**
   * Run one job of a batch and mark it as completed immediately, not with the rest of its batch: otherwise the
   * next server would repeat it if this one ends first. If marking fails, it is marked with the batch.
   */
  async #runJob(
    name: string,
    run: JobHandler['run'],
    job: Job<object>,
    isAmongOthers: boolean,
  ): Promise<JobResult> {
    try {
      await run((job.data ?? {}) as never);
      this.#metrics.recordJob(name, 'done');
      if (isAmongOthers) await this.#boss.complete(name, job.id).catch(() => {});
      return { id: job.id, status: 'completed' };
    } catch (error) {
      this.#metrics.recordJob(name, 'failed');
      this.#log.error({ err: error, job: name }, 'job failed');
      return { id: job.id, status: 'failed', output: { message: String(error) } };
    }
  }

  /**
   * Store a job in the caller's transaction. It runs if and only if the transaction commits, after
   * `afterSeconds`.
   */
  async send(tx: Tx, name: string, data: object, afterSeconds = 0): Promise<void> {
    const retry = this.#workers.get(name)?.retry;
    await this.#boss.send(name, data, {
      ...(retry && { ...QUEUE_OPTIONS, ...retry }),
      ...(afterSeconds > 0 && { startAfter: afterSeconds }),
      db: inTransaction(tx),
    });
    const working = this.#running.get(name);
    if (working && afterSeconds === 0) tx.afterCommit(() => this.#boss.notifyWorker(working));
  }

  /** Send the jobs copied from another database. Call it after `start`. */
  async restoreCopiedJobs(db: Db): Promise<void> {
    await transaction(db, async (tx) => {
      const moved = await query<{ value: string }>(
        tx,
        sql`delete from site_settings where name = ${COPIED_JOBS_SETTING} returning value`,
      );
      for (const { value } of moved)
        for (const { name, data } of JSON.parse(value) as { name: string; data: object }[])
          if (this.#workers.has(name)) await this.send(tx, name, data);
    });
  }

  /** Let running jobs finish, within a time limit; waiting jobs are left to the next server. */
  async stop(): Promise<void> {
    if (!this.#started) return;
    this.#started = false;
    this.#stopping = true;
    // One by one: pg-boss itself checks only every half second whether all have finished.
    const finished = Promise.all([...this.#workers.keys()].map((name) => this.#boss.offWork(name)));
    await Promise.race([finished, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })]);
    await this.#boss.stop({ graceful: false, close: true });
  }
}
