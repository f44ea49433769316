import type { HealthIssueKind, HealthService, HealthState } from '../contract/health.ts';
import { formatBytes } from '../format-number.ts';

/** Labels of the health states, so that they do not depend on colour alone. */
export const HEALTH_STATE_TEXTS: Readonly<Record<HealthState, { mark: string; summary: string }>> = {
  ok: { mark: 'OK', summary: 'All systems are healthy' },
  warning: { mark: 'Warning', summary: 'Some issues need watching' },
  critical: { mark: 'Critical', summary: 'Action needed now' },
};

export type HealthGroup =
  | 'requests'
  | 'events'
  | 'eventLoop'
  | 'jobs'
  | 'services'
  | 'storage'
  | 'ledger'
  | 'database';

/** What is wrong, what to do about it, and under which words docs/operations.md says more. */
type HealthIssueText = { group: HealthGroup; title: string; todo: string; section: string };

const SLOW = 'The site is slow or fails';
export const HEALTH_ISSUE_TEXTS: Readonly<Record<HealthIssueKind, HealthIssueText>> = {
  requestsFailing: {
    group: 'requests',
    title: 'Requests fail',
    todo: 'Find the error in the log by its route; look first whether a service below is down.',
    section: SLOW,
  },
  requestsSlow: {
    group: 'requests',
    title: 'Requests are slow',
    todo: 'Look at the slowest routes, then whether the database or the loop is what they wait for.',
    section: SLOW,
  },
  eventsFailing: {
    group: 'events',
    title: 'Socket events fail',
    todo: 'Find “socket event failed” in the log; look first whether Redis or the database is away.',
    section: SLOW,
  },
  eventsSlow: {
    group: 'events',
    title: 'Socket events are slow',
    todo: 'Redis away or slow shows here first; then the database.',
    section: SLOW,
  },
  eventLoopLag: {
    group: 'eventLoop',
    title: 'The event loop lags',
    todo: 'The node is at its limit: add one, or give it a processor of its own.',
    section: SLOW,
  },
  jobsStuck: {
    group: 'jobs',
    title: 'Jobs wait for too long',
    todo: 'See whether any node works jobs at all, and what the oldest one fails at.',
    section: 'A job is stuck',
  },
  jobsFailed: {
    group: 'jobs',
    title: 'Jobs were given up',
    todo: 'Read why in the column “output” of jobs.job, mend it, and have them tried again.',
    section: 'A job is stuck',
  },
  databaseDown: {
    group: 'services',
    title: 'The database does not answer',
    todo: 'Bring it back; nodes need no restart. Else restore, or promote the replica.',
    section: 'The database is away',
  },
  databaseSlow: {
    group: 'services',
    title: 'The database is slow to answer',
    todo: 'Look for long statements in pg_stat_activity, and at its processors and disk.',
    section: SLOW,
  },
  poolFull: {
    group: 'database',
    title: 'Calls wait for a database connection',
    todo: 'Look for long statements in pg_stat_activity; else add a node, or processors to the database.',
    section: SLOW,
  },
  replicaBehind: {
    group: 'services',
    title: 'The replica is behind or away',
    todo: 'Nothing is lost: nodes read the primary meanwhile. See to the replica.',
    section: 'What to watch',
  },
  redisDown: {
    group: 'services',
    title: 'Redis does not answer',
    todo: 'Restart it: nothing in it has to be kept.',
    section: 'Redis is away',
  },
  fileStoreDown: {
    group: 'services',
    title: 'The store of files does not answer',
    todo: 'See to the object store, its key and the network; the rest of the site goes on.',
    section: 'The store of files is away',
  },
  diskFull: {
    group: 'storage',
    title: 'The disk is getting full',
    todo: 'Enlarge it, or move the files into an object store.',
    section: 'The disk is full',
  },
  mailFailing: {
    group: 'services',
    title: 'Mail is not sent',
    todo: 'See to the mail server and SMTP_URL; mail waits and is tried again for hours.',
    section: 'Mail is not sent',
  },
  paymentsDown: {
    group: 'services',
    title: 'The payment provider does not answer',
    todo: 'Look at its status page and at the keys; what was paid is credited once it answers.',
    section: 'The payment provider is away',
  },
  ledgerMismatch: {
    group: 'ledger',
    title: 'The ledger does not match the balances',
    todo: 'Run “npm run rivalhold -- ledger verify” to see who and how. Change no rows.',
    section: 'The ledger differs',
  },
  ledgerStale: {
    group: 'ledger',
    title: 'The ledger has not been verified for more than a day',
    todo: 'Verify it now; then see why the job of the night did not run.',
    section: 'A job is stuck',
  },
  ledgerUnverified: {
    group: 'ledger',
    title: 'The ledger has never been verified',
    todo: 'Verify it now; from then on it is done each night.',
    section: 'What to watch',
  },
};

export const HEALTH_SERVICE_TEXTS: Readonly<Record<HealthService, string>> = {
  database: 'Database',
  replica: 'Replica',
  redis: 'Redis',
  fileStore: 'Files',
  mail: 'Mail',
  payments: 'Payments',
};

const KINDS: Readonly<Record<string, string>> = {
  embedded: 'embedded',
  postgresql: 'PostgreSQL',
  redis: 'Redis',
  folder: 'a folder',
  bucket: 'object store',
  smtp: 'SMTP',
  stripe: 'Stripe',
  sandbox: 'sandbox, takes no money',
};
const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** A time in ms as one reads it: '12 ms', '3.4 s', '5 min', '2 h', '3 d'. */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${ms < 10 ? number.format(ms) : Math.round(ms)} ms`;
  if (ms < 60_000) return `${number.format(ms / 1_000)} s`;
  if (ms < 3_600_000) return `${Math.floor(ms / 60_000)} min`;
  if (ms < 172_800_000) return `${Math.floor(ms / 3_600_000)} h`;
  return `${Math.floor(ms / 86_400_000)} d`;
}

/** Texts of /admin/site-health. */
export const HEALTH_TEXTS = {
  title: 'Site health',
  text: 'Whether the site is well, and what to do where it is not.',
  loading: 'Asking how the site is…',
  failed: 'The site does not say how it is.',
  failedText:
    'This node cannot be reached, or its database is away. See “The database is away” in docs/operations.md.',
  stale: (time: string) =>
    `Not renewed since ${time}: the site does not answer. What follows is as it was then.`,
  asOf: (time: string) => `As of ${time}, renewed every 5 seconds while you look.`,
  nothing: 'Nothing needs you.',
  issues: 'What is not well',
  todo: (todo: string, section: string) => `${todo} See “${section}” in docs/operations.md.`,
  reportedBy: (nodes: string) => `Seen by ${nodes}.`,
  window: (minutes: number) => `Last ${minutes} minutes`,
  traffic: 'Errors and times',
  requests: 'Requests',
  events: 'Socket events',
  count: 'Count',
  failedCount: 'Failed',
  share: (failed: number, count: number) =>
    failed === 0 ? '0' : `${number.format(failed)} (${number.format((100 * failed) / count)} %)`,
  p50: 'Half within',
  p95: '95 % within',
  p99: '99 % within',
  none: '–',
  routes: 'Routes',
  routesText: 'Those that fail the most, then those that take the longest.',
  routesEmpty: 'No request yet.',
  route: 'Route',
  jobs: 'Jobs',
  jobsText: 'What waits, is under way, or was given up within the last hour.',
  jobsEmpty: 'Nothing waits, nothing has failed.',
  job: 'Job',
  waiting: 'Waiting',
  retrying: 'To be tried again',
  active: 'Under way',
  oldest: 'Oldest',
  services: 'What the site stands on',
  up: 'Up',
  down: 'Away',
  unused: 'Not asked yet',
  unusedText: 'Nothing has been asked of it since the start.',
  since: (time: string) => `since ${time}`,
  answers: (text: string) => `answers in ${text}`,
  behind: (text: string) => `${text} behind`,
  kind: (kind: string) => KINDS[kind] ?? kind,
  storage: 'Storage',
  files: 'Files of players',
  filesOf: (count: number, bytes: number) => `${number.format(count)}, ${formatBytes(bytes)}`,
  counted: (time: string) => `counted ${time}`,
  uncounted: 'Counted every hour, not yet since this began',
  database: 'Database',
  disk: 'Disk',
  diskOf: (free: number, total: number) =>
    `${formatBytes(free)} of ${formatBytes(total)} free (${Math.floor((100 * free) / total)} %)`,
  diskUsed: 'Part of the disk that is used',
  bucketDisk: 'Object storage: see your provider for free space.',
  ledger: 'Coin ledger',
  matches: 'Every balance matches its ledger rows',
  differences: (count: number) => `${number.format(count)} ${count === 1 ? 'difference' : 'differences'}`,
  neverVerified: 'It has never been verified.',
  verified: 'Last verified',
  rows: (count: number) => `${number.format(count)} ${count === 1 ? 'row' : 'rows'} read`,
  ledgerTrigger: { schedule: 'by the nightly job', admin: 'by', cli: 'from the command line' },
  deletedAdmin: 'an admin who is gone',
  verify: 'Verify now',
  running: 'It is being verified…',
  verifyAsked: 'The ledger is being verified.',
  verifyFailed: 'It could not be asked for. Please try again.',
  nodes: 'Nodes',
  cluster: {
    standalone: 'The site is this one node.',
    connected:
      'Each node tells the others of itself through Redis; one that is gone is off this list within 20 seconds.',
    disconnected: 'Redis is away: only this node is known, others may be there.',
  },
  node: 'Node',
  currentNode: 'answers you',
  version: 'Version',
  uptime: 'Up for',
  online: 'Players online',
  sockets: 'Sockets',
  memory: 'Memory',
  loop: 'Loop lag',
  number: (value: number) => number.format(value),
} as const;
