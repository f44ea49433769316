import type { HealthTimings, SiteHealth } from '@rivalhold/shared/contract/health.ts';
import { AppError } from '../../platform/errors.ts';
import {
  type Histogram,
  mergeHistograms,
  quantileMs,
  totalOf,
  WINDOW_MINUTES,
} from '../../platform/observability/recent-metrics.ts';
import type { Site } from '../../platform/site.ts';
import { VERIFY_JOB } from '../coins/service.ts';
import { connectedUserIds } from '../presence/service.ts';
import { type NodeReport, nodeMonitorOf, worstRoutes } from './node-monitor.ts';
import { siteIssues, worst } from './policy.ts';
import { hasUnfinishedJob, saveFileUsage } from './queries.ts';

export { nodeMonitorOf } from './node-monitor.ts';

/** Measure the number and size of players' files, and save the result for all nodes. */
export async function measureFiles(site: Site): Promise<void> {
  const measured = await site.files.store.measureUsage();
  await saveFileUsage(site.db, { ...measured, at: site.clock.now().toISOString() });
}

/**
 * Return the health of the site. It is computed from the reports of all nodes about the last few minutes, and from
 * figures in the shared database. The only player data that is read is the name of the admin who requested the last
 * ledger verification.
 * @throws AppError `unavailable` if the database did not return the figures
 */
export async function getHealth(site: Site): Promise<SiteHealth> {
  const { figures, nodes, cluster } = await nodeMonitorOf(site).read();
  const { verified, measured, databaseBytes, backupAt = null } = figures;
  if (!figures.jobs || databaseBytes === undefined) throw new AppError('unavailable');
  const jobs = figures.jobs.filter(
    ({ waiting, retrying, active, failed }) => waiting + retrying + active + failed > 0,
  );
  const now = site.clock.now();
  const requests = mergeHistograms(nodes.map((node) => node.requests));
  const events = mergeHistograms(nodes.map((node) => node.events));
  const ledger: SiteHealth['ledger'] = {
    // Query the job itself instead of using `jobs`, because pg-boss counts active jobs only once a minute.
    isRunning: await hasUnfinishedJob(site.db, VERIFY_JOB),
    last: verified
      ? {
          at: verified.at,
          by: verified.admin,
          trigger: verified.trigger,
          rows: verified.rows,
          differences: verified.differences,
        }
      : null,
  };
  const issues = siteIssues({ nodes, requests, events, jobs, ledger, now });
  return {
    at: now.toISOString(),
    state: worst(issues.map(({ state }) => state)),
    issues,
    minutes: WINDOW_MINUTES,
    requests: toTimings(requests),
    events: toTimings(events),
    routes: mergeRoutes(nodes),
    jobs,
    services: mergeServices(nodes),
    storage: {
      files: measured ? { count: measured.files, bytes: measured.bytes, countedAt: measured.at } : null,
      databaseBytes,
      backupAt,
      disk: nodes[0].disk,
    },
    ledger,
    players: connectedUserIds(site).size,
    nodes: nodes.map(presentNode),
    cluster,
  };
}

const toTimings = (tally: Histogram): HealthTimings => ({
  count: totalOf(tally),
  failed: tally.failed,
  p50: quantileMs(tally, 0.5),
  p95: quantileMs(tally, 0.95),
  p99: quantileMs(tally, 0.99),
});

function mergeRoutes(nodes: readonly NodeReport[]): SiteHealth['routes'] {
  const all = new Map<string, Histogram>();
  for (const { route, tally } of nodes.flatMap((node) => node.routes)) {
    const before = all.get(route);
    all.set(route, before ? mergeHistograms([before, tally]) : tally);
  }
  return worstRoutes([...all].map(([route, tally]) => ({ route, tally }))).map(({ route, tally }) => {
    const { count, failed, p95, p99 } = toTimings(tally);
    return { route, count, failed, p95, p99 };
  });
}

/** Merge the reports of all nodes. A service counts as down if it is down for any node. */
function mergeServices([own, ...others]: readonly [NodeReport, ...NodeReport[]]): SiteHealth['services'] {
  return own.services.map((mine) => {
    const theirs = others.flatMap(({ services }) => services.filter(({ name }) => name === mine.name));
    const all = [mine, ...theirs];
    const { since, ...shown } =
      all.find(({ isUp }) => isUp === false) ?? all.find(({ isUp }) => isUp !== null) ?? mine;
    return { ...shown, since: since === null ? null : new Date(since).toISOString() };
  });
}

function presentNode(node: NodeReport): SiteHealth['nodes'][number] {
  return {
    name: node.name,
    version: node.version,
    startedAt: new Date(node.startedAt).toISOString(),
    sockets: node.sockets,
    players: node.players,
    memoryBytes: node.memoryBytes,
    lagMs: node.lags.at(-1) ?? 0,
    count: totalOf(node.requests),
    failed: node.requests.failed,
  };
}
