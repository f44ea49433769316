import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** What Prometheus reads at /metrics. */
export class Metrics {
  readonly registry = new Registry();
  readonly requests = new Histogram({
    name: 'rivalhold_http_request_seconds',
    help: 'Time to answer a request, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [this.registry],
  });
  readonly events = new Histogram({
    name: 'rivalhold_socket_event_seconds',
    help: 'Time to handle an event from a client, by name and outcome.',
    labelNames: ['event', 'outcome'],
    buckets: SECONDS,
    registers: [this.registry],
  });
  readonly jobs = new Counter({
    name: 'rivalhold_jobs_total',
    help: 'Jobs worked, by name and outcome.',
    labelNames: ['job', 'outcome'],
    registers: [this.registry],
  });
  readonly payments = new Counter({
    name: 'rivalhold_payments_total',
    help: 'What became of payments by card: credited, cancelled, reclaimed, returned, refused and why.',
    labelNames: ['outcome'],
    registers: [this.registry],
  });
  readonly unhandled = new Counter({
    name: 'rivalhold_unhandled_total',
    help: 'Failures that nobody waited for.',
    registers: [this.registry],
  });

  constructor() {
    // Includes the lag of the event loop.
    collectDefaultMetrics({ register: this.registry });
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
