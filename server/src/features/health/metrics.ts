import { hostname } from 'node:os';
import type { HealthService } from '@rivalhold/shared/contract/health.ts';
import type { Site } from '../../platform/site.ts';
import { connectedUserIds } from '../presence/service.ts';
import { nodeMonitorOf } from './node-monitor.ts';

/** The label of each service, in the naming style of Prometheus. */
const SERVICE_LABELS: Record<HealthService, string> = {
  database: 'database',
  replica: 'replica',
  redis: 'redis',
  fileStore: 'file_store',
  mail: 'mail',
  payments: 'payments',
};

const secondsOf = (isoTime: string | undefined): number | undefined =>
  isoTime === undefined ? undefined : Date.parse(isoTime) / 1_000;

/**
 * Add the figures of the site health page to the metrics. A scrape runs no queries. It returns the values that the node
 * monitor has measured.
 */
export function defineHealthMetrics(site: Site): void {
  const { metrics, config } = site;
  const monitor = nodeMonitorOf(site);
  metrics.gauges(
    'rivalhold_build_info',
    'Version of Rivalhold that this node runs, and its hostname. The value is always 1.',
    ['version', 'host'],
    () => [{ labels: { version: config.version, host: hostname() }, value: 1 }],
  );
  metrics.gauges(
    'rivalhold_service_up',
    'Whether this node can use a service: 1 or 0. For mail and payments: whether the last attempt succeeded.',
    ['service', 'kind'],
    () =>
      monitor.services.map(({ name, kind, isUp }) => ({
        labels: { service: SERVICE_LABELS[name], kind },
        value: isUp === null ? null : Number(isUp),
      })),
  );
  metrics.gauges(
    'rivalhold_service_response_seconds',
    'Response time of a service at the last check in seconds. For the replica: its lag.',
    ['service'],
    () =>
      monitor.services.map(({ name, ms }) => ({
        labels: { service: SERVICE_LABELS[name] },
        value: ms === null ? null : ms / 1_000,
      })),
  );
  metrics.gauge(
    'rivalhold_players_online',
    'Players connected to any node of the site.',
    () => connectedUserIds(site).size,
  );
  metrics.gauge(
    'rivalhold_node_players',
    'Players connected to this node.',
    () => [...site.realtime.localUserIds()].length,
  );
  defineDiskMetrics(site);
  defineJobMetrics(site);
  defineLedgerMetrics(site);
}

function defineDiskMetrics(site: Site): void {
  const { metrics } = site;
  const monitor = nodeMonitorOf(site);
  const volumes = (what: 'free' | 'total') =>
    Object.entries(monitor.volumes).map(([volume, space]) => ({ labels: { volume }, value: space?.[what] }));
  metrics.gauges(
    'rivalhold_disk_free_bytes',
    "Free space in bytes on a disk of this node. volume: data (the disk of DATA_DIR) or files (the disk of players' files).",
    ['volume'],
    () => volumes('free'),
  );
  metrics.gauges('rivalhold_disk_size_bytes', 'Size of a disk of this node in bytes.', ['volume'], () =>
    volumes('total'),
  );
  metrics.gauge(
    'rivalhold_database_size_bytes',
    'Size of the database in bytes.',
    () => monitor.figures.databaseBytes,
  );
  metrics.gauge(
    'rivalhold_stored_files',
    "Number of players' files, counted every hour.",
    () => monitor.figures.measured?.files,
  );
  metrics.gauge(
    'rivalhold_stored_files_bytes',
    "Size of all players' files in bytes, measured every hour.",
    () => monitor.figures.measured?.bytes,
  );
  metrics.gauge(
    'rivalhold_backup_completed_timestamp_seconds',
    'Unix time at which the last backup was completed.',
    () => secondsOf(monitor.figures.backupAt),
  );
}

function defineJobMetrics(site: Site): void {
  const { metrics } = site;
  const monitor = nodeMonitorOf(site);
  metrics.gauges(
    'rivalhold_jobs_unfinished',
    'Jobs by name and state: waiting, retrying, active, or failed permanently in the last hour.',
    ['name', 'state'],
    () =>
      (monitor.figures.jobs ?? []).flatMap(({ name, waiting, retrying, active, failed }) =>
        Object.entries({ waiting, retrying, active, failed }).map(([state, value]) => ({
          labels: { name, state },
          value,
        })),
      ),
  );
  metrics.gauges(
    'rivalhold_job_oldest_seconds',
    'Seconds for which the oldest waiting job has been due, by job. 0 if no job waits.',
    ['name'],
    () =>
      (monitor.figures.jobs ?? []).map(({ name, oldestMs }) => ({
        labels: { name },
        value: (oldestMs ?? 0) / 1_000,
      })),
  );
}

function defineLedgerMetrics(site: Site): void {
  const { metrics } = site;
  const monitor = nodeMonitorOf(site);
  metrics.gauge(
    'rivalhold_ledger_verified_timestamp_seconds',
    'Unix time at which the coin ledger was verified last.',
    () => secondsOf(monitor.figures.verified?.at),
  );
  metrics.gauge(
    'rivalhold_ledger_differences',
    'Differences between balances and the coin ledger at the last verification.',
    () => monitor.figures.verified?.differences,
  );
  metrics.gauge(
    'rivalhold_ledger_rows',
    'Rows of the coin ledger at the last verification.',
    () => monitor.figures.verified?.rows,
  );
}
