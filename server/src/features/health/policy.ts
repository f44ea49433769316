import type { HealthCause, HealthState, SiteHealth } from '@rivalhold/shared/contract/health.ts';
import { HOUR, MINUTE } from '@rivalhold/shared/time-units.ts';
import { countOf, isInWindow, quantileMs, type Tally } from '../../platform/observability/recent-metrics.ts';
import type { NodeReport } from './nodes.ts';

type Trouble = SiteHealth['troubles'][number];
/** What is judged: all nodes, and what they share. */
export type Figures = {
  nodes: readonly NodeReport[];
  /** Of all nodes, in the last minutes. */
  requests: Tally;
  events: Tally;
  jobs: SiteHealth['jobs'];
  ledger: SiteHealth['ledger'];
  now: Date;
};

/** Of fewer, one that is slow says nothing. */
const ENOUGH = 50;
/** Above the first it is watched, above the second something is to be done. */
const SLOW_MS = { requests: [500, 1_000], events: [250, 500], database: [250, 1_000] } as const;
const FAILED = { least: 5, share: 0.01 };
const LOOP_MS = 200;
const POOL = [3, 10] as const;
const STUCK_MS = [2 * MINUTE, 10 * MINUTE] as const;
const JOBS_FAILED = [0, 9] as const;
const USED = [0.8, 0.9] as const;
/** Verified each night. */
const LEDGER_MS = [26 * HOUR, 50 * HOUR] as const;
/** What can wait for a while, as mail does. */
const PATIENT_MS = 10 * MINUTE;

/** How a figure is that is to stay at or below two bounds. */
const above = (figure: number, [watch, act]: readonly [number, number]): HealthState =>
  figure > act ? 'act' : figure > watch ? 'watch' : 'well';

const failing = (tally: Tally): HealthState => {
  const isMany = tally.failed >= FAILED.least && tally.failed / countOf(tally) > FAILED.share;
  return isMany ? 'act' : tally.failed > 0 ? 'watch' : 'well';
};
const slow = (tally: Tally, bounds: readonly [number, number]): HealthState =>
  countOf(tally) < ENOUGH ? 'well' : above(quantileMs(tally, 0.99) ?? 0, bounds);

/** A loop that lagged in each of the last minutes is no accident. */
function loopOf({ minutes }: NodeReport, now: Date): HealthState {
  const lags = minutes.filter(({ at }) => isInWindow(at, now)).map(({ lagMs }) => lagMs > LOOP_MS);
  if (!lags.at(-1)) return 'well';
  return lags.length > 2 && lags.every(Boolean) ? 'act' : 'watch';
}

const ledgerOf = ({ last }: SiteHealth['ledger'], now: Date): [HealthCause, HealthState] => {
  if (!last) return ['ledgerNever', 'watch'];
  if (last.differences > 0) return ['ledgerDiffers', 'act'];
  return ['ledgerOld', above(now.getTime() - Date.parse(last.at), LEDGER_MS)];
};

/** What one node finds. */
function troublesOfNode(node: NodeReport, now: Date): [HealthCause, HealthState][] {
  const found: [HealthCause, HealthState][] = [
    ['loop', loopOf(node, now)],
    ['poolFull', above(node.poolWaiting, POOL)],
  ];
  if (node.disk) found.push(['diskFull', above(1 - node.disk.free / node.disk.total, USED)]);
  for (const { engine, isUp, since, ms } of node.engines) {
    const forLong = isUp === false && now.getTime() - (since ?? 0) > PATIENT_MS;
    const away = isUp === false ? 'act' : 'well';
    const awayForLong = isUp === false ? (forLong ? 'act' : 'watch') : 'well';
    if (engine === 'database')
      found.push(['databaseAway', away], ['databaseSlow', above(ms ?? 0, SLOW_MS.database)]);
    if (engine === 'redis') found.push(['redisAway', away]);
    if (engine === 'store') found.push(['storeAway', away]);
    if (engine === 'replica') found.push(['replicaBehind', awayForLong]);
    if (engine === 'mail') found.push(['mailFailing', awayForLong]);
    if (engine === 'payments') found.push(['paymentsAway', awayForLong]);
  }
  return found;
}

const WORST: Record<HealthState, number> = { well: 0, watch: 1, act: 2 };
export const worst = (states: readonly HealthState[]): HealthState =>
  states.reduce((a, b) => (WORST[b] > WORST[a] ? b : a), 'well');

/** All that is not well, what is to be seen to first before. */
export function troublesOf({ nodes, requests, events, jobs, ledger, now }: Figures): Trouble[] {
  const ofSite: [HealthCause, HealthState][] = [
    ['failing', failing(requests)],
    ['slow', slow(requests, SLOW_MS.requests)],
    ['eventsFailing', failing(events)],
    ['eventsSlow', slow(events, SLOW_MS.events)],
    ['jobsStuck', worst(jobs.map(({ oldestMs }) => above(oldestMs ?? 0, STUCK_MS)))],
    [
      'jobsFailed',
      above(
        jobs.reduce((sum, { failed }) => sum + failed, 0),
        JOBS_FAILED,
      ),
    ],
    ledgerOf(ledger, now),
  ];
  const troubles = new Map<HealthCause, Trouble>();
  for (const [cause, state] of ofSite) if (state !== 'well') troubles.set(cause, { cause, state, nodes: [] });
  for (const node of nodes)
    for (const [cause, state] of troublesOfNode(node, now)) {
      if (state === 'well') continue;
      const known = troubles.get(cause);
      troubles.set(cause, {
        cause,
        state: worst([state, known?.state ?? 'well']),
        nodes: [...(known?.nodes ?? []), node.name],
      });
    }
  return [...troubles.values()].sort((a, b) => WORST[b.state] - WORST[a.state]);
}
