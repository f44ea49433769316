import type { HealthService } from '@rivalhold/shared/contract/health.ts';
import { withTimeout } from '../../platform/concurrency/with-timeout.ts';
import { MAX_LAG_MS } from '../../platform/db/read-router.ts';
import type { Outcome } from '../../platform/observability/recent-metrics.ts';
import type { Site } from '../../platform/site.ts';

/** Response time above which a service counts as down. */
export const PROBE_TIMEOUT_MS = 3_000;
/** The file store is checked less often than other services, because each request to a bucket costs money. */
const STORE_PROBE_INTERVAL_MS = 30_000;

/**
 * The state of a service as this node sees it. `isUp` is null before the first check. `since` is the Unix time in ms of
 * the last change of `isUp`. `ms` is the response time or, for the replica, the lag.
 */
export type ServiceReport = {
  name: HealthService;
  kind: string;
  isUp: boolean | null;
  since: number | null;
  ms: number | null;
};
type ProbeResult = { isUp: boolean; since: number; at: number; ms: number | null };
type Probe = { name: HealthService; everyMs: number; run: () => Promise<unknown> };

/** Checks the services on which the site depends. */
export class Probes {
  readonly #site: Site;
  readonly #probes: readonly Probe[];
  readonly #results = new Map<HealthService, ProbeResult>();

  constructor(site: Site) {
    this.#site = site;
    const { nodeRegistry } = site;
    this.#probes = [
      { name: 'database', everyMs: 0, run: () => site.database.ping() },
      { name: 'fileStore', everyMs: STORE_PROBE_INTERVAL_MS, run: () => site.files.store.ping() },
      ...(nodeRegistry ? [{ name: 'redis' as const, everyMs: 0, run: () => nodeRegistry.ping() }] : []),
    ];
  }

  /** Run the checks that are due, and record the lag of the replica. */
  async run(): Promise<void> {
    const now = this.#now();
    const due = this.#probes.filter(
      ({ name, everyMs }) => now - (this.#results.get(name)?.at ?? Number.NEGATIVE_INFINITY) >= everyMs,
    );
    await Promise.all(due.map((probe) => this.#runOne(probe)));
    const { hasReplica, lagMs } = this.#site.reads;
    if (hasReplica) this.#recordResult('replica', lagMs <= MAX_LAG_MS, Number.isFinite(lagMs) ? lagMs : null);
  }

  async #runOne({ name, run: ask }: Probe): Promise<void> {
    const begun = this.#now();
    const isUp = await withTimeout(ask(), PROBE_TIMEOUT_MS).then(
      () => true,
      () => false,
    );
    const at = this.#now();
    this.#recordResult(name, isUp, isUp ? at - begun : null);
  }

  #recordResult(name: HealthService, isUp: boolean, ms: number | null): void {
    const at = this.#now();
    const before = this.#results.get(name);
    this.#results.set(name, { isUp, ms, at, since: before?.isUp === isUp ? before.since : at });
    if (before?.isUp === isUp || (isUp && !before)) return;
    if (!isUp) this.#site.log.error({ service: name }, 'a service is down');
    else this.#site.log.info({ service: name, downMs: at - (before?.since ?? at) }, 'a service is up again');
  }

  /** Return the last measured state of every configured service. */
  report(): ServiceReport[] {
    const { config, reads, nodeRegistry, metrics, payments } = this.#site;
    const found = (name: HealthService, kind: string): ServiceReport => {
      const { isUp = null, since = null, ms = null } = this.#results.get(name) ?? {};
      return { name, kind, isUp, since, ms };
    };
    const tried = (name: HealthService, kind: string, outcome: Outcome | undefined): ServiceReport => ({
      name,
      kind,
      isUp: outcome?.ok ?? null,
      since: outcome?.since ?? null,
      ms: null,
    });
    return [
      found('database', config.databaseUrl ? 'postgresql' : 'embedded'),
      ...(reads.hasReplica ? [found('replica', 'postgresql')] : []),
      ...(nodeRegistry ? [found('redis', 'redis')] : []),
      found('fileStore', config.s3 ? 'bucket' : 'folder'),
      tried('mail', config.smtpUrl ? 'smtp' : 'folder', metrics.recent.outcomeOf('job mail')),
      ...(payments ? [tried('payments', payments.name, metrics.recent.outcomeOf('payments'))] : []),
    ];
  }

  #now(): number {
    return this.#site.clock.now().getTime();
  }
}
