import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { NodeBoard } from './cluster/node-board.ts';
import type { Config } from './config.ts';
import type { Db } from './db/db.ts';
import type { Database } from './db/open.ts';
import type { Reads } from './db/reads.ts';
import type { Files } from './files/storage.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Metrics } from './observability/metrics.ts';
import type { Payments } from './payments/provider.ts';
import type { Realtime } from './realtime/realtime.ts';
import type { Reach } from './security/outbound-fetch.ts';
import type { RateLimits } from './security/rate-limits.ts';
import type { Secrets } from './security/secrets.ts';
import type { Sessions } from './security/sessions.ts';

/** What the site is made of: services take the database first and this second. */
export type Site = {
  config: Config;
  clock: Clock;
  log: Logger;
  database: Database;
  db: Db;
  /** Where reads go that may be a moment old. */
  reads: Reads;
  secrets: Secrets;
  sessions: Sessions;
  limits: RateLimits;
  jobs: Jobs;
  files: Files;
  /** What the site may fetch from beside what is public. */
  reach: Reach;
  metrics: Metrics;
  realtime: Realtime;
  /** Null where payments are not set up. */
  payments: Payments | null;
  /** Null where the site is one process. */
  board: NodeBoard | null;
};

/** Makes what a site has one of when it is first asked for; the same for all that speak for the site. */
export function onePerSite<T extends object>(make: (site: Site) => T): (site: Site) => T {
  const made = new WeakMap<Realtime, T>();
  return (site) => {
    const one = made.get(site.realtime) ?? make(site);
    made.set(site.realtime, one);
    return one;
  };
}
