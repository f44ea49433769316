import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Db } from './db/db.ts';
import type { Database } from './db/open.ts';
import type { Reads } from './db/reads.ts';
import type { Owner } from './fair-queue.ts';
import type { Files } from './files.ts';
import type { Jobs } from './jobs.ts';
import type { Metrics } from './metrics.ts';
import type { NodeBoard } from './node-notes.ts';
import type { Reach } from './outside.ts';
import type { Payments } from './payments.ts';
import type { RateLimits } from './rate-limits.ts';
import type { Realtime } from './realtime.ts';
import type { Sessions } from './sessions.ts';

/** Where passwords are hashed and secrets drawn; a seam, so that a demo world is made once and always the same. */
export type Secrets = {
  /** 32 random bytes as hex: the seed of a fight. */
  fightSeed(): string;
  /** A name that nothing has: of one purchase, one sale, one act of staff. */
  uniqueKey(): string;
  /** A whole number from 0 to below `below`, each as likely: of a die of the lobby. */
  draw(below: number): number;
  /** Throws AppError unavailable while too many passwords wait to be judged: before a try is counted against anybody. */
  refuseBusy(from: Owner): void;
  /**
   * `from` is the network of a guest or the id of a player, whose turns these are. Throws AppError unavailable while too
   * many wait for it; so does `verifyPassword`.
   */
  hashPassword(password: string, from: Owner): Promise<string>;
  verifyPassword(hash: string, password: string, from: Owner): Promise<boolean>;
};

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
