import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type Clock, systemClock } from '../clock.ts';
import { BUCKET_SECONDS, RecentMetrics } from './recent-metrics.ts';

/** Each script and style file has a separate route; they are counted together. */
const ASSET_ROUTES = /^\/assets\/.*/;

/** Metrics for Prometheus (/metrics) and for the status page. */
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
    // The default metrics include the event loop lag.
    collectDefaultMetrics({ register: this.registry });
  }

  /** Record a completed request and its duration. */
  recordRequest(request: { method: string; route: string; status: number }, seconds: number): void {
    const { method, status } = request;
    const route = request.route.replace(ASSET_ROUTES, '/assets/*');
    this.#requests.observe({ method, route, status }, seconds);
    this.recent.record('requests', { name: `${method} ${route}`, seconds, failed: status >= 500 });
  }

  /** Record an event from a client: `refused` for client errors, `failed` for server errors. */
  recordEvent(event: string, outcome: 'ok' | 'refused' | 'failed', seconds: number): void {
    this.#events.observe({ event, outcome }, seconds);
    this.recent.record('events', { name: event, seconds, failed: outcome === 'failed' });
  }

  /** Record a completed job. */
  recordJob(job: string, outcome: 'done' | 'failed'): void {
    this.#jobs.inc({ job, outcome });
    this.recent.recordOutcome(`job ${job}`, outcome === 'done');
  }

  /** Add a gauge. `read` returns its value, and is called on each scrape. */
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
