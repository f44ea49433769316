import type { ReportKind } from '@rivalhold/shared/contract/reports.ts';
import type { Viewer } from '@rivalhold/shared/roles.ts';
import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { NodeRegistry } from './cluster/node-registry.ts';
import type { Config } from './config.ts';
import type { Db, DbOrTx, Tx } from './db/db.ts';
import type { Database } from './db/open-database.ts';
import type { ReadRouter } from './db/read-router.ts';
import type { FileStorage } from './files/storage.ts';
import type { Http } from './http/server.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Metrics } from './observability/metrics.ts';
import type { PaymentProvider } from './payments/provider.ts';
import type { FilePolicies, TablePolicies } from './personal-data/declaration.ts';
import type { ExportFile, ExportSections } from './personal-data/export-rows.ts';
import type { Realtime } from './realtime/realtime.ts';
import type { ContextMessage, ReportedContent } from './reported-content.ts';
import type { OutboundPolicy } from './security/outbound-fetch.ts';
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
  reads: ReadRouter;
  secrets: Secrets;
  sessions: Sessions;
  limits: RateLimits;
  jobs: Jobs;
  files: FileStorage;
  /** What the site may fetch from beside what is public. */
  outboundPolicy: OutboundPolicy;
  metrics: Metrics;
  realtime: Realtime;
  /** Null where payments are not set up. */
  payments: PaymentProvider | null;
  /** Null where the site is one process. */
  nodeRegistry: NodeRegistry | null;
  features: readonly Feature[];
};

/**
 * All that one feature adds to the site. Each declares it in its own `feature.ts`, and `features/index.ts` lists them.
 * The type stands beside `Site` because the two refer to each other.
 */
export type Feature = {
  /** The name of its folder. */
  name: string;
  /** Registers its routes, and the handlers of events that clients send. */
  routes?: (http: Http, site: Site) => void | Promise<void>;
  /** Registers what it does as sockets come and go. */
  sockets?: (http: Http, site: Site) => void;
  /** Defines its background jobs. */
  jobs?: (site: Site) => void;
  /** The kinds of content it owns that players can report. */
  reportable?: Partial<Record<ReportKind, ReportableKind>>;
  personalData?: PersonalData;
  /** Ends what exists between two players when `userId` blocks `otherId`; both are locked. */
  onBlock?: (tx: Tx, site: Site, pair: { userId: number; otherId: number }) => Promise<unknown>;
};

/**
 * What a feature stores about players, and how it erases and exports that. The tests of deletion and export check that
 * every column of the database is declared, and that what is declared is true.
 */
export type PersonalData = {
  erase?: Erase | { prepare: PrepareErase };
  /** The sections of a data export. */
  sections?: (db: Db, userId: number) => ExportSections;
  /** The stored files that belong into a data export. */
  files?: (db: Db, userId: number) => AsyncIterable<ExportFile>;
  /** The tables that the feature owns. */
  tables?: TablePolicies;
  /** The stored files that it owns, by the prefix of their keys. */
  storage?: FilePolicies;
};

/**
 * Erases a batch of what a feature stores about a deleted player. Erasing twice does no harm.
 * @returns whether nothing is left.
 */
type Erase = (tx: Tx, site: Site, userId: number) => Promise<boolean>;
/**
 * For erasure that takes long: does the work on rows after `place` before the transaction. The returned function writes
 * the result, and returns the new place, or null if nothing is left.
 */
type PrepareErase = (
  site: Site,
  userId: number,
  place: number,
) => Promise<(tx: Tx) => Promise<number | null>>;

/** What staff can do with one kind of reported content. */
export type ReportableKind = {
  /** Returns the content as a report copies it; undefined if the viewer may not see it. */
  reported(
    db: DbOrTx,
    asked: { site: Site; id: number; viewerId: number; now: Date },
  ): Promise<ReportedContent | undefined>;
  /** Returns what was posted before and after it, for kinds where that helps to judge. */
  around?(db: DbOrTx, id: number): Promise<ContextMessage[]>;
  /** Deletes it on behalf of staff; throws AppError notFound if it does not exist. */
  remove?(tx: Tx, site: Site, what: { id: number; viewer: Viewer }): Promise<unknown>;
};

/** Makes what a site has one of when it is first asked for; the same for all that speak for the site. */
export function perSite<T extends object>(make: (site: Site) => T): (site: Site) => T {
  const instances = new WeakMap<Realtime, T>();
  return (site) => {
    const instance = instances.get(site.realtime) ?? make(site);
    instances.set(site.realtime, instance);
    return instance;
  };
}
