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

/** The parts of the site. Services take the database first and the site second. */
export type Site = {
  config: Config;
  clock: Clock;
  log: Logger;
  database: Database;
  db: Db;
  /** Reads that may be slightly out of date. */
  reads: ReadRouter;
  secrets: Secrets;
  sessions: Sessions;
  limits: RateLimits;
  jobs: Jobs;
  files: FileStorage;
  /** The hosts that the site may fetch from in addition to public ones. */
  outboundPolicy: OutboundPolicy;
  metrics: Metrics;
  realtime: Realtime;
  /** Null if payments are not configured. */
  payments: PaymentProvider | null;
  /** Null for a site with a single process. */
  nodeRegistry: NodeRegistry | null;
  features: readonly Feature[];
  /** In-memory instances of this process, by the function that creates them; see `perSite`. */
  instances: Map<unknown, unknown>;
};

/**
 * The parts a feature adds to the site. Each feature declares them in its `feature.ts`, and `features/index.ts`
 * lists the features. The type is in this file because `Site` and `Feature` refer to each other.
 */
export type Feature = {
  /** The name of its folder. */
  name: string;
  /** Registers its routes, and the handlers of events that clients send. */
  routes?: (http: Http, site: Site) => void | Promise<void>;
  /** Registers what it does when sockets connect and disconnect. */
  sockets?: (http: Http, site: Site) => void;
  /** Defines its background jobs. */
  jobs?: (site: Site) => void;
  /** The kinds of content it owns that players can report. */
  reportable?: Partial<Record<ReportKind, ReportableKind>>;
  /** The kinds of content it owns that staff can delete, each with the function that restores it. */
  restorable?: Partial<Record<RemovalKind, Restore>>;
  personalData?: PersonalData;
  /** Ends what exists between two players when `userId` blocks `otherId`; both are locked. */
  onBlock?: (tx: Tx, site: Site, pair: { userId: number; otherId: number }) => Promise<unknown>;
};

/**
 * Personal data of a feature: its storage, erasure and export. The tests of deletion and export check that
 * every column of the database is declared, and that the declarations are true.
 */
export type PersonalData = {
  erase?: Erase | { prepare: PrepareErase };
  /** The sections of a data export. */
  sections?: (db: Db, userId: number) => ExportSections;
  /** The stored files that are part of a data export. */
  files?: (db: Db, userId: number) => AsyncIterable<ExportFile>;
  /** The tables that the feature owns. */
  tables?: TablePolicies;
  /** The stored files that it owns, by the prefix of their keys. */
  storage?: FilePolicies;
};

/**
 * Erases a batch of a deleted player's data in a feature. Erasing again changes nothing.
 * @returns whether nothing is left
 */
type Erase = (tx: Tx, site: Site, userId: number) => Promise<boolean>;
/**
 * For slow erasure: does the work on rows after `place` before the transaction. The returned function writes
 * the result, and returns the new place, or null if nothing is left.
 */
type PrepareErase = (
  site: Site,
  userId: number,
  place: number,
) => Promise<(tx: Tx) => Promise<number | null>>;

/** Content that staff can delete and restore. */
export type RemovalKind =
  | 'post'
  | 'comment'
  | 'profileComment'
  | 'photo'
  | 'clip'
  | 'chatMessage'
  | 'thread'
  | 'forumPost'
  | 'category'
  | 'avatar'
  | 'profile';

/**
 * Restores deleted content in the open transaction; its removal and its owner are locked. Throws AppError conflict if
 * what it belongs to is missing.
 */
export type Restore = (
  tx: Tx,
  site: Site,
  removal: { id: number; subjectId: number; ownerId: number | null },
) => Promise<void>;

/** Moderation of one kind of reported content. */
export type ReportableKind = {
  /** Returns the content as a report copies it; undefined if the viewer may not see it. */
  reported(
    db: DbOrTx,
    asked: { site: Site; id: number; viewerId: number; now: Date },
  ): Promise<ReportedContent | undefined>;
  /** Returns what was posted before and after it, for kinds where moderators need the context. */
  around?(db: DbOrTx, id: number): Promise<ContextMessage[]>;
  /** Deletes it on behalf of staff; throws AppError notFound if it does not exist. */
  remove?(tx: Tx, site: Site, what: { id: number; viewer: Viewer }): Promise<unknown>;
};

/**
 * Return a function that creates an instance for a site on first use, and returns the same instance from then
 * on. Copies of a site, such as the demo world's with another clock, share its instances through `site.instances`.
 */
export function perSite<T extends object>(create: (site: Site) => T): (site: Site) => T {
  return (site) => {
    const instance = (site.instances.get(create) as T | undefined) ?? create(site);
    site.instances.set(create, instance);
    return instance;
  };
}
