import { READ_ONLY_TEXTS } from '@rivalhold/shared/texts/read-only.ts';
import type { Logger } from 'pino';
import { type Db, type DbOrTx, execute, sql, type Tx } from './db/db.ts';
import { deleteSetting, readSetting, saveSetting } from './db/site-settings.ts';
import { AppError } from './errors.ts';

/** The setting that exists while the site is read-only. All nodes share it. */
const SETTING = 'read_only';
/** Interval at which a node reads the setting. */
const POLL_MS = 1_000;

/**
 * The time when the site became read-only (ISO 8601), and the reason to show to players. The reason is null
 * if there is none.
 */
export type ReadOnly = { since: string; reason: string | null };

/**
 * The read-only mode of the site. While it is on, players can read and log out, but they cannot change anything. The
 * mode is stored in the database and takes effect on all nodes within about a second.
 */
export class ReadOnlyMode {
  readonly #db: Db;
  readonly #log: Logger;
  #state: ReadOnly | null = null;
  #timer: NodeJS.Timeout | undefined;
  /** Number of times that this node has set `#state`. */
  #version = 0;
  /** Called with the new notice for players after it has changed. It is null if the site is not read-only. */
  onChange: (notice: string | null) => void = () => {};

  constructor(db: Db, log: Logger) {
    this.#db = db;
    this.#log = log;
  }

  /** Return the mode that this node last read. Return null if the site is not read-only. */
  get state(): ReadOnly | null {
    return this.#state;
  }

  /** Return the notice that players see. Return null if the site is not read-only. */
  get notice(): string | null {
    return this.#state && READ_ONLY_TEXTS.notice(this.#state.reason);
  }

  /** Throw AppError `readOnly` if the site is read-only. */
  assertWritable(): void {
    if (this.notice !== null) throw new AppError('readOnly', this.notice);
  }

  /** Read the mode from the database. */
  async refresh(): Promise<void> {
    const version = this.#version;
    const state = await this.#read(this.#db);
    // Discard the result if this node has changed the mode since the read began.
    if (version === this.#version) this.#apply(state);
  }

  /**
   * Turn the mode on, or change its reason, and return the mode. Changing the reason does not change the
   * start time.
   */
  async begin(tx: Tx, { at, reason }: { at: Date; reason: string | null }): Promise<ReadOnly> {
    const before = await this.#lock(tx);
    const state = { since: before?.since ?? at.toISOString(), reason };
    await saveSetting(tx, SETTING, JSON.stringify(state));
    tx.afterCommit(() => this.#apply(state));
    return state;
  }

  /** Turn the mode off, and return the previous mode. Return null if the site was not read-only. */
  async end(tx: Tx): Promise<ReadOnly | null> {
    const before = await this.#lock(tx);
    await deleteSetting(tx, SETTING);
    tx.afterCommit(() => this.#apply(null));
    return before;
  }

  /**
   * Read the mode at intervals. This is not necessary with the embedded database, because only this process uses it,
   * and operator commands change the mode in this process.
   */
  watch(): void {
    // Log a failed read and continue, because the last known mode applies while the database is down.
    const poll = () =>
      this.refresh()
        .catch((error: unknown) => this.#log.warn({ err: error }, 'the read-only mode could not be read'))
        .finally(() => this.#timer?.refresh());
    this.#timer = setTimeout(poll, POLL_MS).unref();
  }

  /** Stop reading the mode. */
  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Lock and return the stored mode, so that concurrent changes are made one after another. */
  async #lock(tx: Tx): Promise<ReadOnly | null> {
    await execute(tx, sql`select pg_advisory_xact_lock(hashtextextended(${SETTING}, 0))`);
    return this.#read(tx);
  }

  async #read(db: DbOrTx): Promise<ReadOnly | null> {
    const stored = await readSetting(db, SETTING);
    return stored === undefined ? null : (JSON.parse(stored) as ReadOnly);
  }

  #apply(state: ReadOnly | null): void {
    const before = this.notice;
    this.#state = state;
    this.#version++;
    if (this.notice !== before) this.onChange(this.notice);
  }
}
