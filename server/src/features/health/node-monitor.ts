import { hostname } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { MINUTE } from '@rivalhold/shared/time-units.ts';
import type { SharedNodeState } from '../../platform/cluster/node-registry.ts';
import { withTimeout } from '../../platform/concurrency/with-timeout.ts';
import { freeSpaceOf } from '../../platform/files/open-storage.ts';
import {
  type Histogram,
  mergeHistograms,
  quantileMs,
  totalOf,
} from '../../platform/observability/recent-metrics.ts';
import { perSite, type Site } from '../../platform/site.ts';
import { lastVerified } from '../coins/service.ts';
import { PROBE_TIMEOUT_MS, Probes, type ServiceReport } from './probes.ts';
import { databaseBytes, type JobRow, jobBacklog, lastBackup, lastMeasured } from './queries.ts';

/** Interval at which a node publishes its report. If a node stops, its last report expires after `REPORT_TTL_MS`. */
const REPORT_INTERVAL_MS = 5_000;
const REPORT_TTL_MS = 20_000;
/**
 * Interval at which a node reads the figures of the whole site from the database. When an admin opens the health page,
 * the node reads them earlier if they are older than `REPORT_INTERVAL_MS`.
 */
const FIGURES_INTERVAL_MS = 30_000;
/**
 * Sampling interval of the event loop delay in ms. Every sample includes this interval, so the interval is subtracted
 * from the result.
 */
const LOOP_SAMPLE_MS = 20;
const MAX_ROUTES = 8;

/** The health of one node, as it is published to the other nodes. Times are in ms. */
export type NodeReport = {
  name: string;
  version: string;
  startedAt: number;
  sockets: number;
  players: number;
  memoryBytes: number;
  /** Number of queries waiting for a database connection. */
  poolWaiting: number;
  /** Durations of the requests in the last few minutes. `events` has the durations of socket events. */
  requests: Histogram;
  events: Histogram;
  /** The event loop lag in each of the last few minutes. */
  lags: number[];
  routes: { route: string; tally: Histogram }[];
  services: ServiceReport[];
  disk: DiskSpace | null;
};

/** Space in bytes. */
type DiskSpace = { free: number; total: number };
/**
 * The disks to which a node writes: the disk of `DATA_DIR`, and the disk of players' files if these are stored in a
 * folder.
 */
type Volumes = { data: DiskSpace | null; files: DiskSpace | null };

/** The figures of the whole site, from the database that all nodes share. An unknown figure is undefined. */
type Figures = {
  jobs?: JobRow[] | undefined;
  verified?: Awaited<ReturnType<typeof lastVerified>>;
  measured?: Awaited<ReturnType<typeof lastMeasured>>;
  backupAt?: string | undefined;
  databaseBytes?: number | undefined;
};

/** Measures the health of this node, and reads the reports of the other nodes. */
export class NodeMonitor {
  readonly #site: Site;
  readonly #probes: Probes;
  readonly #shared: SharedNodeState<NodeReport> | null;
  readonly #loop = monitorEventLoopDelay({ resolution: LOOP_SAMPLE_MS });
  readonly #startedAt: number;
  #loopMinute = 0;
  #refreshedAt = Number.NEGATIVE_INFINITY;
  #refreshing: Promise<void> | null = null;
  #volumes: Volumes = { data: null, files: null };
  #figures: Figures = {};
  #figuresReadAt = Number.NEGATIVE_INFINITY;
  #size = { bytes: 0, at: Number.NEGATIVE_INFINITY };
  #readingFigures = Promise.resolve();
  #isPublished = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(site: Site) {
    this.#site = site;
    this.#probes = new Probes(site);
    // Change this name whenever the type of the reports changes, because nodes of different versions run during an
    // upgrade.
    this.#shared = site.nodeRegistry?.sharedState({ name: 'health', ttlMs: REPORT_TTL_MS }) ?? null;
    this.#startedAt = this.#now();
    this.#loop.enable();
  }

  /** Start measuring periodically. */
  start(): void {
    const look = () =>
      void this.refresh().catch((error) =>
        this.#site.log.warn({ err: error }, 'refreshing the site health failed'),
      );
    this.#timer = setInterval(look, REPORT_INTERVAL_MS).unref();
    look();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#loop.disable();
    await this.#refreshing?.catch(() => {});
    await this.#shared?.remove().catch(() => {});
  }

  /**
   * Return the figures of the whole site, the reports of all nodes (this node's first), and whether the nodes are
   * connected to each other.
   */
  async read(): Promise<{
    figures: Figures;
    nodes: [NodeReport, ...NodeReport[]];
    cluster: 'standalone' | 'connected' | 'disconnected';
  }> {
    if (this.#now() - this.#refreshedAt >= REPORT_INTERVAL_MS) await this.refresh();
    await this.#refreshing;
    await this.#readFigures(REPORT_INTERVAL_MS);
    const received = this.#shared?.others() ?? [];
    const cluster = !this.#shared ? 'standalone' : this.#isPublished ? 'connected' : 'disconnected';
    const nodes: [NodeReport, ...NodeReport[]] = [
      this.#report(),
      ...received.toSorted((a, b) => a.name.localeCompare(b.name)),
    ];
    return { figures: this.#figures, nodes, cluster };
  }

  /** The last measured state of the services. */
  get services(): ServiceReport[] {
    return this.#probes.report();
  }

  /** The last measured space on the node's disks. */
  get volumes(): Volumes {
    return this.#volumes;
  }

  /** The last figures of the whole site. The backlog of jobs is missing if the database did not respond. */
  get figures(): Figures {
    return this.#figures;
  }

  /**
   * Measure the health of this node, and publish its report. If a measurement is already running, wait for it
   * instead of starting another.
   */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#refreshNow().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  async #refreshNow(): Promise<void> {
    this.#refreshedAt = this.#now();
    this.#measureLoop();
    const { config, files } = this.#site;
    const [data, ofFiles] = await Promise.all([
      freeSpaceOf(config.dataDir).catch(() => null),
      files.store.freeSpace().catch(() => null),
      this.#probes.run(),
      this.#readFigures(FIGURES_INTERVAL_MS),
    ]);
    this.#volumes = { data, files: ofFiles };
    if (!this.#shared) return;
    this.#isPublished = await this.#shared.publish(this.#report()).then(
      () => true,
      () => false,
    );
  }

  /** Read the figures of the whole site if they are at least `maxAgeMs` old. */
  #readFigures(maxAgeMs: number): Promise<void> {
    const now = this.#now();
    if (now - this.#figuresReadAt >= maxAgeMs) {
      this.#figuresReadAt = now;
      this.#readingFigures = this.#readFiguresNow();
    }
    return this.#readingFigures;
  }

  async #readFiguresNow(): Promise<void> {
    const { db } = this.#site;
    const last = this.#figures;
    // Read each figure separately, so that a slow figure does not delay the others.
    const read = <T>(figure: Promise<T>, fallback: T | undefined) =>
      withTimeout(figure, PROBE_TIMEOUT_MS).catch(() => fallback);
    const [jobs, verified, measured, backupAt, bytes] = await Promise.all([
      // If the query fails, drop the old backlog, because it is out of date. Other figures, such as the time of the
      // last backup, stay valid.
      read(jobBacklog(db), undefined),
      read(lastVerified(db), last.verified),
      read(lastMeasured(db), last.measured),
      read(lastBackup(db), last.backupAt),
      read(this.#readDatabaseBytes(), last.databaseBytes),
    ]);
    this.#figures = { jobs, verified, measured, backupAt, databaseBytes: bytes };
  }

  /** Return the size of the database. Read it at most once a minute, because PostgreSQL has to read all file sizes. */
  async #readDatabaseBytes(): Promise<number> {
    const now = this.#now();
    if (now - this.#size.at >= MINUTE) this.#size = { bytes: await databaseBytes(this.#site.db), at: now };
    return this.#size.bytes;
  }

  #measureLoop(): void {
    const minute = Math.floor(this.#now() / MINUTE);
    if (minute !== this.#loopMinute) this.#loop.reset();
    this.#loopMinute = minute;
    const ms = this.#loop.percentile(99) / 1e6 - LOOP_SAMPLE_MS;
    this.#site.metrics.recent.recordLag(Math.round(Math.max(0, ms || 0) * 10) / 10);
  }

  #report(): NodeReport {
    const { config, database, realtime, metrics } = this.#site;
    const minutes = metrics.recent.minutes();
    return {
      name: `${hostname()}/${process.pid}`,
      version: config.version,
      startedAt: this.#startedAt,
      sockets: realtime.localSocketCount(),
      players: [...realtime.localUserIds()].length,
      memoryBytes: process.memoryUsage.rss(),
      poolWaiting: database.pool?.waitingCount ?? 0,
      requests: mergeHistograms(minutes.map(({ requests }) => requests)),
      events: mergeHistograms(minutes.map(({ events }) => events)),
      lags: minutes.map(({ lagMs }) => lagMs),
      routes: worstRoutes([...metrics.recent.routes()].map(([route, tally]) => ({ route, tally }))),
      services: this.#probes.report(),
      disk: this.#volumes.files,
    };
  }

  #now(): number {
    return this.#site.clock.now().getTime();
  }
}

/** Return the routes with the most failures. Among routes with equally many failures, the slowest come first. */
export const worstRoutes = (routes: NodeReport['routes']): NodeReport['routes'] =>
  routes
    .filter(({ tally }) => totalOf(tally) > 0)
    .sort(
      (a, b) =>
        b.tally.failed - a.tally.failed ||
        (quantileMs(b.tally, 0.95) ?? 0) - (quantileMs(a.tally, 0.95) ?? 0),
    )
    .slice(0, MAX_ROUTES);

/** Return the site's node monitor. */
export const nodeMonitorOf = perSite((site) => new NodeMonitor(site));
