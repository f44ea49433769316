import type { HealthTaken, SiteHealth } from '@rivalhold/shared/contract/health.ts';
import { MINUTE } from '@rivalhold/shared/time-units.ts';
import { Together } from '../../platform/concurrency/batch-loader.ts';
import {
  countOf,
  isInWindow,
  quantileMs,
  sumOf,
  type Tally,
  WINDOW_MINUTES,
} from '../../platform/observability/recent-metrics.ts';
import { onePerSite, type Site } from '../../platform/site.ts';
import { lastVerified, VERIFY_JOB } from '../ledger/service.ts';
import { connectedTo } from '../presence/service.ts';
import { type NodeReport, watchOf, worstOf } from './nodes.ts';
import { troublesOf, worst } from './policy.ts';
import { databaseBytes, lastMeasured, putMeasured, unfinishedJobs } from './queries.ts';

export { watchOf } from './nodes.ts';

/** Counts the files of players and keeps for all nodes how many there are. */
export async function measureFiles(site: Site): Promise<void> {
  const measured = await site.files.store.measure();
  await putMeasured(site.db, { ...measured, at: site.clock.now().toISOString() });
}

/** Read once for all who look at the same time, and the size of the database once a minute. */
const readings = onePerSite((site) => {
  let size = { bytes: 0, at: Number.NEGATIVE_INFINITY };
  return new Together(async () => {
    const now = site.clock.now().getTime();
    if (now - size.at >= MINUTE) size = { bytes: await databaseBytes(site.db), at: now };
    return {
      jobs: await unfinishedJobs(site.db),
      verified: await lastVerified(site.db),
      measured: await lastMeasured(site.db),
      databaseBytes: size.bytes,
    };
  });
});

/** Whether the site is well, by what each node knows of its last hour and what they share. Reads no table of players. */
export async function readHealth(site: Site): Promise<SiteHealth> {
  const { nodes, others } = await watchOf(site).read();
  const { jobs, verified, measured, databaseBytes: bytes } = await readings(site).ask();
  const now = site.clock.now();
  const minutes = byMinute(nodes);
  const requests = windowOf(minutes, now);
  const events = sumOf(nodes.map((node) => node.events));
  const ledger: SiteHealth['ledger'] = {
    isRunning: jobs.some(({ name, waiting, active }) => name === VERIFY_JOB && waiting + active > 0),
    last: verified
      ? {
          at: verified.at,
          by: verified.admin,
          how: verified.how,
          rows: verified.rows,
          differences: verified.differences,
        }
      : null,
  };
  const troubles = troublesOf({ nodes, requests, events, jobs, ledger, now });
  return {
    at: now.toISOString(),
    state: worst(troubles.map(({ state }) => state)),
    troubles,
    minutes: WINDOW_MINUTES,
    requests: taken(requests),
    events: taken(events),
    routes: routesOf(nodes),
    history: [...minutes].map(([at, { requests: tally, lagMs }]) => ({
      at: new Date(at).toISOString(),
      count: countOf(tally),
      failed: tally.failed,
      p95: quantileMs(tally, 0.95),
      lagMs,
    })),
    jobs,
    engines: enginesOf(nodes),
    storage: {
      files: measured ? { count: measured.files, bytes: measured.bytes, countedAt: measured.at } : null,
      databaseBytes: bytes,
      disk: nodes[0].disk,
    },
    ledger,
    players: connectedTo(site).size,
    nodes: nodes.map((node) => presentNode(node, now)),
    others,
  };
}

type Minutes = Map<number, { requests: Tally; lagMs: number }>;

/** The minutes of all nodes put together, the oldest first; the lag is the longest. */
function byMinute(nodes: readonly NodeReport[]): Minutes {
  const minutes: Minutes = new Map();
  for (const { at, requests, lagMs } of nodes.flatMap((node) => node.minutes).sort((a, b) => a.at - b.at)) {
    const before = minutes.get(at);
    minutes.set(at, {
      requests: before ? sumOf([before.requests, requests]) : requests,
      lagMs: Math.max(before?.lagMs ?? 0, lagMs),
    });
  }
  return minutes;
}

const windowOf = (minutes: Minutes, now: Date): Tally =>
  sumOf([...minutes].filter(([at]) => isInWindow(at, now)).map(([, { requests }]) => requests));

const taken = (tally: Tally): HealthTaken => ({
  count: countOf(tally),
  failed: tally.failed,
  p50: quantileMs(tally, 0.5),
  p95: quantileMs(tally, 0.95),
  p99: quantileMs(tally, 0.99),
});

function routesOf(nodes: readonly NodeReport[]): SiteHealth['routes'] {
  const all = new Map<string, Tally>();
  for (const { route, tally } of nodes.flatMap((node) => node.routes)) {
    const before = all.get(route);
    all.set(route, before ? sumOf([before, tally]) : tally);
  }
  return worstOf([...all].map(([route, tally]) => ({ route, tally }))).map(({ route, tally }) => {
    const { count, failed, p95, p99 } = taken(tally);
    return { route, count, failed, p95, p99 };
  });
}

/** Each engine as the node finds it for which it is the worst: away from one is away. */
function enginesOf([own, ...others]: readonly [NodeReport, ...NodeReport[]]): SiteHealth['engines'] {
  return own.engines.map((mine) => {
    const theirs = others.flatMap(({ engines }) => engines.filter(({ engine }) => engine === mine.engine));
    const all = [mine, ...theirs];
    const { since, ...shown } =
      all.find(({ isUp }) => isUp === false) ?? all.find(({ isUp }) => isUp !== null) ?? mine;
    return { ...shown, since: since === null ? null : new Date(since).toISOString() };
  });
}

function presentNode(node: NodeReport, now: Date): SiteHealth['nodes'][number] {
  const requests = sumOf(
    node.minutes.filter(({ at }) => isInWindow(at, now)).map((minute) => minute.requests),
  );
  return {
    name: node.name,
    version: node.version,
    startedAt: new Date(node.startedAt).toISOString(),
    sockets: node.sockets,
    players: node.players,
    memoryBytes: node.memoryBytes,
    lagMs: node.minutes.at(-1)?.lagMs ?? 0,
    count: countOf(requests),
    failed: requests.failed,
  };
}
