import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type Clock, systemClock } from '../clock.ts';
import { BUCKET_SECONDS, RecentMetrics } from './recent-metrics.ts';

/** Each script and style has a route of its own. */
const ASSET_ROUTES = /^\/assets\/.*/;

/** What Prometheus reads at /metrics, and the site's own page of how it is. */
export class Metrics {
  readonly registry = new Registry();
  readonly recent: RecentMetrics;
  readonly #requests = new Histogram({
    name: 'rivalhold_http_request_seconds',
    help: 'Request duration in seconds, by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKET_SECONDS,
    registers: [this.registry],
  });
  readonly #events = new Histogram({
    name: 'rivalhold_socket_event_seconds',
    help: 'Duration of handling a socket event in seconds, by event and outcome.',
    labelNames: ['event', 'outcome'],
    buckets: BUCKET_SECONDS,
    registers: [this.registry],
  });
  readonly #jobs = new Counter({
    name: 'rivalhold_jobs_total',
    help: 'Completed jobs, by name and outcome.',
    labelNames: ['job', 'outcome'],
    registers: [this.registry],
  });
  readonly payments = new Counter({
    name: 'rivalhold_payments_total',
    help: 'Card payments, by outcome: credited, cancelled, reclaimed, returned, refused and why.',
    labelNames: ['outcome'],
    registers: [this.registry],
  });
  readonly pushes = new Counter({
    name: 'rivalhold_pushes_total',
    help: 'Push notifications, by outcome: sent, expired, refused, failed; not pushed: seen, quiet, unwanted.',
    labelNames: ['outcome'],
    registers: [this.registry],
  });
  readonly unhandled = new Counter({
    name: 'rivalhold_unhandled_total',
    help: 'Unhandled promise rejections.',
    registers: [this.registry],
  });

  constructor(clock: Clock = systemClock) {
    this.recent = new RecentMetrics(clock);
    // Includes the lag of the event loop.
    collectDefaultMetrics({ register: this.registry });
  }

  /** Counts a request that was answered. */
  recordRequest(request: { method: string; route: string; status: number }, seconds: number): void {
    const { method, status } = request;
    const route = request.route.replace(ASSET_ROUTES, '/assets/*');
    this.#requests.observe({ method, route, status }, seconds);
    this.recent.record('requests', { name: `${method} ${route}`, seconds, failed: status >= 500 });
  }

  /** Counts an event from a client: refused is what the client may not do, failed what the site could not. */
  recordEvent(event: string, outcome: 'ok' | 'refused' | 'failed', seconds: number): void {
    this.#events.observe({ event, outcome }, seconds);
    this.recent.record('events', { name: event, seconds, failed: outcome === 'failed' });
  }

  /** Counts a job that was worked. */
  recordJob(job: string, outcome: 'done' | 'failed'): void {
    this.#jobs.inc({ job, outcome });
    this.recent.recordOutcome(`job ${job}`, outcome === 'done');
  }

  /** A figure that is read when it is asked for. */
  gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      collect() {
        this.set(read());
      },
    });
  }
}
