import type { HealthIssueKind, HealthService, HealthState } from '../contract/health.ts';
import { formatBytes, formatDecimal } from '../format-decimal.ts';
import { formatList } from '../format-list.ts';
import { formatCount, formatNumber } from '../format-number.ts';
import type { Sentence } from './sentence.ts';

/** Labels of the health states, so that a state is not shown by its color alone. */
export const HEALTH_STATE_TEXTS: Readonly<Record<HealthState, { mark: string; summary: string }>> = {
  ok: { mark: 'OK', summary: 'All systems are healthy' },
  warning: { mark: 'Warning', summary: 'Some issues need attention' },
  critical: { mark: 'Critical', summary: 'Immediate action needed' },
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

/** An issue, its remedy, and the section of docs/operations.md with more details. */
type HealthIssueText = { group: HealthGroup; title: string; todo: string; section: string };

const SLOW = 'The site is slow or fails';
export const HEALTH_ISSUE_TEXTS: Readonly<Record<HealthIssueKind, HealthIssueText>> = {
  requestsFailing: {
    group: 'requests',
    title: 'Requests are failing',
    todo: 'Check whether a service below is down, then search the log for errors of the failing routes.',
    section: SLOW,
  },
  requestsSlow: {
    group: 'requests',
    title: 'Requests are slow',
    todo: 'Check the slowest routes, then whether they wait for the database or the event loop.',
    section: SLOW,
  },
  eventsFailing: {
    group: 'events',
    title: 'Socket events are failing',
    todo: 'Check whether Redis or the database is down, then find “socket event failed” in the log.',
    section: SLOW,
  },
  eventsSlow: {
    group: 'events',
    title: 'Socket events are slow',
    todo: 'Check Redis first, then the database.',
    section: SLOW,
  },
  eventLoopLag: {
    group: 'eventLoop',
    title: 'The event loop is lagging',
    todo: 'The node is at its limit. Add a node, or give this node its own CPU core.',
    section: SLOW,
  },
  jobsStuck: {
    group: 'jobs',
    title: 'Jobs are waiting too long',
    todo: 'Check whether any node runs jobs, and whether the oldest job keeps failing.',
    section: 'A job is stuck',
  },
  jobsFailed: {
    group: 'jobs',
    title: 'Jobs have failed',
    todo: 'Find the cause in the column “output” of jobs.job, fix it, and retry the jobs.',
    section: 'A job is stuck',
  },
  databaseDown: {
    group: 'services',
    title: 'The database is down',
    todo: 'Start the database; the nodes need no restart. If it doesn’t start, restore a backup or promote the replica.',
    section: 'The database is down',
  },
  databaseSlow: {
    group: 'services',
    title: 'The database is slow',
    todo: 'Look for long-running statements in pg_stat_activity, and check the database’s CPU and disk.',
    section: SLOW,
  },
  poolFull: {
    group: 'database',
    title: 'Requests are waiting for a database connection',
    todo: 'Look for long-running statements in pg_stat_activity. If there are none, add a node, or CPU cores for the database.',
    section: SLOW,
  },
  replicaBehind: {
    group: 'services',
    title: 'The replica is behind or down',
    todo: 'Repair the replica. Meanwhile, nodes read from the primary, and no data is lost.',
    section: 'What to watch',
  },
  redisDown: {
    group: 'services',
    title: 'Redis is down',
    todo: 'Restart Redis. It stores no permanent data.',
    section: 'Redis is down',
  },
  fileStoreDown: {
    group: 'services',
    title: 'The file store is down',
    todo: 'Check the object store, its key and the network. If files are stored in a folder, check its disk. The rest of the site keeps working.',
    section: 'The file store is down',
  },
  diskFull: {
    group: 'storage',
    title: 'The disk is getting full',
    todo: 'Enlarge the disk, or move the files to an object store.',
    section: 'The disk is full',
  },
  mailFailing: {
    group: 'services',
    title: 'Email is not being sent',
    todo: 'Check the mail server and SMTP_URL. Unsent email is retried for hours.',
    section: 'Mail is not sent',
  },
  paymentsDown: {
    group: 'services',
    title: 'The payment provider is down',
    todo: 'Check the provider’s status page and your keys. Payments are credited once the provider responds again.',
    section: 'The payment provider is down',
  },
  ledgerMismatch: {
    group: 'ledger',
    title: 'The ledger does not match the balances',
    todo: 'Run “npm run rivalhold -- ledger verify” to list the differences. Do not change any rows.',
    section: 'The ledger does not match the balances',
  },
  ledgerStale: {
    group: 'ledger',
    title: 'The last ledger verification is more than a day old',
    todo: 'Verify the ledger now, then find out why the nightly job did not run.',
    section: 'A job is stuck',
  },
  ledgerUnverified: {
    group: 'ledger',
    title: 'The ledger has never been verified',
    todo: 'Verify the ledger now. After that, a job verifies it every night.',
    section: 'What to watch',
  },
};

export const HEALTH_SERVICE_TEXTS: Readonly<Record<HealthService, string>> = {
  database: 'Database',
  replica: 'Replica',
  redis: 'Redis',
  fileStore: 'Files',
  mail: 'Email',
  payments: 'Payments',
};

const KINDS: Readonly<Record<string, string>> = {
  embedded: 'embedded',
  postgresql: 'PostgreSQL',
  redis: 'Redis',
  folder: 'folder',
  bucket: 'object store',
  smtp: 'SMTP',
  stripe: 'Stripe',
  sandbox: 'sandbox (no real payments)',
};

const decimal = (value: number): string => formatDecimal(value, 1);

/** Format a duration in ms: '12 ms', '3.4 s', '5 min', '2 h', '3 d'. */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${formatDecimal(ms, ms < 10 ? 1 : 0)} ms`;
  if (ms < 60_000) return `${decimal(ms / 1_000)} s`;
  if (ms < 3_600_000) return `${Math.floor(ms / 60_000)} min`;
  if (ms < 172_800_000) return `${Math.floor(ms / 3_600_000)} h`;
  return `${formatNumber(Math.floor(ms / 86_400_000))} d`;
}

/** Texts of /admin/site-health. */
export const HEALTH_TEXTS = {
  title: 'Site health',
  text: 'The state of the site, and how to fix problems.',
  loading: 'Loading site health…',
  failed: 'Failed to load site health.',
  failedText:
    'This node can’t be reached, or its database is down. See “The database is down” in the operations guide.',
  stale: (time: string) => `The site doesn’t respond. The figures below are from ${time}.`,
  asOf: (time: string) => `Updated at ${time}. Refreshes every 5 seconds.`,
  nothing: 'No action needed.',
  issues: 'Issues',
  todo: (todo: string, section: string) => `${todo} See “${section}” in the operations guide.`,
  reportedBy: (nodes: readonly string[]) => `Reported by ${formatList(nodes)}.`,
  window: (minutes: number) => `Last ${formatCount(minutes, 'minute')}`,
  traffic: 'Errors and response times',
  requests: 'Requests',
  events: 'Socket events',
  count: 'Count',
  failedCount: 'Failed',
  share: (failed: number, count: number) =>
    failed === 0 ? '0' : `${formatNumber(failed)} (${decimal((100 * failed) / count)}%)`,
  p50: 'p50',
  p95: 'p95',
  p99: 'p99',
  none: '–',
  routes: 'Routes',
  routesText: 'Routes with the most errors come first, then the slowest routes.',
  routesEmpty: 'No requests yet.',
  route: 'Route',
  jobs: 'Jobs',
  jobsText: 'Jobs that are waiting or running, and jobs that failed in the last hour.',
  jobsEmpty: 'No jobs are waiting or running, and none failed in the last hour.',
  job: 'Job',
  waiting: 'Waiting',
  retrying: 'Retrying',
  active: 'Running',
  oldest: 'Oldest',
  services: 'Backing services',
  up: 'Up',
  down: 'Down',
  unused: 'Unknown',
  unusedText: 'Not used since the server started.',
  since: <T>(time: T): Sentence<T> => ['since ', time],
  answers: (text: string) => `responds in ${text}`,
  behind: (text: string) => `${text} behind`,
  kind: (kind: string) => KINDS[kind] ?? kind,
  storage: 'Storage',
  files: 'Player files',
  filesOf: (count: number, bytes: number) => `${formatNumber(count)} (${formatBytes(bytes)})`,
  counted: <T>(time: T): Sentence<T> => ['Counted ', time],
  uncounted: 'Not counted yet. Files are counted every hour.',
  database: 'Database',
  backup: 'Last backup',
  noBackup: 'None made with the backup command',
  disk: 'Disk',
  diskOf: (free: number, total: number) =>
    `${formatBytes(free)} of ${formatBytes(total)} free (${Math.floor((100 * free) / total)}%)`,
  diskUsed: 'Used disk space',
  bucketDisk: 'Object store. Check the free space with your provider.',
  ledger: 'Coin ledger',
  matches: 'Every balance matches its ledger rows',
  differences: (count: number) => formatCount(count, 'difference'),
  neverVerified: 'Never verified. Verify the ledger now.',
  verified: <T>(time: T): Sentence<T> => ['Last verified ', time],
  rows: (count: number) => `${formatCount(count, 'row')} read`,
  ledgerTrigger: {
    schedule: () => 'by the nightly job',
    admin: (name: string | null) => (name === null ? 'by a deleted admin' : `by ${name}`),
    cli: () => 'from the command line',
  },
  verify: 'Verify now',
  running: 'Verifying…',
  verifyAsked: 'Verification started.',
  verifyFailed: 'Failed to start the verification. Please try again.',
  nodes: 'Nodes',
  cluster: {
    standalone: 'The site runs on this node only.',
    connected: 'Nodes report to each other through Redis. A stopped node disappears within 20 seconds.',
    disconnected: 'Redis is down, so only this node is listed. Other nodes might be running.',
  },
  node: 'Node',
  currentNode: 'this node',
  version: 'Version',
  uptime: 'Uptime',
  online: 'Players online',
  onlineNow: <T>(count: T): Sentence<T> => ['Players online: ', count],
  sockets: 'Sockets',
  socketsNow: <T>(count: T): Sentence<T> => ['Sockets: ', count],
  memory: 'Memory',
  loop: 'Event loop lag',
  number: decimal,
} as const;
