import Type, { type Static } from 'typebox';
import { type Contract, Empty, Nullable, Time } from './schema.ts';

/** Health states, from best to worst; `critical` needs action now. */
export const HEALTH_STATES = ['ok', 'warning', 'critical'] as const;
export type HealthState = (typeof HEALTH_STATES)[number];

/** The problems that the site detects. Their texts are in texts/health.ts. */
export const HEALTH_ISSUES = [
  'requestsFailing',
  'requestsSlow',
  'eventsFailing',
  'eventsSlow',
  'eventLoopLag',
  'jobsStuck',
  'jobsFailed',
  'databaseDown',
  'databaseSlow',
  'poolFull',
  'replicaBehind',
  'redisDown',
  'fileStoreDown',
  'diskFull',
  'mailFailing',
  'paymentsDown',
  'ledgerMismatch',
  'ledgerStale',
  'ledgerUnverified',
] as const;
export type HealthIssueKind = (typeof HEALTH_ISSUES)[number];

export const HEALTH_SERVICES = ['database', 'replica', 'redis', 'fileStore', 'mail', 'payments'] as const;
export type HealthService = (typeof HEALTH_SERVICES)[number];

const Count = Type.Integer({ minimum: 0 });
export const State = Type.Enum([...HEALTH_STATES]);
const Ms = Type.Number({ minimum: 0 });

/** Number of calls, number of failed calls, and latency percentiles in ms (null if there were no calls). */
const Timings = Type.Object({
  count: Count,
  failed: Count,
  p50: Nullable(Ms),
  p95: Nullable(Ms),
  p99: Nullable(Ms),
});
export type HealthTimings = Static<typeof Timings>;

export const SiteHealth = Type.Object({
  at: Time,
  /** The state of the worst issue. */
  state: State,
  issues: Type.Array(
    Type.Object({
      kind: Type.Enum([...HEALTH_ISSUES]),
      state: State,
      /** Names of the nodes that report the issue; empty if the issue affects the whole site. */
      nodes: Type.Array(Type.String()),
    }),
  ),
  /** Length of the measured window in minutes. */
  minutes: Count,
  requests: Timings,
  events: Timings,
  /** The routes with the most failures. Among routes with equally many failures, the slowest come first. */
  routes: Type.Array(
    Type.Object({ route: Type.String(), count: Count, failed: Count, p95: Nullable(Ms), p99: Nullable(Ms) }),
  ),
  /** Numbers of jobs, by job name. Completed jobs are not counted. */
  jobs: Type.Array(
    Type.Object({
      name: Type.String(),
      waiting: Count,
      /** Jobs that have failed and are scheduled for another attempt. */
      retrying: Count,
      active: Count,
      /** Jobs that failed permanently within the last hour. */
      failed: Count,
      /** Time (ms) since the oldest waiting or retrying job became due. */
      oldestMs: Nullable(Ms),
    }),
  ),
  services: Type.Array(
    Type.Object({
      name: Type.Enum([...HEALTH_SERVICES]),
      /** Implementation, for example `postgresql` or `embedded` for the database. */
      kind: Type.String(),
      /** Null before the first check. The mail server and the payment provider are checked only when they are used. */
      isUp: Nullable(Type.Boolean()),
      /** Time when `isUp` last changed for the node that reported this state. */
      since: Nullable(Time),
      /** Response time, or the lag of a replica, in ms. Null if it was not measured. */
      ms: Nullable(Ms),
    }),
  ),
  storage: Type.Object({
    /** Null until the files are first counted. */
    files: Nullable(Type.Object({ count: Count, bytes: Type.Number(), countedAt: Time })),
    databaseBytes: Type.Number(),
    /** Time of the last complete backup by the `backup` command. Null if there is none. */
    backupAt: Nullable(Time),
    /** Null if files are stored in a bucket. */
    disk: Nullable(Type.Object({ free: Type.Number(), total: Type.Number() })),
  }),
  ledger: Type.Object({
    isRunning: Type.Boolean(),
    /** Null if the ledger has never been verified. */
    last: Nullable(
      Type.Object({
        at: Time,
        /**
         * Name of the admin who started the verification. Null if the account is deleted, or if a schedule or
         * the operator started it.
         */
        by: Nullable(Type.String()),
        trigger: Type.Enum(['schedule', 'admin', 'cli']),
        rows: Count,
        differences: Count,
      }),
    ),
  }),
  /** Number of players online. A player who is connected to several nodes counts once. */
  players: Count,
  /** All known nodes, the responding node first. */
  nodes: Type.Array(
    Type.Object({
      name: Type.String(),
      version: Type.String(),
      startedAt: Time,
      sockets: Count,
      players: Count,
      memoryBytes: Type.Number(),
      lagMs: Ms,
      count: Count,
      failed: Count,
    }),
  ),
  /**
   * `standalone`: the site runs without Redis. `disconnected`: Redis is down, so the state of the other nodes is
   * unknown.
   */
  cluster: Type.Enum(['standalone', 'connected', 'disconnected']),
});
export type SiteHealth = Static<typeof SiteHealth>;

export const health = {
  routes: {
    'GET /api/admin/site-health': {
      access: 'admin',
      reply: SiteHealth,
      summary: 'Errors, latencies, jobs, storage, backing services, coin ledger and nodes of the site.',
    },
    'POST /api/admin/site-health/ledger': {
      access: 'admin',
      status: 202,
      reply: Empty,
      summary: 'Starts a job that verifies the coin ledger.',
    },
  },
} as const satisfies Contract;
