import type { Role } from '@rivalhold/shared/contract/accounts.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import type { Clock } from '../clock.ts';
import { repeatInBatches } from '../db/batches.ts';
import { type Db, query, queryFirst, sql, type Tx, transaction } from '../db/db.ts';
import { lockActiveUser } from './account-status.ts';
import { hashToken, isSessionToken, newSessionToken } from './secrets.ts';

/** A session with the data of its player that every request needs. */
export type Session = {
  id: number;
  /** This value changes when the row of the session or the row of its player changes. */
  version: string;
  tokenHash: string;
  remember: boolean;
  lastUsedAt: Date;
  expiresAt: Date;
  user: {
    id: number;
    username: string;
    email: string;
    firstName: string;
    lastName: string;
    role: Role;
    avatarUrl: string | null;
    statusMessage: string;
    emailVerified: boolean;
    /** The address that replaces `email` once it is confirmed. */
    pendingEmail: string | null;
    /** End of the last mute, which might be over, and its reason. */
    mutedUntil: Date | null;
    muteReason: string | null;
  };
};

type Row = Omit<Session, 'tokenHash' | 'user'> & Omit<Session['user'], 'id'> & { userId: number };

const VERSION_SQL = sql`s.xmin || ' ' || u.xmin`;
const PURGE_BATCH_SIZE = 500;
/** Maximum number of cached sessions. When it is reached, the cache is cleared. */
const MAX_CACHED = 20_000;

type Entry = { found: Promise<Session | null>; session: Session | null; at: number };

/**
 * Sessions by their cookie token. A session is cached for up to a second, or longer if `renew` finds it unchanged. When
 * a session ends on this node, it is removed from the cache immediately. Therefore, a logout or a new role takes effect
 * on all nodes within a second.
 */
export class Sessions {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #secret: string;
  readonly #cache = new Map<string, Entry>();
  /** Closes the sockets of ended sessions. The realtime module sets this function. */
  onEnd: (sessionIds: number[]) => void = () => {};

  constructor(db: Db, clock: Clock, secret: string) {
    this.#db = db;
    this.#clock = clock;
    this.#secret = secret;
  }

  /**
   * Return the valid session for a cookie token. Return null if there is none. A token that this site has not issued
   * causes no query.
   */
  async find(token: string | null | undefined): Promise<Session | null> {
    return token && isSessionToken(this.#secret, token) ? this.findByHash(hashToken(token)) : null;
  }

  /** Return the valid session with a token hash. Return null if there is none. */
  async findByHash(tokenHash: string): Promise<Session | null> {
    const session = await this.#cacheLookup(tokenHash);
    // Check the time, because a cached session might have expired.
    return session && session.expiresAt > this.#clock.now() ? session : null;
  }

  /**
   * Compare sessions with the database, and return the ids of the sessions that have ended. Changed and ended sessions
   * are removed from the cache. Unchanged sessions stay cached for longer.
   */
  async renew(sessions: readonly Session[]): Promise<Set<number>> {
    const at = performance.now();
    const asked = new Map(
      sessions.map(({ id, tokenHash, version }) => {
        const cached = this.#cache.get(tokenHash);
        // Skip a lookup that is still pending, because it could return older data than this query.
        const entry = cached?.session ? cached : undefined;
        return [id, { tokenHash, entry, version: entry?.session?.version ?? version }];
      }),
    );
    const ids = [...asked.keys()];
    const versions = [...asked.values()].map(({ version }) => version);
    const changed = await query<{ id: number; ended: boolean }>(
      this.#db,
      // Select the sessions whose version has changed or that no longer exist.
      sql`
        select k.id, s.id is null as ended
        from unnest(${ids}::bigint[], ${versions}::text[]) as k (id, version)
        left join (sessions s join users u on u.id = s.user_id and u.deleted_at is null)
          on s.id = k.id and s.expires_at > ${this.#clock.now()}
        where s.id is null or ${VERSION_SQL} <> k.version`,
    );
    for (const { id } of changed) {
      this.#cache.delete(asked.get(id)?.tokenHash ?? '');
      asked.delete(id);
    }
    // Extend only entries that are still cached. If an entry was removed during the query, its session has changed in
    // the meantime.
    for (const { tokenHash, entry } of asked.values())
      if (entry && this.#cache.get(tokenHash) === entry) entry.at = Math.max(entry.at, at);
    return new Set(changed.filter(({ ended }) => ended).map(({ id }) => id));
  }

  #cacheLookup(tokenHash: string): Promise<Session | null> {
    // Use real time instead of the site's clock, which can be simulated.
    const at = performance.now();
    const cached = this.#cache.get(tokenHash);
    if (cached && at - cached.at < LIMITS.session.cacheMs) return cached.found;
    if (this.#cache.size >= MAX_CACHED) this.#cache.clear();
    const found = this.#lookUp(tokenHash);
    const entry: Entry = { found, session: null, at };
    this.#cache.set(tokenHash, entry);
    found.then(
      (session) => {
        entry.session = session;
      },
      () => this.#cache.delete(tokenHash),
    );
    return found;
  }

  async #lookUp(tokenHash: string): Promise<Session | null> {
    const row = await queryFirst<Row>(
      this.#db,
      sql`
        select s.id, s.remember, s.last_used_at as "lastUsedAt", s.expires_at as "expiresAt",
               u.id as "userId", u.username, u.email, u.first_name as "firstName", u.last_name as "lastName",
               u.role, u.avatar_url as "avatarUrl", u.status_message as "statusMessage",
               u.email_verified_at is not null as "emailVerified", u.pending_email as "pendingEmail",
               u.muted_until as "mutedUntil", u.mute_reason as "muteReason", ${VERSION_SQL} as version
        from sessions s join users u on u.id = s.user_id
        where s.token_hash = ${tokenHash} and s.expires_at > ${this.#clock.now()} and u.deleted_at is null`,
    );
    if (!row) return null;
    const { id, version, remember, lastUsedAt, expiresAt, userId, ...user } = row;
    return { id, version, tokenHash, remember, lastUsedAt, expiresAt, user: { id: userId, ...user } };
  }

  /**
   * Create a session, and return the token for its cookie. Only the hash of the token is stored. The account is locked
   * until the transaction ends, so that a concurrent suspension either prevents the session or ends it.
   * @throws AppError `suspended` if the account is suspended
   * @throws AppError `unauthenticated` if the account is deleted
   */
  async create(
    tx: Tx,
    {
      userId,
      device,
      address,
      remember,
    }: { userId: number; device: string; address: string; remember: boolean },
  ): Promise<string> {
    const token = newSessionToken(this.#secret);
    const now = this.#clock.now();
    await lockActiveUser(tx, { clock: this.#clock }, { userId, requiresUnmuted: false });
    await query(
      tx,
      sql`insert into sessions (token_hash, user_id, device, address, remember, created_at, last_used_at,
         expires_at)
       values (${hashToken(token)}, ${userId}, ${device.slice(0, 300)}, ${address},
         ${remember}, ${now}, ${now}, ${new Date(now.getTime() + LIMITS.session.idleMs)})`,
    );
    return token;
  }

  /**
   * Extend a session, but only if `LIMITS.session.touchMs` have passed since the last extension. Return whether it was
   * extended.
   */
  async extend(session: Session): Promise<boolean> {
    const now = this.#clock.now();
    if (now.getTime() - session.lastUsedAt.getTime() < LIMITS.session.touchMs) return false;
    session.lastUsedAt = now;
    session.expiresAt = new Date(now.getTime() + LIMITS.session.idleMs);
    await query(
      this.#db,
      sql`update sessions set last_used_at = ${now}, expires_at = ${session.expiresAt}
       where id = ${session.id}`,
    );
    return true;
  }

  /** End a session. */
  async end(tx: Tx, session: Session): Promise<void> {
    await query(tx, sql`delete from sessions where id = ${session.id}`);
    this.#onEnded(tx, [{ id: session.id, token_hash: session.tokenHash }]);
  }

  /** End a player's session by its id. Return false if the player has no such session. */
  async endOne(tx: Tx, userId: number, sessionId: number): Promise<boolean> {
    const rows = await query<{ id: number; token_hash: string }>(
      tx,
      sql`delete from sessions where id = ${sessionId} and user_id = ${userId} returning id, token_hash`,
    );
    this.#onEnded(tx, rows);
    return rows.length > 0;
  }

  /** End all sessions of a player except `exceptId`, and return their number. */
  async endAll(tx: Tx, userId: number, exceptId: number | null): Promise<number> {
    const rows = await query<{ id: number; token_hash: string }>(
      tx,
      sql`delete from sessions where user_id = ${userId} and id <> ${exceptId ?? 0}
       returning id, token_hash`,
    );
    this.#onEnded(tx, rows);
    return rows.length;
  }

  /** Delete expired sessions. */
  async purge(): Promise<void> {
    const now = this.#clock.now();
    await repeatInBatches(PURGE_BATCH_SIZE, (limit) =>
      transaction(this.#db, async (tx) => {
        const rows = await query<{ id: number; token_hash: string }>(
          tx,
          // The condition on `expires_at` is repeated, because a session can be extended while this statement runs.
          sql`
            delete from sessions where expires_at <= ${now} and id in (
              select id from sessions where expires_at <= ${now} order by expires_at limit ${limit}
            ) returning id, token_hash`,
        );
        this.#onEnded(tx, rows);
        return rows;
      }),
    );
  }

  #onEnded(tx: Tx, rows: { id: number; token_hash: string }[]): void {
    tx.afterCommit(() => {
      for (const row of rows) this.#cache.delete(row.token_hash);
      if (rows.length > 0) this.onEnd(rows.map((row) => row.id));
    });
  }

  /**
   * Remove a player's sessions from the cache after the commit. Call this when a transaction changes the player's data
   * in `Session`.
   */
  invalidateUser(tx: Tx, userId: number): void {
    tx.afterCommit(() => {
      for (const [hash, cached] of this.#cache)
        void cached.found.then(
          (session) => session?.user.id === userId && this.#cache.delete(hash),
          () => {},
        );
    });
  }
}
