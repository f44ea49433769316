import { mkdirSync } from 'node:fs';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import type { Logger } from 'pino';
import { hiddenFrom } from './features/blocks/service.ts';
import { nodeMonitorOf } from './features/health/service.ts';
import { FEATURES } from './features/index.ts';
import type { Clock } from './platform/clock.ts';
import { acquireNodeLock } from './platform/cluster/node-lock.ts';
import { NodeRegistry } from './platform/cluster/node-registry.ts';
import { openRedis } from './platform/cluster/redis.ts';
import type { Config } from './platform/config.ts';
import { DatabaseClock, databaseTime } from './platform/db/database-clock.ts';
import { migrate } from './platform/db/migrate.ts';
import { type Database, openPool } from './platform/db/open-database.ts';
import { ReadRouter } from './platform/db/read-router.ts';
import { openFiles } from './platform/files/open-storage.ts';
import { traceRequests } from './platform/http/request-traces.ts';
import { serveSecurityTxt } from './platform/http/security-txt.ts';
import { buildHttp, type Http } from './platform/http/server.ts';
import { serveClient } from './platform/http/web-client.ts';
import { Jobs } from './platform/jobs/jobs.ts';
import { defineMailJob } from './platform/mail/mail.ts';
import { createLog } from './platform/observability/log.ts';
import { Metrics } from './platform/observability/metrics.ts';
import { openTracing } from './platform/observability/open-tracing.ts';
import { slowStatementLog } from './platform/observability/slow-statements.ts';
import { openPaymentProvider } from './platform/payments/open-provider.ts';
import { ReadOnlyMode } from './platform/read-only.ts';
import { Realtime } from './platform/realtime/realtime.ts';
import { clientAddress, proxyTrust } from './platform/security/client-address.ts';
import { createOriginCheck } from './platform/security/origin-check.ts';
import type { OutboundPolicy } from './platform/security/outbound-fetch.ts';
import { RateLimits } from './platform/security/rate-limits.ts';
import type { Secrets } from './platform/security/secrets.ts';
import { systemSecrets } from './platform/security/secrets.ts';
import { Sessions } from './platform/security/sessions.ts';
import type { Site } from './platform/site.ts';

export type App = {
  site: Site;
  http: Http;
  /** This node's Redis connection. Null if the site does not use Redis. */
  redis: Awaited<ReturnType<typeof openRedis>> | null;
  /** Shut down gracefully: close sockets, finish requests and jobs in progress, then close the database. */
  close(): Promise<void>;
};

/**
 * Timeouts in ms that override the defaults. `requestMs` limits the time to receive a request. `pingMs` is the interval
 * between pings on a socket, and the time limit for answering a ping. `dashboardPartMs` limits the time to read
 * each part of a dashboard, and `externalImageMs` the time that a request waits for an image from another site.
 */
export type Timeouts = {
  requestMs?: number;
  pingMs?: number;
  dashboardPartMs?: number;
  externalImageMs?: number;
};

/**
 * Create the site on an open database, and migrate the database. The HTTP server does not listen yet.
 * @throws NodeError if another node runs on the same database and the two nodes do not share Redis, or if the
 * database or Redis cannot be used.
 */
export async function buildApp(
  config: Config,
  database: Database,
  {
    clock: clockOverride,
    secrets = systemSecrets,
    log: logger = createLog(config.logLevel),
    schedule = true,
    outboundPolicy = {},
    timeouts = {},
  }: {
    clock?: Clock;
    secrets?: Secrets;
    log?: Logger;
    /**
     * Set to false to run without scheduled jobs, without monitoring of this node, and without the timers that pair
     * ranked players and resolve passed deadlines of fights.
     */
    schedule?: boolean;
    outboundPolicy?: OutboundPolicy;
    timeouts?: Timeouts;
  } = {},
): Promise<App> {
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const node = await acquireNodeLock(database, { shared: config.redisUrl !== null, log: logger });
  database.db.onCallbackError = (error) => logger.error({ err: error }, 'an after-commit callback failed');
  await database.withoutTimeouts(migrate);
  const { redisUrl, redisTimeoutMs } = config;
  const shared = clockOverride ? null : new DatabaseClock(() => databaseTime(database.db), { log: logger });
  await shared?.measure();
  const clock = clockOverride ?? (shared as Clock);
  const redis = redisUrl ? await openRedis(redisUrl, { log: logger, timeoutMs: redisTimeoutMs }) : null;
  const metrics = new Metrics(clock);
  const http = await buildHttp(config, logger, metrics, timeouts.requestMs);
  const tracing = await openTracing(config, logger);
  if (tracing) traceRequests(http.app, tracing);
  const { databaseReplicaUrl } = config;
  const replica = databaseReplicaUrl ? openPool(databaseReplicaUrl, config) : null;
  const logIfSlow = slowStatementLog(logger, config.slowStatementMs);
  const observe = ({ hooks }: Database, name: 'primary' | 'replica') => {
    const record = metrics.statementTimer(name);
    hooks.measured = (statement, seconds) => {
      record(seconds);
      logIfSlow(statement, seconds);
      tracing?.recordStatement(statement.text, seconds);
    };
  };
  observe(database, 'primary');
  if (replica) observe(replica, 'replica');
  const reads = new ReadRouter(database.db, replica, logger);
  await reads.measure();
  const readOnly = new ReadOnlyMode(database.db, logger);
  await readOnly.refresh();
  const sessions = new Sessions(database.db, clock, config.sessionSecret);
  const limits = new RateLimits({
    enabled: config.rateLimits,
    redis,
    redisRetryMs: redisTimeoutMs,
    onExceeded: ({ name }) => metrics.recordRateLimited(name),
  });
  const jobs = new Jobs(
    {
      pglite: database.pglite,
      databaseUrl: config.databaseUrl,
      databaseTimeoutMs: config.databaseTimeoutMs,
    },
    { log: logger, metrics, tracing, schedule },
  );
  const trust = proxyTrust(config.trustProxy);
  const realtime = new Realtime({
    sessions,
    clock,
    limits,
    metrics,
    tracing,
    log: logger,
    redis,
    embedded: database.pool === null,
    pingMs: timeouts.pingMs,
    readToken: ({ headers }) => http.app.parseCookie(headers.cookie ?? '')[http.cookies.session] ?? null,
    isOwnOrigin: createOriginCheck(config),
    addressOf: (request) => clientAddress(request, trust),
    readOnly,
    hiddenFrom: (userIds) => hiddenFrom(database.db, userIds),
  });
  if (shared)
    metrics.gauge(
      'rivalhold_clock_offset_seconds',
      "Seconds by which the database's clock is ahead of this node's clock.",
      () => shared.offsetMs / 1000,
    );
  readOnly.onChange = (notice) => realtime.emitToAllHere('readOnly:changed', { readOnly: notice });
  metrics.gauge('rivalhold_read_only', '1 while the site is read-only, otherwise 0.', () =>
    readOnly.state === null ? 0 : 1,
  );
  const { pool } = database;
  if (pool) {
    metrics.gauge('rivalhold_pool_connections', 'Open database connections.', () => pool.totalCount);
    metrics.gauge(
      'rivalhold_pool_waiting',
      'Requests waiting for a database connection.',
      () => pool.waitingCount,
    );
  }
  if (reads.hasReplica)
    metrics.gauge(
      'rivalhold_replica_lag_seconds',
      'Seconds by which the replica is behind the primary.',
      () => reads.lagMs / 1000,
    );
  const site: Site = {
    config,
    clock,
    log: logger,
    database,
    db: database.db,
    reads,
    readOnly,
    secrets,
    sessions,
    limits,
    jobs,
    files: await openFiles(config, logger),
    outboundPolicy,
    metrics,
    tracing,
    realtime,
    payments: await openPaymentProvider(config, {
      db: database.db,
      clock,
      log: logger,
      recordOutcome: (answered) => metrics.recordPaymentRequest(answered ? 'done' : 'failed'),
    }),
    nodeRegistry: redis && new NodeRegistry(redis),
    dashboardPartMs: timeouts.dashboardPartMs ?? LIMITS.dashboardPartMs,
    externalImageMs: timeouts.externalImageMs ?? LIMITS.externalImageMs,
    isScheduling: schedule,
    features: FEATURES,
    instances: new Map(),
  };

  for (const { routes } of site.features) await routes?.(http, site);
  serveSecurityTxt(http, site);
  await serveClient(http, site);
  defineMailJob(jobs, config, logger);
  for (const { jobs: defineJobs } of site.features) defineJobs?.(site);
  await http.app.ready();
  realtime.attach(http.app.server, http.minimalHeaders);
  await jobs.start();
  await jobs.restoreCopiedJobs(database.db);
  if (schedule) nodeMonitorOf(site).start();
  if (pool) readOnly.watch();

  return {
    site,
    http,
    redis,
    close: async () => {
      // Do not let a failed step prevent the other steps.
      const attempt = async (step: () => Promise<unknown> | undefined): Promise<void> => {
        try {
          await step();
        } catch (error) {
          logger.error({ err: error }, 'a shutdown step failed');
        }
      };
      readOnly.close();
      await attempt(() => nodeMonitorOf(site).close());
      http.closeConnections();
      await attempt(() => realtime.drain());
      // Run these steps concurrently. The first two steps wait for the same connections, and each can take half of the
      // shutdown time. One after the other, they could take all of it.
      await Promise.all([
        attempt(() => realtime.close()),
        attempt(() => http.app.close()),
        attempt(() => jobs.stop()),
      ]);
      await attempt(() => realtime.disconnectFromCluster());
      redis?.disconnect();
      await attempt(() => tracing?.close());
      await attempt(() => shared?.close());
      await attempt(() => reads.close());
      await attempt(() => node.release());
      await database.close();
    },
  };
}
