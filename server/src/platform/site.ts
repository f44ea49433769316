import type { RemovableKind, StaffReason } from '@rivalhold/shared/contract/decisions.ts';
import type { ReportKind } from '@rivalhold/shared/contract/reports.ts';
import type { PagePath } from '@rivalhold/shared/pages.ts';
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
import type { Tracing } from './observability/tracing.ts';
import type { PaymentProvider } from './payments/provider.ts';
import type { FilePolicies, TablePolicies } from './personal-data/declaration.ts';
import type { ExportFile, ExportSections } from './personal-data/export-rows.ts';
import type { PurgedItem, SelectedFiles } from './personal-data/selected-files.ts';
import type { ReadOnlyMode } from './read-only.ts';
import type { Realtime } from './realtime/realtime.ts';
import type { ContextMessage, ReportedContent } from './reported-content.ts';
import type { OutboundPolicy } from './security/outbound-fetch.ts';
import type { RateLimits } from './security/rate-limits.ts';
import type { Secrets } from './security/secrets.ts';
import type { Sessions } from './security/sessions.ts';

/**
 * The parts of the site. Service functions take the database as their first parameter and the site as their second
 * parameter.
 */
export type Site = {
  config: Config;
  clock: Clock;
  log: Logger;
  database: Database;
  db: Db;
  /** Database for reads that tolerate slightly outdated data. */
  reads: ReadRouter;
  readOnly: ReadOnlyMode;
  secrets: Secrets;
  sessions: Sessions;
  limits: RateLimits;
  jobs: Jobs;
  files: FileStorage;
  /** Addresses and ports that outbound requests may use in addition to public addresses and the usual ports. */
  outboundPolicy: OutboundPolicy;
  metrics: Metrics;
  /** Null if tracing is off. */
  tracing: Tracing | null;
  realtime: Realtime;
  /** The payment provider. Null if payments are not configured. */
  payments: PaymentProvider | null;
  /** The registry of the site's nodes. Null on a site with a single node. */
  nodeRegistry: NodeRegistry | null;
  /** Maximum time in ms that the dashboard's response waits for each of its parts. */
  dashboardPartMs: number;
  /** Maximum time in ms that a request waits for an image from another site. */
  externalImageMs: number;
  /** False if this process leaves scheduled jobs, and the timers of fights and pairings, to the nodes of the site. */
  isScheduling: boolean;
  features: readonly Feature[];
  /** The instances that `perSite` has created. The key is the function that creates an instance. */
  instances: Map<unknown, unknown>;
};

/**
 * The parts that a feature adds to the site. Each feature declares these parts in its `feature.ts`, and
 * `features/index.ts` lists the features. This type is in the same file as `Site`, because the two types
 * refer to each other.
 */
export type Feature = {
  /** The name of the feature's folder. */
  name: string;
  /** Registers the feature's routes, and its handlers of client events and connections. */
  routes?: (http: Http, site: Site) => void | Promise<void>;
  /** Defines the feature's background jobs. */
  jobs?: (site: Site) => void;
  /** The kinds of content in the feature that players can report. */
  reportable?: Partial<Record<ReportKind, ReportableKind>>;
  /** Functions that restore the feature's deleted content. The key is the kind of content. */
  restorable?: Partial<Record<RestorableKind, Restore>>;
  /**
   * Functions that delete content of the restorable kinds that players cannot report. For all other kinds, `remove` in
   * `reportable` deletes the content.
   */
  removable?: Partial<Record<RestorableKind, Remove>>;
  personalData?: PersonalData;
  /** Called at each login (but not at sign-up), and at most once an hour while a session is used. */
  onVisit?: (db: DbOrTx, site: Site, userId: number) => Promise<void>;
  /**
   * Pages whose content for guests depends on the id in the path. The function returns null if guests are not allowed
   * to open the page with this id.
   */
  guestPages?: Partial<Record<PagePath, (site: Site, id: number) => Promise<GuestPage | null>>>;
  /**
   * Removes relations between two players, such as a friendship, when `userId` blocks `otherId`. Both accounts are
   * locked.
   */
  onBlock?: (tx: Tx, site: Site, pair: { userId: number; otherId: number }) => Promise<unknown>;
};

/** A page for guests: its description for other sites, and the data from which the client renders it. */
export type GuestPage = {
  title: string;
  description: string;
  image: { path: string; width: number; height: number; text: string };
  data: unknown;
  /** Entity tag of the data. */
  tag: string;
};

/**
 * Declares how a feature stores, erases and exports personal data. Tests check that every column of the database is
 * declared, and that the declarations are true.
 */
export type PersonalData = {
  erase?: Erase | { prepare: PrepareErase };
  /** The sections of a data export. */
  sections?: (db: Db, userId: number) => ExportSections;
  /** The stored files that are part of a data export. */
  files?: (db: Db, userId: number) => AsyncIterable<ExportFile>;
  /**
   * Permanently deletes a batch of the files that `of` selects, and the content that shows these files. Returns the
   * deleted items.
   */
  purgeFiles?: (tx: Tx, site: Site, of: SelectedFiles) => Promise<PurgedItem[]>;
  /** The tables that the feature owns. */
  tables?: TablePolicies;
  /** The stored files that the feature owns, by the prefix of their keys. */
  storage?: FilePolicies;
};

/**
 * Erases a batch of a deleted player's data in a feature. It must be safe to call it again for the same data.
 * @returns true if no data is left
 */
type Erase = (tx: Tx, site: Site, userId: number) => Promise<boolean>;
/**
 * Prepares the erasure of a batch of rows before the transaction begins, because the preparation is slow. The batch
 * begins after the position `cursor`. The returned function runs in the transaction. It writes the result, and returns
 * the position after which the next batch begins, or null if no data is left.
 */
type PrepareErase = (
  site: Site,
  userId: number,
  cursor: number,
) => Promise<(tx: Tx) => Promise<number | null>>;

/**
 * The kinds of content that staff can delete and restore. Direct messages cannot be restored. Forum categories can, but
 * `RemovableKind` lacks them: no player owns a category, so its deletion is not a decision about a player.
 */
export type RestorableKind = Exclude<RemovableKind, 'message'> | 'category';

/**
 * Restores deleted content in the open transaction. The row of the removal and the content's owner are locked.
 * @throws AppError `conflict` if the content cannot be restored, for example because its post or thread no longer
 * exists
 */
export type Restore = (
  tx: Tx,
  site: Site,
  removal: { id: number; subjectId: number; ownerId: number | null },
) => Promise<void>;

/** Functions for the moderation of one kind of reported content. */
export type ReportableKind = {
  /**
   * Returns the content to copy into a report. Returns undefined if the content does not exist, or if the viewer is not
   * allowed to see it.
   */
  reported(
    db: DbOrTx,
    content: { site: Site; id: number; viewerId: number; now: Date },
  ): Promise<ReportedContent | undefined>;
  /**
   * Returns the messages before and after the content. Only kinds for which moderators need this context have this
   * function.
   */
  around?(db: DbOrTx, id: number): Promise<ContextMessage[]>;
  remove?: Remove;
  /**
   * Hides content from everyone except its author and staff, or shows it again. Returns false if it does not
   * exist, or if nothing changes. Open pages of the reporter (`by`) keep showing the content, because
   * removing it would also close the report dialog. If a kind lacks this function, reports cannot hide its content.
   */
  setHidden?(tx: Tx, site: Site, what: { id: number; hidden: boolean; by: number | null }): Promise<boolean>;
};

/**
 * Deletes content on behalf of staff.
 * @throws AppError `notFound` if it does not exist
 */
export type Remove = (
  tx: Tx,
  site: Site,
  what: { id: number; viewer: Viewer; reason?: StaffReason | undefined },
) => Promise<unknown>;

/**
 * Return a getter for an object that exists once per site. The getter calls `create` on first use. Copies of a site,
 * such as the demo world's copy with another clock, share their objects through `site.instances`.
 */
export function perSite<T extends object>(create: (site: Site) => T): (site: Site) => T {
  return (site) => {
    const instance = (site.instances.get(create) as T | undefined) ?? create(site);
    site.instances.set(create, instance);
    return instance;
  };
}
