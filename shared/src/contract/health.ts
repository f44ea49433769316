import Type, { type Static } from 'typebox';
import { type Contract, Empty, Nullable, Time } from './schema.ts';

/** From well to what has to be seen to at once. */
export const HEALTH_STATES = ['well', 'watch', 'act'] as const;
export type HealthState = (typeof HEALTH_STATES)[number];

/** What may be wrong with the site, each with words of its own. */
export const HEALTH_ISSUES = [
  'failing',
  'slow',
  'eventsFailing',
  'eventsSlow',
  'loop',
  'jobsStuck',
  'jobsFailed',
  'databaseAway',
  'databaseSlow',
  'poolFull',
  'replicaBehind',
  'redisAway',
  'storeAway',
  'diskFull',
  'mailFailing',
  'paymentsAway',
  'ledgerDiffers',
  'ledgerOld',
  'ledgerNever',
] as const;
export type HealthIssueKind = (typeof HEALTH_ISSUES)[number];

export const HEALTH_SERVICES = ['database', 'replica', 'redis', 'store', 'mail', 'payments'] as const;
export type HealthService = (typeof HEALTH_SERVICES)[number];

const Count = Type.Integer({ minimum: 0 });
const State = Type.Enum([...HEALTH_STATES]);
const Ms = Type.Number({ minimum: 0 });

/** How many, how many of them failed, and what 50, 95 and 99 of 100 took at most (ms; null where there were none). */
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
  /** The worst of all that follows. */
  state: State,
  troubles: Type.Array(
    Type.Object({
      cause: Type.Enum([...HEALTH_ISSUES]),
      state: State,
      /** Names of the nodes that see it; empty for what is of the whole site. */
      nodes: Type.Array(Type.String()),
    }),
  ),
  /** How many of the last minutes these figures are of. */
  minutes: Count,
  requests: Timings,
  events: Timings,
  /** The routes that fail the most, then those that take the longest. */
  routes: Type.Array(
    Type.Object({ route: Type.String(), count: Count, failed: Count, p95: Nullable(Ms), p99: Nullable(Ms) }),
  ),
  /** What waits or has failed, by name; what is done is not among it. */
  jobs: Type.Array(
    Type.Object({
      name: Type.String(),
      waiting: Count,
      /** To be tried again later, since they failed. */
      again: Count,
      active: Count,
      /** Given up within the last hour. */
      failed: Count,
      /** How long the first of them has been due (ms). */
      oldestMs: Nullable(Ms),
    }),
  ),
  engines: Type.Array(
    Type.Object({
      engine: Type.Enum([...HEALTH_SERVICES]),
      /** What it is: embedded or postgresql, folder or bucket, smtp, stripe. */
      kind: Type.String(),
      /** Null where nothing has been asked of it since the start. */
      isUp: Nullable(Type.Boolean()),
      /** Since when it is so, as far as the node knows that answers. */
      since: Nullable(Time),
      /** How long its answer took, or how far a replica is behind (ms). */
      ms: Nullable(Ms),
    }),
  ),
  storage: Type.Object({
    /** Null until they have been counted. */
    files: Nullable(Type.Object({ count: Count, bytes: Type.Number(), countedAt: Time })),
    databaseBytes: Type.Number(),
    /** Null in a bucket. */
    disk: Nullable(Type.Object({ free: Type.Number(), total: Type.Number() })),
  }),
  ledger: Type.Object({
    isRunning: Type.Boolean(),
    /** Null where it has never been verified. */
    last: Nullable(
      Type.Object({
        at: Time,
        /** An admin's name; null for who is gone, and where nobody asked for it. */
        by: Nullable(Type.String()),
        how: Type.Enum(['night', 'admin', 'tool']),
        rows: Count,
        differences: Count,
      }),
    ),
  }),
  /** How many are online, each once on however many nodes. */
  players: Count,
  /** Every node that is known; this one first. */
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
  /** `alone` without Redis; `unknown` while that is away, and others may be there. */
  others: Type.Enum(['alone', 'told', 'unknown']),
});
export type SiteHealth = Static<typeof SiteHealth>;

export const health = {
  routes: {
    'GET /api/admin/site-health': {
      access: 'admin',
      reply: SiteHealth,
      summary: 'Whether the site is well: errors, latencies, jobs, storage, engines, ledger, nodes.',
    },
    'POST /api/admin/site-health/ledger': {
      access: 'admin',
      status: 202,
      reply: Empty,
      summary: 'Has the coin ledger verified now, by a job.',
    },
  },
} as const satisfies Contract;
