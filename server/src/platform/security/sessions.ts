import type { Role } from '@rivalhold/shared/contract/accounts.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import type { Clock } from '../clock.ts';
import { repeatInBatches } from '../db/batches.ts';
import { type Db, query, queryFirst, sql, type Tx, transaction } from '../db/db.ts';
import { lockActiveUser } from './account-status.ts';
import { hashToken, newToken } from './secrets.ts';

/** Who is signed in, as far as every request needs it. */
export type Session = {
  id: number;
  /** Another one once its row or its player's has changed. */
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
    /** When a mute ends or has ended, and why it was. */
    mutedUntil: Date | null;
    muteReason: string | null;
  };
};

type Row = Omit<Session, 'tokenHash' | 'user'> & Omit<Session['user'], 'id'> & { userId: number };

const VERSION_SQL = sql`s.xmin || ' ' || u.xmin`;
const PURGE_BATCH_SIZE = 500;
/** Where more are kept than this, all are looked up again. */
const MAX_CACHED = 20_000;

type Entry = { found: Promise<Session | null>; session: Session | null; at: number };

/**
 * Sessions by their cookie token. A verified one is kept for at most a second, or on as long as `renew` finds it
 * unchanged, and dropped at once where it ends, so that a sign-out or a new role holds everywhere within that second.
 */
export class Sessions {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #cache = new Map<string, Entry>();
  /** Set by the realtime part: takes down the sockets of sessions that ended here. */
  onEnd: (sessionIds: number[]) => void = () => {};

  constructor(db: Db, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** The live session of a cookie token; null for none, and without one. */
  async find(token: string | null | undefined): Promise<Session | null> {
    return token ? this.findByHash(hashToken(token)) : null;
  }

  async findByHash(tokenHash: string): Promise<Session | null> {
    const session = await this.#cacheLookup(tokenHash);
    // One that is kept may have run out meanwhile.
    return session && session.expiresAt > this.#clock.now() ? session : null;
  }

  /**
   * For sessions that are asked for again and again: which of them have ended, as the database has it now, by their ids.
   * What is kept of one that has changed is dropped; of the others it is kept on.
   */
  async renew(sessions: readonly Session[]): Promise<Set<number>> {
    const at = performance.now();
    const asked = new Map(
      sessions.map(({ id, tokenHash, version }) => {
        const cached = this.#cache.get(tokenHash);
        // One that is just being looked up may be older than what this reads.
        const entry = cached?.session ? cached : undefined;
        return [id, { tokenHash, entry, version: entry?.session?.version ?? version }];
      }),
    );
    const ids = [...asked.keys()];
    const versions = [...asked.values()].map(({ version }) => version);
    const changed = await query<{ id: number; ended: boolean }>(
      this.#db,
      // Of sessions by id, each with the version it is known in: those that are another now, or none.
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
    // One that was dropped meanwhile has changed after all.
    for (const { tokenHash, entry } of asked.values())
      if (entry && this.#cache.get(tokenHash) === entry) entry.at = Math.max(entry.at, at);
    return new Set(changed.filter(({ ended }) => ended).map(({ id }) => id));
  }

  #cacheLookup(tokenHash: string): Promise<Session | null> {
    // The process's own time, not the site's clock: keeping is about real seconds.
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
               u.email_verified_at is not null as "emailVerified", u.muted_until as "mutedUntil", u.mute_reason as "muteReason", ${VERSION_SQL} as version
        from sessions s join users u on u.id = s.user_id
        where s.token_hash = ${tokenHash} and s.expires_at > ${this.#clock.now()} and u.deleted_at is null`,
    );
    if (!row) return null;
    const { id, version, remember, lastUsedAt, expiresAt, userId, ...user } = row;
    return { id, version, tokenHash, remember, lastUsedAt, expiresAt, user: { id: userId, ...user } };
  }

  /**
   * Begins a session; the token is for the cookie and is stored only as a hash. The account is held until the
   * transaction ends: a suspension comes either before, and none begins, or after, and ends it.
   * @throws AppError suspended; unauthenticated for an account that is gone.
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
    const token = newToken();
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

  /** Moves the end of a session on, at most once an hour. Returns whether it was moved. */
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

  /** Ends one session. */
  async end(tx: Tx, session: Session): Promise<void> {
    await query(tx, sql`delete from sessions where id = ${session.id}`);
    this.#onEnded(tx, [{ id: session.id, token_hash: session.tokenHash }]);
  }

  /** Ends all sessions of a player, but for the one named. */
  async endAll(tx: Tx, userId: number, exceptId: number | null): Promise<number> {
    const rows = await query<{ id: number; token_hash: string }>(
      tx,
      sql`delete from sessions where user_id = ${userId} and id <> ${exceptId ?? 0}
       returning id, token_hash`,
    );
    this.#onEnded(tx, rows);
    return rows.length;
  }

  /** Clears away the sessions that have run out. */
  async purge(): Promise<void> {
    const now = this.#clock.now();
    await repeatInBatches(PURGE_BATCH_SIZE, (limit) =>
      transaction(this.#db, async (tx) => {
        const rows = await query<{ id: number; token_hash: string }>(
          tx,
          // One that is used meanwhile stays.
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

  /** What is kept of a player is out of date (a new role, name or picture). */
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
