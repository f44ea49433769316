import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../lib/paths.mjs';
import { ensurePromtool } from '../testing/promtool.ts';
import { DEPLOY } from '../testing/proxy.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { isAvailable } from '../testing/tools.ts';

type Alert = {
  alert: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
};
const RULES = join(DEPLOY, 'prometheus/rules.yml');
const { groups } = parse(readFileSync(RULES, 'utf8')) as { groups: { rules: Alert[] }[] };
const alerts = groups.flatMap(({ rules }) => rules);

/**
 * Values of series by the name of the series, in the notation of promtool. For example, `0x75` means that the value
 * stays 0 for 75 intervals. `0+5x75` means that it starts at 0 and increases by 5 in each interval.
 */
type Series = Record<string, string>;
/**
 * A test case for an alert. After 70 minutes, the alert must fire with the series in `fires`, and must not fire with
 * the series in `quiet`. Each set of series in a list is tested separately.
 */
type Case = {
  fires: Series | Series[];
  quiet: Series | Series[];
  /** Labels of the alert in addition to its severity. */
  labels?: Record<string, string>;
  /** True to evaluate the alert after 30 hours instead of 70 minutes, at intervals of 5 minutes instead of 1. */
  long?: true;
};

const NODE = 'up{job="rivalhold",instance="a"}';
const HEALTHY_NODE = { [NODE]: '1x75' };
/** A histogram with the buckets 0.1, 2.5 and +Inf. All its observations are in the bucket `le`. */
const histogram = (name: string, labels: string, le: '0.1' | '2.5'): Series => ({
  [`${name}_bucket{${labels}le="0.1"}`]: le === '0.1' ? '0+100x75' : '0x75',
  [`${name}_bucket{${labels}le="2.5"}`]: '0+100x75',
  [`${name}_bucket{${labels}le="+Inf"}`]: '0+100x75',
});
const slow = (name: string, labels = '') => ({
  fires: histogram(name, labels, '2.5'),
  quiet: histogram(name, labels, '0.1'),
});
const down = (service: string): Case => {
  const series = `rivalhold_service_up{service="${service}",kind="x",instance="a"}`;
  const other = `rivalhold_service_up{service="${service}",kind="x",instance="b"}`;
  return {
    fires: { [series]: '0x75', [other]: '1x75' },
    quiet: [
      { [series]: '1x75', [other]: '1x75' },
      // Only one check fails.
      { [series]: '1x69 0 1x5', [other]: '1x75' },
    ],
    labels: { service },
  };
};
const share = (name: string, bad: string, good: string): Pick<Case, 'fires' | 'quiet'> => ({
  fires: { [`${name}{${good}}`]: '0+90x75', [`${name}{${bad}}`]: '0+10x75' },
  quiet: { [`${name}{${good}}`]: '0+1000x75', [`${name}{${bad}}`]: '0+5x75' },
});
const above = (series: string, bad: string, good: string, labels: Case['labels'] = {}): Case => ({
  fires: { [series]: bad },
  quiet: { [series]: good },
  labels,
});
/**
 * Values of series that contain a Unix time in seconds: the time 27 h or 1 h before a `long` case is evaluated. The
 * evaluation time is 30 h, because promtool's clock starts at 0.
 */
const AGO = { '27 h': `${3 * 3600}x400`, '1 h': `${29 * 3600}x400` };
const REQUESTS = 'rivalhold_http_request_seconds_count';
const MAIL = 'rivalhold_jobs_total{name="mail",outcome=';
const PAYMENT_REQUESTS = 'rivalhold_payment_requests_total{outcome=';
const LEDGER = 'rivalhold_ledger_verified_timestamp_seconds{instance="a"}';
const BACKUP = 'rivalhold_backup_completed_timestamp_seconds{instance="a"}';

const CASES: Record<string, Case> = {
  SiteDown: { fires: [{ [NODE]: '0x75' }, {}], quiet: [HEALTHY_NODE, { [NODE]: '1x69 0 1x5' }] },
  SiteUnreachable: above('probe_success{job="rivalhold-outside"}', '0x75', '1x75'),
  NodeDown: {
    fires: { ...HEALTHY_NODE, 'up{job="rivalhold",instance="b"}': '0x75' },
    quiet: HEALTHY_NODE,
    labels: { job: 'rivalhold', instance: 'b' },
  },
  CertificateExpires: above(
    'probe_ssl_earliest_cert_expiry{job="rivalhold-outside",instance="site"}',
    `${10 * 86_400}x75`,
    `${30 * 86_400}x75`,
    { instance: 'site' },
  ),
  RequestsFail: {
    fires: [
      share(REQUESTS, 'status="503"', 'status="200"').fires as Series,
      // The site is read-only, as the refused socket events show, but the requests fail for another reason.
      {
        [`${REQUESTS}{status="200"}`]: '0+90x75',
        [`${REQUESTS}{status="503"}`]: '0+10x75',
        'rivalhold_refusals_total{code="readOnly",source="socket"}': '0+10x75',
      },
    ],
    quiet: [
      share(REQUESTS, 'status="503"', 'status="200"').quiet as Series,
      // The requests fail only because the site is read-only.
      {
        [`${REQUESTS}{status="200"}`]: '0+90x75',
        [`${REQUESTS}{status="503"}`]: '0+10x75',
        'rivalhold_refusals_total{code="readOnly",source="http"}': '0+10x75',
      },
    ],
  },
  RequestsSlow: slow('rivalhold_http_request_seconds', 'route="/x",'),
  SocketEventsFail: share('rivalhold_socket_event_seconds_count', 'outcome="failed"', 'outcome="ok"'),
  SocketEventsSlow: slow('rivalhold_socket_event_seconds', 'event="x",'),
  SocketEventsRefused: share('rivalhold_socket_event_seconds_count', 'outcome="refused"', 'outcome="ok"'),
  ConnectionsLost: above('rivalhold_open_sockets{instance="a"}', '1000x69 400', '1000x69 900'),
  NodeFull: above('rivalhold_open_sockets{instance="a"}', '3100x75', '2900x75', { instance: 'a' }),
  RequestsRefused: above('rivalhold_rate_limited_total{limit="write"}', '0+600x75', '0+60x75', {
    limit: 'write',
  }),
  UnhandledErrors: {
    fires: {
      'rivalhold_unhandled_total{instance="a"}': '0+1x75',
      'rivalhold_service_up{service="redis",instance="a"}': '1x75',
    },
    quiet: {
      'rivalhold_unhandled_total{instance="a"}': '0+1x75',
      'rivalhold_service_up{service="redis",instance="a"}': '0x75',
    },
    labels: { instance: 'a' },
  },
  DatabaseDown: down('database'),
  DatabaseSlow: slow('rivalhold_database_statement_seconds', 'database="primary",'),
  ConnectionPoolFull: above('rivalhold_pool_waiting{instance="a"}', '11x75', '9x75', { instance: 'a' }),
  ReplicaBehind: above('rivalhold_replica_lag_seconds{instance="a"}', '900x75', '1x75', { instance: 'a' }),
  RedisDown: down('redis'),
  EventsNotPublished: {
    fires: { 'rivalhold_cluster_messages_published_total{outcome="failed"}': '0+5x75' },
    quiet: [
      { 'rivalhold_cluster_messages_published_total{outcome="failed"}': '5x75' },
      // All failures occur within a minute.
      { 'rivalhold_cluster_messages_published_total{outcome="failed"}': '0x65 9x10' },
    ],
  },
  EventsLate: slow('rivalhold_cluster_lag_seconds'),
  FileStoreDown: down('file_store'),
  MailFails: {
    fires: [
      { [`${MAIL}"failed",instance="a"}`]: '0+1x75' },
      // Every attempt to send an email fails. The server tries again every 10 minutes.
      {
        [`${MAIL}"failed",instance="a"}`]: '0x9 1x9 2x9 3x9 4x9 5x9 6x15',
        [`${MAIL}"done",instance="a"}`]: '0x75',
      },
    ],
    quiet: [
      // One node fails to send emails, but the other node succeeds.
      { [`${MAIL}"failed",instance="a"}`]: '0+1x75', [`${MAIL}"done",instance="b"}`]: '0+1x75' },
      // An email fails only once.
      { [`${MAIL}"failed",instance="a"}`]: '0x62 1x13', [`${MAIL}"done",instance="a"}`]: '0x75' },
    ],
  },
  PaymentsDown: {
    fires: [
      { [`${PAYMENT_REQUESTS}"failed",instance="a"}`]: '0+1x75' },
      // There is only one failed request every 10 minutes.
      {
        [`${PAYMENT_REQUESTS}"failed",instance="a"}`]: '0x39 1x9 2x9 3x20',
        [`${PAYMENT_REQUESTS}"done",instance="a"}`]: '5x75',
      },
    ],
    quiet: [
      {
        [`${PAYMENT_REQUESTS}"failed",instance="a"}`]: '0+1x75',
        [`${PAYMENT_REQUESTS}"done",instance="b"}`]: '0+1x75',
      },
      // Only one failure occurs.
      {
        [`${PAYMENT_REQUESTS}"failed",instance="a"}`]: '0x62 1x13',
        [`${PAYMENT_REQUESTS}"done",instance="a"}`]: '0x75',
      },
    ],
  },
  PaymentsRefused: {
    fires: { 'rivalhold_payments_total{outcome="refused_amount"}': '0x69 1x6' },
    quiet: [
      { 'rivalhold_payments_total{outcome="refused_amount"}': '3x75' },
      // A wrong signature fires no alert, because anyone can send a message with a wrong signature.
      { 'rivalhold_payments_total{outcome="refused_signature"}': '0+1x75' },
    ],
    labels: { outcome: 'refused_amount' },
  },
  PushesFail: {
    fires: [
      {
        'rivalhold_pushes_total{outcome="failed"}': '0+5x75',
        'rivalhold_pushes_total{outcome="sent"}': '0+1x75',
      },
      { 'rivalhold_pushes_total{outcome="failed"}': '0+5x75' },
    ],
    quiet: {
      'rivalhold_pushes_total{outcome="failed"}': '0+1x75',
      'rivalhold_pushes_total{outcome="sent"}': '0+5x75',
    },
  },
  JobsStuck: above('rivalhold_job_oldest_seconds{name="mail",instance="a"}', '700x75', '500x75', {
    name: 'mail',
  }),
  JobsFail: above('rivalhold_jobs_total{name="mail",outcome="failed"}', '0+12x75', '0+1x75'),
  NoJobsRun: {
    fires: [{ 'rivalhold_jobs_total{name="clips.purge",outcome="done"}': '9x75' }, HEALTHY_NODE],
    quiet: { 'rivalhold_jobs_total{name="clips.purge",outcome="done"}': '0+1x75' },
  },
  LedgerDiffers: above('rivalhold_ledger_differences{instance="a"}', '1x75', '0x75'),
  LedgerNotVerified: { ...above(LEDGER, AGO['27 h'], AGO['1 h']), long: true },
  LedgerMissing: {
    fires: { [NODE]: '1x400' },
    quiet: { [NODE]: '1x400', [LEDGER]: '1x400' },
    long: true,
  },
  BackupOld: { ...above(BACKUP, AGO['27 h'], AGO['1 h']), long: true },
  BackupMissing: {
    fires: { [NODE]: '1x400' },
    quiet: { [NODE]: '1x400', [BACKUP]: '1x400' },
    long: true,
  },
  DiskFillsUp: disk('15x75', '25x75'),
  DiskFull: disk('5x75', '15x75'),
  EventLoopLags: ofNode('nodejs_eventloop_lag_p99_seconds', '0.3x75', '0.1x75'),
  MemoryHigh: ofNode('process_resident_memory_bytes', '1400000000x75', '800000000x75'),
  ClocksDiffer: above('rivalhold_clock_offset_seconds{instance="a"}', '-0.3x75', '0.1x75', { instance: 'a' }),
  VersionsDiffer: {
    fires: {
      'rivalhold_build_info{version="1",instance="a"}': '1x75',
      'rivalhold_build_info{version="2",instance="b"}': '1x75',
    },
    quiet: { 'rivalhold_build_info{version="1",instance="a"}': '1x75' },
  },
};

function disk(bad: string, good: string): Case {
  const space = (free: string): Series => ({
    'rivalhold_disk_free_bytes{volume="data",instance="a"}': free,
    'rivalhold_disk_size_bytes{volume="data",instance="a"}': '100x75',
  });
  return { fires: space(bad), quiet: space(good), labels: { volume: 'data', instance: 'a' } };
}

function ofNode(name: string, bad: string, good: string): Case {
  return above(`${name}{job="rivalhold",instance="a"}`, bad, good, { job: 'rivalhold', instance: 'a' });
}

/**
 * Return promtool tests for an alert, one for each set of series. If `fires` is true, the tests use the `fires` series
 * of the case, and expect the alert. Otherwise, they use the `quiet` series, and expect no alert.
 */
function alertTests({ alert, labels, annotations }: Alert, { long, ...each }: Case, fires: boolean) {
  return [fires ? each.fires : each.quiet].flat().map((series) => ({
    interval: long ? '5m' : '1m',
    input_series: Object.entries(series).map(([series, values]) => ({ series, values })),
    alert_rule_test: [
      {
        eval_time: long ? '30h' : '70m',
        alertname: alert,
        exp_alerts: fires
          ? [{ exp_labels: { ...labels, ...each.labels }, exp_annotations: annotations }]
          : [],
      },
    ],
  }));
}

describe('the Prometheus rules', () => {
  it('give every alert a severity and a section of docs/operations.md', () => {
    const docs = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
    for (const { alert, labels, annotations } of alerts) {
      expect(['page', 'ticket'], alert).toContain(labels.severity);
      const { runbook } = annotations;
      expect(docs.includes(`\n## ${runbook}\n`) || docs.includes(`\n- **${runbook}.**`), alert).toBe(true);
    }
  });

  it('have a test case for every alert', () => {
    expect(Object.keys(CASES).sort()).toEqual(alerts.map(({ alert }) => alert).sort());
  });

  const promtool = ensurePromtool();
  describe.skipIf(!isAvailable(promtool, 'promtool'))('with promtool', () => {
    const run = (folder: string, ...args: string[]) => {
      const { status, stdout, stderr } = spawnSync(promtool as string, args, {
        cwd: folder,
        encoding: 'utf8',
      });
      return { status, output: stdout + stderr };
    };
    /** Call `use` with a copy of the configuration in a temporary folder. */
    const withCopy = (use: (folder: string) => void): void => {
      const folder = temporaryFolder();
      try {
        cpSync(join(DEPLOY, 'prometheus'), folder, { recursive: true });
        use(folder);
      } finally {
        rmSync(folder, { recursive: true });
      }
    };

    it('are valid', () =>
      withCopy((folder) => {
        writeFileSync(join(folder, 'metrics-token'), 'x');
        const { status, output } = run(folder, 'check', 'config', 'prometheus.yml');
        expect(status, output).toBe(0);
        expect(output).toContain(`${alerts.length} rules found`);
      }));

    it('fire each alert for its `fires` series, and not for its `quiet` series', () =>
      withCopy((folder) => {
        // To save time, give each test only the group of its alert: promtool evaluates all rules of a test at every
        // interval.
        const files = groups.flatMap((group, index) => {
          const rules = `group-${index}.yml`;
          writeFileSync(join(folder, rules), JSON.stringify({ groups: [group] }));
          const tests = group.rules.flatMap((alert) =>
            [true, false].flatMap((fires) => alertTests(alert, CASES[alert.alert] as Case, fires)),
          );
          // Evaluate the rules at the interval of the series. With a longer evaluation interval, alerts would fire
          // later, and the tests would not notice a `for` period that is too short.
          return (['1m', '5m'] as const).map((interval) => {
            const file = `test-${index}-${interval}.yml`;
            const ofInterval = tests.filter((each) => each.interval === interval);
            const content = { rule_files: [rules], evaluation_interval: interval, tests: ofInterval };
            writeFileSync(join(folder, file), JSON.stringify(content));
            return file;
          });
        });
        const { status, output } = run(folder, 'test', 'rules', ...files);
        expect(status, output).toBe(0);
      }));
  });
});
