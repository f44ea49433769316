import { setTimeout as sleep } from 'node:timers/promises';
import type { HealthService } from '@rivalhold/shared/contract/health.ts';
import { MAX_LAG_MS } from '../../platform/db/read-router.ts';
import type { Outcome } from '../../platform/observability/recent-metrics.ts';
import type { Site } from '../../platform/site.ts';

/** How long an engine may take to answer before it is away. */
const PROBE_TIMEOUT_MS = 3_000;
/** Of a bucket each question costs. */
const STORE_PROBE_INTERVAL_MS = 30_000;

/** An engine as this node finds it: null where nothing has been asked of it; times in ms. */
export type ServiceReport = {
  engine: HealthService;
  kind: string;
  isUp: boolean | null;
  since: number | null;
  ms: number | null;
};
type ProbeResult = { isUp: boolean; since: number; at: number; ms: number | null };
type Probe = { engine: HealthService; everyMs: number; run: () => Promise<unknown> };

/** What the site stands on, asked again and again whether it answers. */
export class Probes {
  readonly #site: Site;
  readonly #probes: readonly Probe[];
  readonly #results = new Map<HealthService, ProbeResult>();

  constructor(site: Site) {
    this.#site = site;
    const { nodeRegistry } = site;
    this.#probes = [
      { engine: 'database', everyMs: 0, run: () => site.database.ping() },
      { engine: 'store', everyMs: STORE_PROBE_INTERVAL_MS, run: () => site.files.store.ping() },
      ...(nodeRegistry ? [{ engine: 'redis' as const, everyMs: 0, run: () => nodeRegistry.ping() }] : []),
    ];
  }

  /** Asks each whose time it is. */
  async run(): Promise<void> {
    const now = this.#now();
    const due = this.#probes.filter(
      ({ engine, everyMs }) => now - (this.#results.get(engine)?.at ?? Number.NEGATIVE_INFINITY) >= everyMs,
    );
    await Promise.all(due.map((asked) => this.#runOne(asked)));
  }

  async #runOne({ engine, run: ask }: Probe): Promise<void> {
    const begun = this.#now();
    const late = sleep(PROBE_TIMEOUT_MS, undefined, { ref: false }).then(() =>
      Promise.reject(new Error('late')),
    );
    const isUp = await Promise.race([ask(), late]).then(
      () => true,
      () => false,
    );
    const at = this.#now();
    this.#recordResult(engine, isUp, isUp ? at - begun : null);
  }

  #recordResult(engine: HealthService, isUp: boolean, ms: number | null): void {
    const at = this.#now();
    const before = this.#results.get(engine);
    this.#results.set(engine, { isUp, ms, at, since: before?.isUp === isUp ? before.since : at });
  }

  /** Every engine that is set up. */
  report(): ServiceReport[] {
    const { config, reads, nodeRegistry, metrics, payments } = this.#site;
    if (reads.isDivided)
      this.#recordResult(
        'replica',
        reads.lagMs <= MAX_LAG_MS,
        Number.isFinite(reads.lagMs) ? reads.lagMs : null,
      );
    const found = (engine: HealthService, kind: string): ServiceReport => {
      const { isUp = null, since = null, ms = null } = this.#results.get(engine) ?? {};
      return { engine, kind, isUp, since, ms };
    };
    const tried = (engine: HealthService, kind: string, outcome: Outcome | undefined): ServiceReport => ({
      engine,
      kind,
      isUp: outcome?.ok ?? null,
      since: outcome?.since ?? null,
      ms: null,
    });
    return [
      found('database', config.databaseUrl ? 'postgresql' : 'embedded'),
      ...(reads.isDivided ? [found('replica', 'postgresql')] : []),
      ...(nodeRegistry ? [found('redis', 'redis')] : []),
      found('store', config.s3 ? 'bucket' : 'folder'),
      tried('mail', config.smtpUrl ? 'smtp' : 'folder', metrics.recent.outcomeOf('job mail')),
      ...(payments ? [tried('payments', payments.name, metrics.recent.outcomeOf('payments'))] : []),
    ];
  }

  #now(): number {
    return this.#site.clock.now().getTime();
  }
}
