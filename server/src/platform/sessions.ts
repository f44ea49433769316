import type { Role } from '@rivalhold/shared/contract/accounts.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import type { Clock } from './clock.ts';
import { inBatches } from './db/batches.ts';
import { type Db, run, runFirst, runValues, type Tx, transaction } from './db/db.ts';
import { hashToken, newToken } from './secrets.ts';
import { holdStanding } from './standing.ts';

/** Who is signed in, as far as every request needs it. */
export type Session = {
  id: number;
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

const LOOKUP = `
  select s.id, s.remember, s.last_used_at as "lastUsedAt", s.expires_at as "expiresAt", u.id as "userId", u.username,
         u.email, u.first_name as "firstName", u.last_name as "lastName", u.role, u.avatar_url as "avatarUrl",
         u.status_message as "statusMessage", u.email_verified_at is not null as "emailVerified",
         u.muted_until as "mutedUntil", u.mute_reason as "muteReason"
  from sessions s join users u on u.id = s.user_id
  where s.token_hash = $1 and s.expires_at > $2 and u.deleted_at is null`;
// One that is used meanwhile stays.
const PURGE = `
  delete from sessions where expires_at <= $1 and id in (
    select id from sessions where expires_at <= $1 order by expires_at limit $2
  ) returning id, token_hash`;
const PURGED_AT_ONCE = 500;
/** More distinct live sessions than this within a second are simply looked up again. */
const CACHE_MAX = 20_000;

/**
 * Sessions by their cookie token. A verified one is kept for at most a second, and dropped at once where it ends, so
 * that a sign-out or a new role holds everywhere within that second.
 */
export class Sessions {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #kept = new Map<string, { found: Promise<Session | null>; at: number }>();
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
    const session = await this.#keep(tokenHash);
    // One that is kept may have run out meanwhile.
    return session && session.expiresAt > this.#clock.now() ? session : null;
  }

  /** Which of these have ended, as the database has it now, by their ids; what was kept of them is dropped. */
  async ended(sessions: readonly Session[]): Promise<Set<number>> {
    const ids = [...new Set(sessions.map(({ id }) => id))];
    const rows = await runValues<number>(
      this.#db,
      'select id from sessions where id = any($1::bigint[]) and expires_at > $2',
      [ids, this.#clock.now()],
    );
    const live = new Set(rows);
    const ended = sessions.filter(({ id }) => !live.has(id));
    for (const { tokenHash } of ended) this.#kept.delete(tokenHash);
    return new Set(ended.map(({ id }) => id));
  }

  #keep(tokenHash: string): Promise<Session | null> {
    // The process's own time, not the site's clock: keeping is about real seconds.
    const at = performance.now();
    const kept = this.#kept.get(tokenHash);
    if (kept && at - kept.at < LIMITS.session.cacheMs) return kept.found;
    if (this.#kept.size >= CACHE_MAX) this.#kept.clear();
    const found = this.#lookUp(tokenHash);
    this.#kept.set(tokenHash, { found, at });
    found.catch(() => this.#kept.delete(tokenHash));
    return found;
  }

  async #lookUp(tokenHash: string): Promise<Session | null> {
    const row = await runFirst<Row>(this.#db, LOOKUP, [tokenHash, this.#clock.now()]);
    if (!row) return null;
    const { id, remember, lastUsedAt, expiresAt, userId, ...user } = row;
    return { id, tokenHash, remember, lastUsedAt, expiresAt, user: { id: userId, ...user } };
  }

  /**
   * Begins a session; the token is for the cookie and is stored only as a hash. The account is held until the
   * transaction ends: a suspension comes either before, and none begins, or after, and ends it.
   * @throws AppError suspended; unauthenticated for an account that is gone.
   */
  async begin(
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
    await holdStanding(tx, { clock: this.#clock }, { userId, speaks: false });
    await run(
      tx,
      `insert into sessions (token_hash, user_id, device, address, remember, created_at, last_used_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $6, $7)`,
      [
        hashToken(token),
        userId,
        device.slice(0, 300),
        address,
        remember,
        now,
        new Date(now.getTime() + LIMITS.session.idleMs),
      ],
    );
    return token;
  }

  /** Moves the end of a session on, at most once an hour. Returns whether it was moved. */
  async touch(session: Session): Promise<boolean> {
    const now = this.#clock.now();
    if (now.getTime() - session.lastUsedAt.getTime() < LIMITS.session.touchMs) return false;
    session.lastUsedAt = now;
    session.expiresAt = new Date(now.getTime() + LIMITS.session.idleMs);
    await run(this.#db, 'update sessions set last_used_at = $2, expires_at = $3 where id = $1', [
      session.id,
      now,
      session.expiresAt,
    ]);
    return true;
  }

  /** Ends one session. */
  async end(tx: Tx, session: Session): Promise<void> {
    await run(tx, 'delete from sessions where id = $1', [session.id]);
    this.#ended(tx, [{ id: session.id, token_hash: session.tokenHash }]);
  }

  /** Ends all sessions of a player, but for the one named. */
  async endAll(tx: Tx, userId: number, exceptId: number | null): Promise<number> {
    const rows = await run<{ id: number; token_hash: string }>(
      tx,
      'delete from sessions where user_id = $1 and id <> $2 returning id, token_hash',
      [userId, exceptId ?? 0],
    );
    this.#ended(tx, rows);
    return rows.length;
  }

  /** Clears away the sessions that have run out. */
  async purge(): Promise<void> {
    const now = this.#clock.now();
    await inBatches(PURGED_AT_ONCE, (limit) =>
      transaction(this.#db, async (tx) => {
        const rows = await run<{ id: number; token_hash: string }>(tx, PURGE, [now, limit]);
        this.#ended(tx, rows);
        return rows;
      }),
    );
  }

  #ended(tx: Tx, rows: { id: number; token_hash: string }[]): void {
    tx.afterCommit(() => {
      for (const row of rows) this.#kept.delete(row.token_hash);
      if (rows.length > 0) this.onEnd(rows.map((row) => row.id));
    });
  }

  /** What is kept of a player is out of date (a new role, name or picture). */
  forgetUser(tx: Tx, userId: number): void {
    tx.afterCommit(() => {
      for (const [hash, kept] of this.#kept)
        void kept.found.then(
          (session) => session?.user.id === userId && this.#kept.delete(hash),
          () => {},
        );
    });
  }
}
