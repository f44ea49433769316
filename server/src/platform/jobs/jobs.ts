import { setTimeout as sleep } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';
import { fromPglite, type Job, type Db as JobDatabase, type JobResult, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { column } from '../db/columns.ts';
import { type Db, execute, queryValues, sql, type Tx, transaction } from '../db/db.ts';
import { connectionSettings } from '../db/postgres.ts';
import type { Metrics } from '../observability/metrics.ts';
import { inSpan, type Tracing } from '../observability/tracing.ts';

type JobHandler = {
  run: (data: never) => Promise<void>;
  /** A cron expression (in UTC) for a scheduled job. */
  cron?: string;
  /** Number of retries, and maximum delay between two retries in seconds. By default, `QUEUE_OPTIONS` applies. */
  retry?: { retryLimit: number; retryDelayMax: number };
  /** True to run the jobs of a batch concurrently. Use this for jobs that mostly wait for other services. */
  concurrent?: true;
};

/**
 * Site setting with the unfinished jobs of a copied database. A database is copied while no server runs, so the jobs
 * are stored in this setting until a server starts.
 */
export const COPIED_JOBS_SETTING = 'copied_jobs';
/** Time in seconds after which finished jobs are deleted. */
const RETENTION_SECONDS = 3600;
/**
 * Time in seconds without a heartbeat after which a server counts as dead. Within another minute, a different server
 * gets the jobs that the dead server was running.
 */
const HEARTBEAT_SECONDS = 30;
const QUEUE_OPTIONS = {
  retryLimit: 5,
  retryDelay: 10,
  retryBackoff: true,
  deleteAfterSeconds: RETENTION_SECONDS,
  heartbeatSeconds: HEARTBEAT_SECONDS,
} as const;

/** Time limit in ms for running jobs to finish on shutdown. The next server repeats the jobs that did not finish. */
const STOP_TIMEOUT_MS = 5_000;

/**
 * The job queue's statement timeout is the usual timeout times this factor. The longer timeout is needed because
 * maintenance reads whole tables, and waits up to 30 s for a lock. Without any timeout, a worker would wait forever for
 * a database that has disappeared.
 */
const STATEMENT_TIMEOUT_FACTOR = 6;

const BOSS_OPTIONS = { schema: 'jobs', maintenanceIntervalSeconds: 3600 } as const;

/**
 * Polling intervals in seconds. `requested` applies to jobs that players wait for. `scheduled` applies to scheduled
 * jobs, which start at whole minutes. Most queues are for scheduled jobs, so polling these queues less often saves
 * queries.
 */
const POLLING_SECONDS = { requested: 2, scheduled: 10 } as const;
/**
 * Jobs are fetched in batches, so that many jobs are processed quickly. Each job of a batch succeeds or fails
 * separately.
 */
const FETCH_OPTIONS = {
  batchSize: 20,
  burstWhenBatchFull: true,
  perJobResults: true,
} as const;

/** Return a database for pg-boss that executes its statements in an open transaction. */
const inTransaction = (tx: Tx): JobDatabase => ({
  executeSql: async (text, values = []) => ({ rows: await execute(tx, { text, values }) }),
});

/** Background jobs. A job is stored in the transaction that requests it, and is retried if it fails. */
export class Jobs {
  readonly #boss: PgBoss;
  readonly #log: Logger;
  readonly #metrics: Metrics;
  readonly #tracing: Tracing | null;
  readonly #isScheduling: boolean;
  readonly #handlers = new Map<string, JobHandler>();
  /** The ids of this process's workers by job name. */
  readonly #workerIds = new Map<string, string>();
  /** Workers that are being started, by name, so that none is started twice. */
  readonly #starting = new Map<string, Promise<void>>();
  #started = false;
  #stopping = false;

  /**
   * @param deps.schedule false to leave scheduled jobs to the other nodes. This node then runs jobs of a scheduled kind
   * only after it has called `send` for this kind.
   */
  constructor(
    database: { pglite: PGlite | null; databaseUrl: string | null; databaseTimeoutMs: number },
    deps: { log: Logger; metrics: Metrics; tracing: Tracing | null; schedule: boolean },
  ) {
    this.#log = deps.log;
    this.#metrics = deps.metrics;
    this.#tracing = deps.tracing;
    this.#isScheduling = deps.schedule;
    const settings = { ...BOSS_OPTIONS, schedule: deps.schedule };
    // pg-boss passes these settings to the driver, although its own types do not list them.
    const limits = connectionSettings(STATEMENT_TIMEOUT_FACTOR * database.databaseTimeoutMs);
    this.#boss = database.pglite
      ? new PgBoss({ db: fromPglite(database.pglite), backend: 'pglite', ...settings })
      : new PgBoss({
          connectionString: database.databaseUrl ?? '',
          max: deps.schedule ? 4 : 2,
          ...limits,
          ...settings,
        });
    this.#boss.on('error', (error) => this.#log.error({ err: error }, 'job queue error'));
  }

  /** Register a kind of job. Call this before `start`. */
  define<Data extends object>(
    name: string,
    handler: Omit<JobHandler, 'run'> & { run: (data: Data) => Promise<void> },
  ): void {
    this.#handlers.set(name, handler);
    this.#metrics.defineJob(name);
  }

  /** Create the queues and start processing all defined kinds of jobs. */
  async start(): Promise<void> {
    await this.#boss.start();
    const queues = new Set((await this.#boss.getQueues()).map((queue) => queue.name));
    for (const [name, handler] of this.#handlers) {
      if (!queues.has(name)) await this.#boss.createQueue(name, QUEUE_OPTIONS);
      if (handler.cron && !this.#isScheduling) continue;
      if (handler.cron) await this.#boss.schedule(name, handler.cron);
      await this.#startWorker(name, handler);
    }
    this.#started = true;
  }

  async #startWorker(name: string, { run, cron, concurrent }: JobHandler): Promise<void> {
    const pollingIntervalSeconds = cron ? POLLING_SECONDS.scheduled : POLLING_SECONDS.requested;
    const fetching = { ...FETCH_OPTIONS, pollingIntervalSeconds };
    const workerId = await this.#boss.work<object>(name, fetching, async (jobs) => {
      const one = (job: Job<object>) => this.#runJob(name, run, job, jobs.length > 1);
      if (concurrent) return Promise.all(jobs.map(one));
      const results: JobResult[] = [];
      for (const job of jobs) {
        if (this.#stopping) break;
        results.push(await one(job));
      }
      return results;
    });
    this.#workerIds.set(name, workerId);
  }

  /**
   * Run a job. If its batch has other jobs, mark this job as completed immediately instead of with the whole batch, so
   * that the next server does not repeat it if this server ends in the middle of the batch. If marking fails, the job
   * is marked together with its batch.
   */
  async #runJob(
    name: string,
    run: JobHandler['run'],
    job: Job<object>,
    isAmongOthers: boolean,
  ): Promise<JobResult> {
    try {
      const span = { name: `job ${name}`, attributes: { 'rivalhold.job_id': job.id } };
      await inSpan(this.#tracing, 'job', span, () => run((job.data ?? {}) as never));
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
   * Store a job in the caller's transaction. It runs only if the transaction commits, and not before `afterSeconds`
   * have passed.
   */
  async send(tx: Tx, name: string, data: object, afterSeconds = 0): Promise<void> {
    const retry = this.#handlers.get(name)?.retry;
    await this.#boss.send(name, data, {
      ...(retry && { ...QUEUE_OPTIONS, ...retry }),
      ...(afterSeconds > 0 && { startAfter: afterSeconds }),
      db: inTransaction(tx),
    });
    if (afterSeconds === 0) tx.afterCommit(() => this.#wakeWorker(name));
  }

  /** Let a worker fetch its jobs now. Start the worker if this node does not poll for this kind of job. */
  #wakeWorker(name: string): void {
    const [workerId, handler] = [this.#workerIds.get(name), this.#handlers.get(name)];
    if (workerId) this.#boss.notifyWorker(workerId);
    else if (handler && this.#started && !this.#starting.has(name)) {
      const starting = this.#startWorker(name, handler)
        .catch((error) => this.#log.error({ err: error }, 'job queue error'))
        .finally(() => this.#starting.delete(name));
      this.#starting.set(name, starting);
    }
  }

  /** Send the jobs that were copied from another database. Call this after `start`. */
  async restoreCopiedJobs(db: Db): Promise<void> {
    await transaction(db, async (tx) => {
      const moved = await queryValues(
        tx,
        column.text,
        sql`delete from site_settings where name = ${COPIED_JOBS_SETTING} returning value`,
      );
      for (const value of moved)
        for (const { name, data } of JSON.parse(value) as { name: string; data: object }[])
          if (this.#handlers.has(name)) await this.send(tx, name, data);
    });
  }

  /**
   * Stop fetching jobs, and let running jobs finish within `STOP_TIMEOUT_MS`. The next server runs the jobs that
   * remain.
   */
  async stop(): Promise<void> {
    if (!this.#started) return;
    this.#started = false;
    this.#stopping = true;
    // Stop the workers individually, because pg-boss's own graceful stop checks only every half second whether they
    // have finished.
    const finish = async () => {
      await Promise.all(this.#starting.values());
      await Promise.all([...this.#workerIds.keys()].map((name) => this.#boss.offWork(name)));
    };
    await Promise.race([finish(), sleep(STOP_TIMEOUT_MS, undefined, { ref: false })]);
    await this.#boss.stop({ graceful: false, close: true });
  }
}
