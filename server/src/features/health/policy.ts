import type { HealthIssueKind, HealthState, SiteHealth } from '@rivalhold/shared/contract/health.ts';
import { HOUR, MINUTE } from '@rivalhold/shared/time-units.ts';
import {
  type Histogram,
  isInWindow,
  quantileMs,
  totalOf,
} from '../../platform/observability/recent-metrics.ts';
import type { NodeReport } from './node-monitor.ts';

type HealthIssue = SiteHealth['troubles'][number];
/** What is judged: all nodes, and what they share. */
export type HealthFigures = {
  nodes: readonly NodeReport[];
  /** Of all nodes, in the last minutes. */
  requests: Histogram;
  events: Histogram;
  jobs: SiteHealth['jobs'];
  ledger: SiteHealth['ledger'];
  now: Date;
};

/** Of fewer, one that is slow says nothing. */
const MIN_SAMPLE = 50;
/** Above the first it is watched, above the second something is to be done. */
const LATENCY_BOUNDS_MS = { requests: [500, 1_000], events: [250, 500], database: [250, 1_000] } as const;
const FAILURE_THRESHOLD = { least: 5, share: 0.01 };
const MAX_LOOP_LAG_MS = 200;
const POOL_BOUNDS = [3, 10] as const;
const STUCK_MS = [2 * MINUTE, 10 * MINUTE] as const;
const JOBS_FAILED = [0, 9] as const;
const USAGE_BOUNDS = [0.8, 0.9] as const;
/** Verified each night. */
const LEDGER_BOUNDS_MS = [26 * HOUR, 50 * HOUR] as const;
/** What can wait for a while, as mail does. */
const DEFERRABLE_MS = 10 * MINUTE;

/** How a figure is that is to stay at or below two bounds. */
const stateAbove = (figure: number, [watch, act]: readonly [number, number]): HealthState =>
  figure > act ? 'act' : figure > watch ? 'watch' : 'well';

const failureState = (tally: Histogram): HealthState => {
  const isMany =
    tally.failed >= FAILURE_THRESHOLD.least && tally.failed / totalOf(tally) > FAILURE_THRESHOLD.share;
  return isMany ? 'act' : tally.failed > 0 ? 'watch' : 'well';
};
const latencyState = (tally: Histogram, bounds: readonly [number, number]): HealthState =>
  totalOf(tally) < MIN_SAMPLE ? 'well' : stateAbove(quantileMs(tally, 0.99) ?? 0, bounds);

/** A loop that lagged in each of the last minutes is no accident. */
function loopState({ minutes }: NodeReport, now: Date): HealthState {
  const lags = minutes.filter(({ at }) => isInWindow(at, now)).map(({ lagMs }) => lagMs > MAX_LOOP_LAG_MS);
  if (!lags.at(-1)) return 'well';
  return lags.length > 2 && lags.every(Boolean) ? 'act' : 'watch';
}

const ledgerState = ({ last }: SiteHealth['ledger'], now: Date): [HealthIssueKind, HealthState] => {
  if (!last) return ['ledgerNever', 'watch'];
  if (last.differences > 0) return ['ledgerDiffers', 'act'];
  return ['ledgerOld', stateAbove(now.getTime() - Date.parse(last.at), LEDGER_BOUNDS_MS)];
};

/** What one node finds. */
function nodeIssues(node: NodeReport, now: Date): [HealthIssueKind, HealthState][] {
  const found: [HealthIssueKind, HealthState][] = [
    ['loop', loopState(node, now)],
    ['poolFull', stateAbove(node.poolWaiting, POOL_BOUNDS)],
  ];
  if (node.disk) found.push(['diskFull', stateAbove(1 - node.disk.free / node.disk.total, USAGE_BOUNDS)]);
  for (const { engine, isUp, since, ms } of node.engines) {
    const forLong = isUp === false && now.getTime() - (since ?? 0) > DEFERRABLE_MS;
    const away = isUp === false ? 'act' : 'well';
    const awayForLong = isUp === false ? (forLong ? 'act' : 'watch') : 'well';
    if (engine === 'database')
      found.push(['databaseAway', away], ['databaseSlow', stateAbove(ms ?? 0, LATENCY_BOUNDS_MS.database)]);
    if (engine === 'redis') found.push(['redisAway', away]);
    if (engine === 'store') found.push(['storeAway', away]);
    if (engine === 'replica') found.push(['replicaBehind', awayForLong]);
    if (engine === 'mail') found.push(['mailFailing', awayForLong]);
    if (engine === 'payments') found.push(['paymentsAway', awayForLong]);
  }
  return found;
}

const STATE_ORDER: Record<HealthState, number> = { well: 0, watch: 1, act: 2 };
export const worst = (states: readonly HealthState[]): HealthState =>
  states.reduce((a, b) => (STATE_ORDER[b] > STATE_ORDER[a] ? b : a), 'well');

/** All that is not well, what is to be seen to first before. */
export function siteIssues({ nodes, requests, events, jobs, ledger, now }: HealthFigures): HealthIssue[] {
  const ofSite: [HealthIssueKind, HealthState][] = [
    ['failing', failureState(requests)],
    ['slow', latencyState(requests, LATENCY_BOUNDS_MS.requests)],
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
  const troubles = new Map<HealthIssueKind, HealthIssue>();
  for (const [cause, state] of ofSite) if (state !== 'well') troubles.set(cause, { cause, state, nodes: [] });
  for (const node of nodes)
    for (const [cause, state] of nodeIssues(node, now)) {
      if (state === 'well') continue;
      const known = troubles.get(cause);
      troubles.set(cause, {
        cause,
        state: worst([state, known?.state ?? 'well']),
        nodes: [...(known?.nodes ?? []), node.name],
      });
    }
  return [...troubles.values()].sort((a, b) => STATE_ORDER[b.state] - STATE_ORDER[a.state]);
}
