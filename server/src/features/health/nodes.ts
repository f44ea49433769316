import { hostname } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { MINUTE } from '@rivalhold/shared/time-units.ts';
import type { NodeNotes } from '../../platform/cluster/node-board.ts';
import {
  countOf,
  isInWindow,
  quantileMs,
  sumOf,
  type Tally,
} from '../../platform/observability/recent-metrics.ts';
import { onePerSite, type Site } from '../../platform/site.ts';
import { type EngineReport, Probes } from './probes.ts';

/** How often a node looks how it is, and tells the others; what is older than a life is of one that is gone. */
const EVERY_MS = 5_000;
const LIFE_MS = 20_000;
/** Distance of two measurements of the loop; it is part of each. */
const LOOP_MS = 20;
const MOST_ROUTES = 8;

/** How one node is, as it tells the others; times in ms. */
export type NodeReport = {
  name: string;
  version: string;
  startedAt: number;
  sockets: number;
  players: number;
  memoryBytes: number;
  /** Calls that wait for a connection to the database. */
  poolWaiting: number;
  minutes: { at: number; requests: Tally; lagMs: number }[];
  events: Tally;
  routes: { route: string; tally: Tally }[];
  engines: EngineReport[];
  disk: { free: number; total: number } | null;
};

/** Follows how this node is, and hears how the others are. */
export class Watch {
  readonly #site: Site;
  readonly #probes: Probes;
  readonly #notes: NodeNotes<NodeReport> | null;
  readonly #loop = monitorEventLoopDelay({ resolution: LOOP_MS });
  readonly #startedAt: number;
  #loopMinute = 0;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | null = null;
  #disk: NodeReport['disk'] = null;
  #areTold = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(site: Site) {
    this.#site = site;
    this.#probes = new Probes(site);
    this.#notes = site.board?.notes({ about: 'health', lifeMs: LIFE_MS }) ?? null;
    this.#startedAt = this.#now();
    this.#loop.enable();
  }

  /** Looks by itself from now on. */
  start(): void {
    const look = () => void this.#look().catch((error) => this.#site.log.warn({ err: error }, 'health'));
    this.#timer = setInterval(look, EVERY_MS).unref();
    look();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#loop.disable();
    await this.#looking?.catch(() => {});
    await this.#notes?.leave().catch(() => {});
  }

  /** This node, then the others as they were seconds ago; and whether all of them are known. */
  async read(): Promise<{ nodes: [NodeReport, ...NodeReport[]]; others: 'alone' | 'told' | 'unknown' }> {
    if (this.#now() - this.#lookedAt >= EVERY_MS) await this.#look();
    await this.#looking;
    const told = this.#notes?.others() ?? [];
    const others = !this.#notes ? 'alone' : this.#areTold ? 'told' : 'unknown';
    return { nodes: [this.#report(), ...told.toSorted((a, b) => a.name.localeCompare(b.name))], others };
  }

  #look(): Promise<void> {
    this.#looking ??= this.#lookNow().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  async #lookNow(): Promise<void> {
    this.#lookedAt = this.#now();
    this.#measureLoop();
    await this.#probes.ask();
    this.#disk = await this.#site.files.store.room().catch(() => null);
    if (!this.#notes) return;
    this.#areTold = await this.#notes.exchange(this.#report()).then(
      () => true,
      () => false,
    );
  }

  #measureLoop(): void {
    const minute = Math.floor(this.#now() / MINUTE);
    if (minute !== this.#loopMinute) this.#loop.reset();
    this.#loopMinute = minute;
    const ms = this.#loop.percentile(99) / 1e6 - LOOP_MS;
    this.#site.metrics.recent.lag(Math.round(Math.max(0, ms || 0) * 10) / 10);
  }

  #report(): NodeReport {
    const { config, clock, database, realtime, metrics } = this.#site;
    const minutes = metrics.recent.minutes();
    const now = clock.now();
    return {
      name: `${hostname()}/${process.pid}`,
      version: config.version,
      startedAt: this.#startedAt,
      sockets: realtime.socketsHere(),
      players: [...realtime.connectedHere()].length,
      memoryBytes: process.memoryUsage.rss(),
      poolWaiting: database.pool?.waitingCount ?? 0,
      minutes: minutes.map(({ at, requests, lagMs }) => ({ at, requests, lagMs })),
      events: sumOf(minutes.filter(({ at }) => isInWindow(at, now)).map(({ events }) => events)),
      routes: worstOf([...metrics.recent.routes()].map(([route, tally]) => ({ route, tally }))),
      engines: this.#probes.report(),
      disk: this.#disk,
    };
  }

  #now(): number {
    return this.#site.clock.now().getTime();
  }
}

/** The routes that fail the most, then those that take the longest. */
export const worstOf = (routes: NodeReport['routes']): NodeReport['routes'] =>
  routes
    .filter(({ tally }) => countOf(tally) > 0)
    .sort(
      (a, b) =>
        b.tally.failed - a.tally.failed ||
        (quantileMs(b.tally, 0.95) ?? 0) - (quantileMs(a.tally, 0.95) ?? 0),
    )
    .slice(0, MOST_ROUTES);

/** What follows how this node is; one for all that ask. */
export const watchOf = onePerSite((site) => new Watch(site));
