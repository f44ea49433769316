import { Role } from '@rivalhold/shared/contract/accounts.ts';
import { Nullable } from '@rivalhold/shared/contract/schema.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { RETENTION } from '@rivalhold/shared/retention.ts';
import Type, { type Static } from 'typebox';
import type { Clock } from '../clock.ts';
import { repeatInBatches } from '../db/batches.ts';
import { column } from '../db/columns.ts';
import {
  type Db,
  execute,
  queryExists,
  queryFirst,
  queryOne,
  queryValues,
  sql,
  type Tx,
  transaction,
} from '../db/db.ts';
import { lockActiveUser } from './account-status.ts';
import { hashToken, isSessionToken, newSessionToken } from './secrets.ts';

const SessionColumns = Type.Object({
  id: column.integer,
  remember: column.boolean,
  lastUsedAt: column.date,
  expiresAt: column.date,
});
const UserColumns = Type.Object({
  username: column.text,
  email: column.text,
  firstName: column.text,
  lastName: column.text,
  role: Role,
  avatarUrl: Nullable(column.text),
  statusMessage: column.text,
  emailVerified: column.boolean,
  /** The address that will replace `email` when the player confirms the change. */
  pendingEmail: Nullable(column.text),
  /** End and reason of the last mute, which might already be over. */
  mutedUntil: Nullable(column.date),
  muteReason: Nullable(column.text),
  /**
   * Time when a staff member without a second factor joined the staff. Null for players, and for staff with a factor.
   */
  staffWithoutFactorSince: Nullable(column.date),
  /** True if the player sees media by strangers only after a click. */
  hidesMedia: column.boolean,
});
const SessionRow = Type.Object({
  ...SessionColumns.properties,
  userId: column.integer,
  ...UserColumns.properties,
});

/** A session, and the player's data that every request needs. */
export type Session = Static<typeof SessionColumns> & {
  tokenHash: string;
  user: { id: number } & Static<typeof UserColumns>;
};

/** The proof with which the player of a session has confirmed their identity. */
export type Verification = 'password' | 'factor';

const PURGE_BATCH_SIZE = 500;
/** Maximum number of cached sessions. When it is reached, the cache is cleared. */
const MAX_CACHED = 20_000;

/** State of the query in `readChanges`: the transactions that it saw, and the start time of the database server. */
const Reading = Type.Object({ snapshot: column.text, serverStart: column.text });
const Changes = Type.Object({
  ...Reading.properties,
  userIds: Type.Array(column.integer),
  isComplete: column.boolean,
});
type Entry = { found: Promise<Session | null>; session: Session | null; at: number };

/**
 * Creates, finds and ends sessions. A session is cached for a second, or for longer while `readChanges` is called
 * regularly. `readChanges` finds the sessions that other nodes have changed, and drops them from the cache. A session
 * that changes on this node is dropped immediately. Therefore, a logout or a new role takes effect on all nodes within
 * a second.
 */
export class Sessions {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #secret: string;
  readonly #cache = new Map<string, Entry>();
  /** The transactions that the last query in `readChanges` saw. Null before the first query. */
  #lastRead: Static<typeof Reading> | null = null;
  /** Value of `performance.now()` when the last successful call of `readChanges` began. */
  #readAt = Number.NEGATIVE_INFINITY;
  /**
   * Called with the players whose sessions have changed or ended, or with null if these players are unknown. The
   * realtime module sets this function.
   */
  onChange: (userIds: ReadonlySet<number> | null) => void = () => {};

  constructor(db: Db, clock: Clock, secret: string) {
    this.#db = db;
    this.#clock = clock;
    this.#secret = secret;
  }

  /**
   * Return the valid session for a cookie token. Return null if there is none. A token without this site's signature
   * is rejected without a query.
   */
  async find(token: string | null | undefined): Promise<Session | null> {
    return token && isSessionToken(this.#secret, token) ? this.findByHash(hashToken(token)) : null;
  }

  /** Return the valid session with a token hash. Return null if there is none. */
  async findByHash(tokenHash: string): Promise<Session | null> {
    const session = await this.#cacheLookup(tokenHash);
    if (!session || session.expiresAt > this.#clock.now()) return session;
    // The cached session has expired. Read it from the database, because another node might have extended it.
    this.#cache.delete(tokenHash);
    return this.#cacheLookup(tokenHash);
  }

  /**
   * Find the players whose sessions have changed since the last call, and drop these players' sessions from the cache.
   * All other sessions stay cached for longer. If changes may be missing, drop all sessions from the cache.
   */
  async readChanges(): Promise<void> {
    const at = performance.now();
    const { snapshot: last = null, serverStart: lastStart = null } = this.#lastRead ?? {};
    // Read the changes of transactions that the last query did not see, because they started later or were still
    // running. Reading all changes since the oldest running transaction would be simpler. But such a transaction can
    // stay open for hours, and each call would read the same changes again.
    const { userIds, isComplete, ...reading } = await queryOne(
      this.#db,
      Changes,
      sql`
        select pg_current_snapshot()::text as snapshot,
          extract(epoch from pg_postmaster_start_time())::text as "serverStart",
          coalesce(
            pg_snapshot_xmax(pg_current_snapshot()) >= pg_snapshot_xmax(${last}::pg_snapshot)
              and extract(epoch from pg_postmaster_start_time())::text = ${lastStart}, false) as "isComplete",
          to_json(array(
            select distinct user_id from session_changes
            where xid >= pg_snapshot_xmax(${last}::pg_snapshot)
              or xid = any (array(select pg_snapshot_xip(${last}::pg_snapshot))))) as "userIds"`,
    );
    this.#lastRead = reading;
    this.#readAt = at;
    // A database that has lost transactions, for example in a failover, reuses their ids. The query above can then
    // miss changes, so drop all cached sessions.
    if (!isComplete) this.#recordChanges(null);
    else if (userIds.length > 0) this.#recordChanges(new Set(userIds));
  }

  #cacheLookup(tokenHash: string): Promise<Session | null> {
    // Use real time instead of the site's clock, which can be simulated.
    const at = performance.now();
    const cached = this.#cache.get(tokenHash);
    if (cached && at - Math.max(cached.at, this.#readAt) < LIMITS.session.cacheMs) return cached.found;
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
    const row = await queryFirst(
      this.#db,
      SessionRow,
      sql`
        select s.id, s.remember, s.last_used_at as "lastUsedAt", s.expires_at as "expiresAt",
               u.id as "userId", u.username, u.email, u.first_name as "firstName", u.last_name as "lastName",
               u.role, u.avatar_url as "avatarUrl", u.status_message as "statusMessage",
               u.email_verified_at is not null as "emailVerified", u.pending_email as "pendingEmail",
               u.muted_until as "mutedUntil", u.mute_reason as "muteReason",
               case when u.role <> 'player'
                    and not exists (select 1 from passkeys p where p.user_id = u.id)
                    and not exists (select 1 from authenticators a where a.user_id = u.id and a.confirmed_at is not null)
                 then coalesce(u.staff_since, u.created_at) end as "staffWithoutFactorSince",
               exists (select 1 from safety_settings f where f.user_id = u.id and f.hide_media) as "hidesMedia"
        from sessions s join users u on u.id = s.user_id
        where s.token_hash = ${tokenHash} and s.expires_at > ${this.#clock.now()} and u.deleted_at is null`,
    );
    if (!row) return null;
    const { id, remember, lastUsedAt, expiresAt, userId, ...user } = row;
    return { id, tokenHash, remember, lastUsedAt, expiresAt, user: { id: userId, ...user } };
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
      verifiedBy,
    }: { userId: number; device: string; address: string; remember: boolean; verifiedBy: Verification },
  ): Promise<string> {
    const token = newSessionToken(this.#secret);
    const now = this.#clock.now();
    await lockActiveUser(tx, { clock: this.#clock }, { userId, requiresUnmuted: false });
    await execute(
      tx,
      sql`insert into sessions (token_hash, user_id, device, address, remember, created_at, last_used_at,
         expires_at, verified_at, verified_by)
       values (${hashToken(token)}, ${userId}, ${device.slice(0, 300)}, ${address},
         ${remember}, ${now}, ${now}, ${new Date(now.getTime() + LIMITS.session.idleMs)}, ${now}, ${verifiedBy})`,
    );
    return token;
  }

  /** Report whether a session is still valid. This reads the database instead of the cache. */
  isActive(tx: Tx, session: Session): Promise<boolean> {
    return queryExists(
      tx,
      sql`select 1 from sessions where id = ${session.id} and expires_at > ${this.#clock.now()}`,
    );
  }

  /** Store that the player has just confirmed their identity. Return false if the session has ended. */
  verify(tx: Tx, session: Session, verifiedBy: Verification): Promise<boolean> {
    const now = this.#clock.now();
    return queryExists(
      tx,
      sql`update sessions set verified_at = ${now}, verified_by = ${verifiedBy}
       where id = ${session.id} and expires_at > ${now} returning id`,
    );
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
    await execute(
      this.#db,
      sql`update sessions set last_used_at = ${now}, expires_at = ${session.expiresAt}
       where id = ${session.id}`,
    );
    return true;
  }

  /** End a session. */
  async end(tx: Tx, session: Session): Promise<void> {
    await execute(tx, sql`delete from sessions where id = ${session.id}`);
    this.invalidateUsers(tx, [session.user.id]);
  }

  /** End a player's session by its id. Return false if the player has no such session. */
  async endOne(tx: Tx, userId: number, sessionId: number): Promise<boolean> {
    const ended = await queryValues(
      tx,
      column.integer,
      sql`delete from sessions where id = ${sessionId} and user_id = ${userId} returning user_id`,
    );
    this.invalidateUsers(tx, ended);
    return ended.length > 0;
  }

  /** End all of a player's sessions except `exceptId`, and return their number. */
  async endAll(tx: Tx, userId: number, exceptId: number | null): Promise<number> {
    const ended = await queryValues(
      tx,
      column.integer,
      sql`delete from sessions where user_id = ${userId} and id <> ${exceptId ?? 0} returning user_id`,
    );
    this.invalidateUsers(tx, ended);
    return ended.length;
  }

  /** Delete expired sessions, and session changes that are so old that all nodes have read them. */
  async purge(): Promise<void> {
    const now = this.#clock.now();
    await repeatInBatches(PURGE_BATCH_SIZE, (limit) =>
      transaction(this.#db, async (tx) => {
        const ended = await queryValues(
          tx,
          column.integer,
          // The condition on `expires_at` is repeated, because a session can be extended while this statement runs.
          sql`
            delete from sessions where expires_at <= ${now} and id in (
              select id from sessions where expires_at <= ${now} order by expires_at limit ${limit}
            ) returning user_id`,
        );
        this.invalidateUsers(tx, ended);
        return ended;
      }),
    );
    // The database sets `created_at`, so compare it with the database's clock.
    await execute(
      this.#db,
      sql`delete from session_changes
          where created_at < now() - ${RETENTION.technical.ms} * interval '1 millisecond'`,
    );
  }

  /**
   * After the commit, remove the players' sessions from the cache, and check the players' sockets. Call this in every
   * transaction that changes data in `Session`. Other nodes notice the change within a second.
   */
  invalidateUsers(tx: Tx, userIds: readonly number[]): void {
    if (userIds.length > 0) tx.afterCommit(() => this.#recordChanges(new Set(userIds)));
  }

  #recordChanges(userIds: ReadonlySet<number> | null): void {
    // Also drop lookups that are in progress, because they could return the previous data.
    for (const [hash, { session }] of this.#cache)
      if (userIds === null || session === null || userIds.has(session.user.id)) this.#cache.delete(hash);
    this.onChange(userIds);
  }
}
