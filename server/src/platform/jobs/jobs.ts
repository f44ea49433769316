import { setTimeout as sleep } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';
import { fromPglite, type Job, type Db as JobDatabase, type JobResult, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { type Db, query, sql, type Tx, transaction } from '../db/db.ts';
import { timeoutSettings } from '../db/postgres.ts';
import type { Metrics } from '../observability/metrics.ts';

type JobHandler = {
  run: (data: never) => Promise<void>;
  /** A cron line (UTC) for what runs by itself. */
  every?: string;
  /** How often it is tried again, and how long between two tries at most, in seconds, unless as `QUEUE_OPTIONS` says. */
  retry?: { retryLimit: number; retryDelayMax: number };
  /** Whether those that are taken up together are done side by side, since each mostly waits for others. */
  concurrent?: true;
};

/** The fact of the site that holds jobs until a server takes them up: a database may be filled while none runs. */
export const COPIED_JOBS_SETTING = 'moved_jobs';
/** What is done is not kept for long. */
const RETENTION_SECONDS = 3600;
/** A server that says nothing for so long is taken for dead, and what it was at is given to another within a minute. */
const HEARTBEAT_SECONDS = 30;
const QUEUE_OPTIONS = {
  retryLimit: 5,
  retryDelay: 10,
  retryBackoff: true,
  deleteAfterSeconds: RETENTION_SECONDS,
  heartbeatSeconds: HEARTBEAT_SECONDS,
} as const;

/** How long work under way may take to finish when the server stops; then it is done anew by the next. */
const STOP_TIMEOUT_MS = 5_000;

/**
 * As many times as long as a request's may a statement about the jobs take: those that keep their tables in order go over
 * all of them, and wait for a lock for up to 30 s. Without an end, a worker would wait for ever for a database that
 * vanished without a word.
 */
const STATEMENT_TIMEOUT_FACTOR = 6;

const BOSS_OPTIONS = { schema: 'jobs', maintenanceIntervalSeconds: 3600 } as const;

/**
 * How often the database is asked for jobs, in seconds: for what players wait for, and for what runs by itself at whole
 * minutes, which most queues are for.
 */
const POLLING_SECONDS = { asked: 2, scheduled: 10 } as const;
/** Many at a time, so that a rush is not worked off one by one; each of them succeeds or fails alone. */
const FETCH_OPTIONS = {
  batchSize: 20,
  burstWhenBatchFull: true,
  perJobResults: true,
} as const;

/** pg-boss's interface to the database, inside a transaction of ours. */
const inTransaction = (tx: Tx): JobDatabase => ({
  executeSql: async (text, values = []) => ({ rows: await query(tx, { text, values }) }),
});

/** Work that outlives the request that asked for it: stored with its cause, done once, tried again when it fails. */
export class Jobs {
  readonly #boss: PgBoss;
  readonly #log: Logger;
  readonly #metrics: Metrics;
  readonly #workers = new Map<string, JobHandler>();
  /** What this process works off, by the name of the work. */
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
    // What pg-boss does not know of the settings of a connection, it hands on.
    const limits = timeoutSettings(STATEMENT_TIMEOUT_FACTOR * database.databaseTimeoutMs);
    this.#boss = database.pglite
      ? new PgBoss({ db: fromPglite(database.pglite), backend: 'pglite', ...settings })
      : new PgBoss({ connectionString: database.databaseUrl ?? '', max: 4, ...limits, ...settings });
    this.#boss.on('error', (error) => this.#log.error({ err: error }, 'job queue error'));
  }

  /** Names a kind of work. Called before `start`. */
  define<Data extends object>(
    name: string,
    worker: Omit<JobHandler, 'run'> & { run: (data: Data) => Promise<void> },
  ): void {
    this.#workers.set(name, worker);
  }

  async start(): Promise<void> {
    await this.#boss.start();
    const queues = new Map((await this.#boss.getQueues()).map((queue) => [queue.name, queue]));
    for (const [name, { run, every, concurrent }] of this.#workers) {
      const queue = queues.get(name);
      if (!queue) await this.#boss.createQueue(name, QUEUE_OPTIONS);
      // Made by a version before.
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
   * What is done among others is noted at once, and not with the last of those that were taken up with it: should the
   * server end before, the next would do it again. Where that fails it is noted with them.
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
   * Stores a job with the transaction that asks for it: it is done if, and only if, that is committed; then at once, or
   * after so many seconds.
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

  /** Begins what waited in the database that this one was moved from; `start` comes before. */
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

  /** Lets what is under way finish, for a while; what has not begun is left to the next server. */
  async stop(): Promise<void> {
    if (!this.#started) return;
    this.#started = false;
    this.#stopping = true;
    // One by one: whether all have finished, pg-boss itself looks only every half second.
    const finished = Promise.all([...this.#workers.keys()].map((name) => this.#boss.offWork(name)));
    await Promise.race([finished, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })]);
    await this.#boss.stop({ graceful: false, close: true });
  }
}
