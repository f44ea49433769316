import { setTimeout as sleep } from 'node:timers/promises';
import type { HealthEngine } from '@rivalhold/shared/contract/health.ts';
import { MAX_LAG_MS } from '../../platform/db/reads.ts';
import type { Outcome } from '../../platform/observability/recent-metrics.ts';
import type { Site } from '../../platform/site.ts';

/** How long an engine may take to answer before it is away. */
const PATIENCE_MS = 3_000;
/** Of a bucket each question costs. */
const STORE_EVERY_MS = 30_000;

/** An engine as this node finds it: null where nothing has been asked of it; times in ms. */
export type EngineReport = {
  engine: HealthEngine;
  kind: string;
  isUp: boolean | null;
  since: number | null;
  ms: number | null;
};
type Found = { isUp: boolean; since: number; at: number; ms: number | null };
type Asked = { engine: HealthEngine; everyMs: number; ask: () => Promise<unknown> };

/** What the site stands on, asked again and again whether it answers. */
export class Probes {
  readonly #site: Site;
  readonly #asked: readonly Asked[];
  readonly #found = new Map<HealthEngine, Found>();

  constructor(site: Site) {
    this.#site = site;
    const { board } = site;
    this.#asked = [
      { engine: 'database', everyMs: 0, ask: () => site.database.ping() },
      { engine: 'store', everyMs: STORE_EVERY_MS, ask: () => site.files.store.answers() },
      ...(board ? [{ engine: 'redis' as const, everyMs: 0, ask: () => board.answers() }] : []),
    ];
  }

  /** Asks each whose time it is. */
  async ask(): Promise<void> {
    const now = this.#now();
    const due = this.#asked.filter(
      ({ engine, everyMs }) => now - (this.#found.get(engine)?.at ?? Number.NEGATIVE_INFINITY) >= everyMs,
    );
    await Promise.all(due.map((asked) => this.#askOne(asked)));
  }

  async #askOne({ engine, ask }: Asked): Promise<void> {
    const begun = this.#now();
    const late = sleep(PATIENCE_MS, undefined, { ref: false }).then(() => Promise.reject(new Error('late')));
    const isUp = await Promise.race([ask(), late]).then(
      () => true,
      () => false,
    );
    const at = this.#now();
    this.#tell(engine, isUp, isUp ? at - begun : null);
  }

  #tell(engine: HealthEngine, isUp: boolean, ms: number | null): void {
    const at = this.#now();
    const before = this.#found.get(engine);
    this.#found.set(engine, { isUp, ms, at, since: before?.isUp === isUp ? before.since : at });
  }

  /** Every engine that is set up. */
  report(): EngineReport[] {
    const { config, reads, board, metrics, payments } = this.#site;
    if (reads.isDivided)
      this.#tell('replica', reads.lagMs <= MAX_LAG_MS, Number.isFinite(reads.lagMs) ? reads.lagMs : null);
    const found = (engine: HealthEngine, kind: string): EngineReport => {
      const { isUp = null, since = null, ms = null } = this.#found.get(engine) ?? {};
      return { engine, kind, isUp, since, ms };
    };
    const tried = (engine: HealthEngine, kind: string, outcome: Outcome | undefined): EngineReport => ({
      engine,
      kind,
      isUp: outcome?.ok ?? null,
      since: outcome?.since ?? null,
      ms: null,
    });
    return [
      found('database', config.databaseUrl ? 'postgresql' : 'embedded'),
      ...(reads.isDivided ? [found('replica', 'postgresql')] : []),
      ...(board ? [found('redis', 'redis')] : []),
      found('store', config.s3 ? 'bucket' : 'folder'),
      tried('mail', config.smtpUrl ? 'smtp' : 'folder', metrics.recent.outcomeOf('job mail')),
      ...(payments ? [tried('payments', payments.kind, metrics.recent.outcomeOf('payments'))] : []),
    ];
  }

  #now(): number {
    return this.#site.clock.now().getTime();
  }
}
