import type { HealthIssueKind, HealthState, SiteHealth } from '@rivalhold/shared/contract/health.ts';
import { HOUR, MINUTE } from '@rivalhold/shared/time-units.ts';
import { type Histogram, quantileMs, totalOf } from '../../platform/observability/recent-metrics.ts';
import type { NodeReport } from './node-monitor.ts';

type HealthIssue = SiteHealth['issues'][number];
/** The figures from which issues are determined. They cover all nodes and their shared services. */
export type HealthFigures = {
  nodes: readonly NodeReport[];
  /** Durations of all nodes' requests in the last few minutes. `events` has the durations of socket events. */
  requests: Histogram;
  events: Histogram;
  jobs: SiteHealth['jobs'];
  ledger: SiteHealth['ledger'];
  now: Date;
};

/** If there are fewer requests or events than this, their durations are not reported as an issue. */
const MIN_SAMPLE = 50;
/**
 * Bounds of response times in ms. Above the first bound, the state is a warning. Above the second bound, the
 * state is critical.
 */
const LATENCY_BOUNDS_MS = { requests: [500, 1_000], events: [250, 500], database: [250, 1_000] } as const;
const FAILURE_THRESHOLD = { min: 5, share: 0.01 };
const MAX_LOOP_LAG_MS = 200;
const POOL_BOUNDS = [3, 10] as const;
const STUCK_MS = [2 * MINUTE, 10 * MINUTE] as const;
const JOBS_FAILED = [0, 9] as const;
const USAGE_BOUNDS = [0.8, 0.9] as const;
/**
 * Bounds of the time in ms since the last ledger verification, which runs every night. Above the first bound, the state
 * is a warning. Above the second bound, the state is critical.
 */
const LEDGER_BOUNDS_MS = [26 * HOUR, 50 * HOUR] as const;
/** Time in ms after which an outage is critical even for a service whose work can wait, such as mail. */
const DEFERRABLE_MS = 10 * MINUTE;

/** Return the state of a figure that has one bound for the state `warning` and one for the state `critical`. */
const stateAbove = (figure: number, [warning, critical]: readonly [number, number]): HealthState =>
  figure > critical ? 'critical' : figure > warning ? 'warning' : 'ok';

const failureState = (tally: Histogram): HealthState => {
  const isMany =
    tally.failed >= FAILURE_THRESHOLD.min && tally.failed / totalOf(tally) > FAILURE_THRESHOLD.share;
  return isMany ? 'critical' : tally.failed > 0 ? 'warning' : 'ok';
};
const latencyState = (tally: Histogram, bounds: readonly [number, number]): HealthState =>
  totalOf(tally) < MIN_SAMPLE ? 'ok' : stateAbove(quantileMs(tally, 0.99) ?? 0, bounds);

/**
 * Return `warning` if the event loop lagged in the last minute. Return `critical` if at least three minutes were
 * measured, and it lagged in all of them.
 */
function loopState({ lags }: NodeReport): HealthState {
  const isLagging = (ms = 0) => ms > MAX_LOOP_LAG_MS;
  if (!isLagging(lags.at(-1))) return 'ok';
  return lags.length > 2 && lags.every((ms) => isLagging(ms)) ? 'critical' : 'warning';
}

const ledgerState = ({ last }: SiteHealth['ledger'], now: Date): [HealthIssueKind, HealthState] => {
  if (!last) return ['ledgerUnverified', 'warning'];
  if (last.differences > 0) return ['ledgerMismatch', 'critical'];
  return ['ledgerStale', stateAbove(now.getTime() - Date.parse(last.at), LEDGER_BOUNDS_MS)];
};

/** Return the kinds of issues that are checked for one node, with their states. */
function nodeIssues(node: NodeReport, now: Date): [HealthIssueKind, HealthState][] {
  const found: [HealthIssueKind, HealthState][] = [
    ['eventLoopLag', loopState(node)],
    ['poolFull', stateAbove(node.poolWaiting, POOL_BOUNDS)],
  ];
  if (node.disk) found.push(['diskFull', stateAbove(1 - node.disk.free / node.disk.total, USAGE_BOUNDS)]);
  for (const { name, isUp, since, ms } of node.services) {
    const forLong = isUp === false && now.getTime() - (since ?? 0) > DEFERRABLE_MS;
    const away = isUp === false ? 'critical' : 'ok';
    const awayForLong = isUp === false ? (forLong ? 'critical' : 'warning') : 'ok';
    if (name === 'database')
      found.push(['databaseDown', away], ['databaseSlow', stateAbove(ms ?? 0, LATENCY_BOUNDS_MS.database)]);
    if (name === 'redis') found.push(['redisDown', away]);
    if (name === 'fileStore') found.push(['fileStoreDown', away]);
    if (name === 'replica') found.push(['replicaBehind', awayForLong]);
    if (name === 'mail') found.push(['mailFailing', awayForLong]);
    if (name === 'payments') found.push(['paymentsDown', awayForLong]);
  }
  return found;
}

const STATE_ORDER: Record<HealthState, number> = { ok: 0, warning: 1, critical: 2 };
/** Return the most severe of the given states, or `ok` if there are none. */
export const worst = (states: readonly HealthState[]): HealthState =>
  states.reduce((a, b) => (STATE_ORDER[b] > STATE_ORDER[a] ? b : a), 'ok');

/** Return the issues of the site, most severe first. */
export function siteIssues({ nodes, requests, events, jobs, ledger, now }: HealthFigures): HealthIssue[] {
  const ofSite: [HealthIssueKind, HealthState][] = [
    ['requestsFailing', failureState(requests)],
    ['requestsSlow', latencyState(requests, LATENCY_BOUNDS_MS.requests)],
    ['eventsFailing', failureState(events)],
    ['eventsSlow', latencyState(events, LATENCY_BOUNDS_MS.events)],
    ['jobsStuck', worst(jobs.map(({ oldestMs }) => stateAbove(oldestMs ?? 0, STUCK_MS)))],
    [
      'jobsFailed',
      stateAbove(
        jobs.reduce((sum, { failed }) => sum + failed, 0),
        JOBS_FAILED,
      ),
    ],
    ledgerState(ledger, now),
  ];
  const issues = new Map<HealthIssueKind, HealthIssue>();
  for (const [kind, state] of ofSite) if (state !== 'ok') issues.set(kind, { kind, state, nodes: [] });
  for (const node of nodes)
    for (const [kind, state] of nodeIssues(node, now)) {
      if (state === 'ok') continue;
      const known = issues.get(kind);
      issues.set(kind, {
        kind,
        state: worst([state, known?.state ?? 'ok']),
        nodes: [...(known?.nodes ?? []), node.name],
      });
    }
  return [...issues.values()].sort((a, b) => STATE_ORDER[b.state] - STATE_ORDER[a.state]);
}
