import type { ErrorCode } from '@rivalhold/shared/contract/errors.ts';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type Clock, systemClock } from '../clock.ts';
import { BUCKET_SECONDS, RecentMetrics } from './recent-metrics.ts';

/**
 * Pattern of the routes of scripts and style files. Each file has a separate route, but all these routes are
 * counted as one.
 */
const ASSET_ROUTES = /^\/assets\/.*/;

/**
 * Outcomes of card payments. The outcomes `refused_…` name the reason why the server refused a message of the
 * payment provider.
 */
export const PAYMENT_OUTCOMES = [
  'credited',
  'cancelled',
  'reclaimed',
  'returned',
  'ownerless',
  'dispute_inquiry',
  'dispute_open',
  'dispute_won',
  'dispute_lost',
  'refused_signature',
  'refused_unknown',
  'refused_foreign',
  'refused_amount',
] as const;
export type PaymentOutcome = (typeof PAYMENT_OUTCOMES)[number];

/**
 * Outcomes of push notifications. For the outcomes `seen`, `quiet` and `unwanted`, the site did not try to push the
 * notification.
 */
const PUSH_OUTCOMES = ['sent', 'expired', 'refused', 'failed', 'seen', 'quiet', 'unwanted'] as const;
type PushOutcome = (typeof PUSH_OUTCOMES)[number];

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
    help: 'Job runs, by name and outcome: done, failed.',
    // The label is `name`, because Prometheus itself uses the label `job`.
    labelNames: ['name', 'outcome'],
    registers: [this.registry],
  });
  readonly #payments = new Counter({
    name: 'rivalhold_payments_total',
    help: 'Outcomes of card payments: what happened to a payment, or why a provider message was refused.',
    labelNames: ['outcome'],
    registers: [this.registry],
  });
  readonly #paymentRequests = new Counter({
    name: 'rivalhold_payment_requests_total',
    help: 'Requests to the payment provider, by outcome: done, failed.',
    labelNames: ['outcome'],
    registers: [this.registry],
  });
  readonly #pushes = new Counter({
    name: 'rivalhold_pushes_total',
    help: 'Push notifications, by outcome: sent, expired, refused, failed; not pushed: seen, quiet, unwanted.',
    labelNames: ['outcome'],
    registers: [this.registry],
  });
  /** Executed SQL statements, including statements within transactions. */
  readonly #statements = new Histogram({
    name: 'rivalhold_database_statement_seconds',
    help: 'Duration of an SQL statement in seconds, by database: primary or replica.',
    labelNames: ['database'],
    buckets: BUCKET_SECONDS,
    registers: [this.registry],
  });
  readonly #refusals = new Counter({
    name: 'rivalhold_refusals_total',
    help: 'Refusals by error code and source: http; socket for socket events and connections.',
    labelNames: ['code', 'source'],
    registers: [this.registry],
  });
  readonly #rateLimited = new Counter({
    name: 'rivalhold_rate_limited_total',
    help: 'Actions that exceeded a rate limit, by rate limit.',
    labelNames: ['limit'],
    registers: [this.registry],
  });
  readonly #sentEvents = new Counter({
    name: 'rivalhold_sent_events_total',
    help: 'Events that this node sent to players, by event.',
    labelNames: ['event'],
    registers: [this.registry],
  });
  readonly #publishedMessages = new Counter({
    name: 'rivalhold_cluster_messages_published_total',
    help: 'Messages that this node published to the other nodes, by outcome: sent, failed.',
    labelNames: ['outcome'],
    registers: [this.registry],
  });
  readonly #receivedMessages = new Counter({
    name: 'rivalhold_cluster_messages_received_total',
    help: 'Messages that this node received from other nodes, by whether this node has a receiver: yes, no.',
    labelNames: ['receiver'],
    registers: [this.registry],
  });
  readonly #clusterLag = new Histogram({
    name: 'rivalhold_cluster_lag_seconds',
    help: 'Time in seconds that a message from this node to itself takes through Redis.',
    buckets: BUCKET_SECONDS,
    registers: [this.registry],
  });
  readonly unhandled = new Counter({
    name: 'rivalhold_unhandled_total',
    help: 'Unhandled promise rejections.',
    registers: [this.registry],
  });

  constructor(clock: Clock = systemClock) {
    this.recent = new RecentMetrics(clock);
    // The default metrics include the lag of the event loop.
    collectDefaultMetrics({ register: this.registry });
    // Start each counter at 0. Otherwise, a counter would not exist until its first `inc`. Its first sample would be 1,
    // and Prometheus would not see an increase.
    for (const outcome of PAYMENT_OUTCOMES) this.#payments.inc({ outcome }, 0);
    for (const outcome of PUSH_OUTCOMES) this.#pushes.inc({ outcome }, 0);
    for (const outcome of ['done', 'failed']) this.#paymentRequests.inc({ outcome }, 0);
    for (const outcome of ['sent', 'failed']) this.#publishedMessages.inc({ outcome }, 0);
    for (const receiver of ['yes', 'no']) this.#receivedMessages.inc({ receiver }, 0);
  }

  /** Record a completed request and its duration. */
  recordRequest(
    request: { method: string; route: string; status: number; failed: boolean },
    seconds: number,
  ): void {
    const { method, status, failed } = request;
    const route = request.route.replace(ASSET_ROUTES, '/assets/*');
    this.#requests.observe({ method, route, status }, seconds);
    this.recent.record('requests', { name: `${method} ${route}`, seconds, failed });
  }

  /** Record an event from a client. The outcome `refused` is for client errors, and `failed` is for server errors. */
  recordEvent(event: string, outcome: 'ok' | 'refused' | 'failed', seconds: number): void {
    this.#events.observe({ event, outcome }, seconds);
    this.recent.record('events', { name: event, seconds, failed: outcome === 'failed' });
  }

  /** Start the counters of a job at 0. */
  defineJob(name: string): void {
    for (const outcome of ['done', 'failed']) this.#jobs.inc({ name, outcome }, 0);
  }

  /** Record a run of a job. A job that is retried has several runs. */
  recordJob(job: string, outcome: 'done' | 'failed'): void {
    this.#jobs.inc({ name: job, outcome });
    this.recent.recordOutcome(`job ${job}`, outcome === 'done');
  }

  /** Count the outcome of a card payment. */
  recordPayment(outcome: PaymentOutcome): void {
    this.#payments.inc({ outcome });
  }

  /** Record a request to the payment provider. */
  recordPaymentRequest(outcome: 'done' | 'failed'): void {
    this.#paymentRequests.inc({ outcome });
    this.recent.recordOutcome('payments', outcome === 'done');
  }

  /** Count a push notification. */
  recordPush(outcome: PushOutcome): void {
    this.#pushes.inc({ outcome });
  }

  /** Return a function that records the duration of a statement on the given database. */
  statementTimer(database: 'primary' | 'replica'): (seconds: number) => void {
    const durations = this.#statements.labels({ database });
    return (seconds) => durations.observe(seconds);
  }

  /** Count a refused HTTP request, or a refused socket event or connection. */
  recordRefusal(code: ErrorCode, source: 'http' | 'socket'): void {
    this.#refusals.inc({ code, source });
  }

  /** Count an action that exceeded a rate limit. */
  recordRateLimited(limit: string): void {
    this.#rateLimited.inc({ limit });
  }

  /** Count an event sent to players. */
  recordSentEvent(event: string): void {
    this.#sentEvents.inc({ event });
  }

  /** Count a message to the other nodes. */
  recordPublished(outcome: 'sent' | 'failed'): void {
    this.#publishedMessages.inc({ outcome });
  }

  /** Count a message from another node. `hasReceiver` is false if no socket of this node receives the message. */
  recordReceived(hasReceiver: boolean): void {
    this.#receivedMessages.inc({ receiver: hasReceiver ? 'yes' : 'no' });
  }

  /** Record how long a message from this node to itself takes through Redis. */
  recordClusterLag(ms: number): void {
    this.#clusterLag.observe(ms / 1_000);
  }

  /**
   * Add a gauge. `read` returns its value, and is called on each scrape. If the value is null or undefined, it is
   * unknown, and the gauge is left out.
   */
  gauge(name: string, help: string, read: () => number | null | undefined): void {
    this.gauges(name, help, [], () => [{ value: read() }]);
  }

  /**
   * Add a gauge with labels. `read` is called on each scrape and returns the values by label. Unknown values
   * are left out, as in `gauge`.
   */
  gauges<Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    read: () => { labels?: Record<Label, string>; value: number | null | undefined }[],
  ): void {
    new Gauge({
      name,
      help,
      labelNames,
      registers: [this.registry],
      collect() {
        this.reset();
        // A reset sets a gauge without labels to 0. Remove this 0, because the current value might be unknown.
        if (labelNames.length === 0) this.remove();
        for (const { labels, value } of read())
          if (value !== null && value !== undefined) this.set(labels ?? {}, value);
      },
    });
  }
}
