import { READ_ONLY_TEXTS } from '@rivalhold/shared/texts/read-only.ts';
import type { Logger } from 'pino';
import { type Db, query, sql, type Tx } from './db/db.ts';
import { deleteSetting, readSetting, saveSetting } from './db/site-settings.ts';
import { AppError } from './errors.ts';

/** The setting that exists while the site is read-only. All nodes share it. */
const SETTING = 'read_only';
/** Interval at which a node reads the setting. */
const POLL_MS = 1_000;

/** When the site became read-only (ISO 8601), and the reason for players; null without one. */
export type ReadOnly = { since: string; reason: string | null };

/**
 * The read-only mode of the site. While it is on, players can read, but all their changes are rejected. The mode is
 * stored in the database, and applies on all nodes after a second.
 */
export class ReadOnlyMode {
  readonly #db: Db;
  readonly #log: Logger;
  #state: ReadOnly | null = null;
  #timer: NodeJS.Timeout | undefined;
  /** Called when the mode was changed, with the text for players. */
  onChange: (notice: string | null) => void = () => {};

  constructor(db: Db, log: Logger) {
    this.#db = db;
    this.#log = log;
  }

  /** Return the mode as this node knows it; null if the site is not read-only. */
  get state(): ReadOnly | null {
    return this.#state;
  }

  /** Return the text for players while the site is read-only; null otherwise. */
  get notice(): string | null {
    return this.#state && READ_ONLY_TEXTS.notice(this.#state.reason);
  }

  /** Throw AppError `readOnly` if the site is read-only. */
  assertWritable(): void {
    if (this.notice !== null) throw new AppError('readOnly', this.notice);
  }

  /** Read the mode from the database. */
  async refresh(): Promise<void> {
    const stored = await readSetting(this.#db, SETTING);
    this.#apply(stored === undefined ? null : (JSON.parse(stored) as ReadOnly));
  }

  /** Turn the mode on, or off with null. Return the previous mode. */
  async set(tx: Tx, state: ReadOnly | null): Promise<ReadOnly | null> {
    // Concurrent changes wait for each other, so that each returns the mode that it has changed.
    await query(tx, sql`select pg_advisory_xact_lock(hashtextextended(${SETTING}, 0))`);
    const before = await readSetting(tx, SETTING);
    if (state) await saveSetting(tx, SETTING, JSON.stringify(state));
    else await deleteSetting(tx, SETTING);
    tx.afterCommit(() => this.#apply(state));
    return before === undefined ? null : (JSON.parse(before) as ReadOnly);
  }

  /**
   * Read the mode regularly. With the embedded database this is not needed, because the operator tool changes the mode
   * in the only process that uses it.
   */
  watch(): void {
    // While the database is down, the last known mode applies.
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

  #apply(state: ReadOnly | null): void {
    const before = this.notice;
    this.#state = state;
    if (this.notice !== before) this.onChange(this.notice);
  }
}
