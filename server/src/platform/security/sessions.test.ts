import { LIMITS } from '@rivalhold/shared/limits.ts';
import { describe, expect, it, vi } from 'vitest';
import { createTestApp, useTestApp } from '../../testing/app.ts';
import { query, queryOne, queryValue } from '../../testing/queries.ts';
import { loadSql, nodesOf, PLAN_MODES, planOf, recordStatements } from '../../testing/statements.ts';
import { type Db, type Sql, sql, type Tx, transaction } from '../db/db.ts';
import { type Session, Sessions } from './sessions.ts';

const app = useTestApp();

/** Return the `Sessions` of a simulated node, which reads changes only when the test calls `readChanges`. */
async function sessionsOfNode(): Promise<Sessions> {
  const sessions = new Sessions(app.site.db, app.clock, app.site.config.sessionSecret);
  await sessions.readChanges();
  return sessions;
}
/** Return a cached session of a signed-in player, and a function that looks up the same session again. */
async function cachedSession(
  sessions: Sessions,
): Promise<{ found: Session; now: () => Promise<Session | null> }> {
  const player = await app.player();
  const { hash } = await queryOne<{ hash: string }>(
    app.site.db,
    sql`select token_hash as hash from sessions where user_id = ${player.id}`,
  );
  const now = () => sessions.findByHash(hash);
  // Read the session changes that the sign-up has caused. Otherwise, the next call of `readChanges` would remove the
  // session from the cache.
  await sessions.readChanges();
  return { found: (await now()) as Session, now };
}

/** The fields of a session's player, except the id, which never changes. */
type UserField = Exclude<keyof Session['user'], 'id'>;

const setUser = (userId: number, assignment: Sql): Sql =>
  sql`update users set ${assignment} where id = ${userId}`;
/**
 * For each field, statements that are executed one after another. Each of them gives the field another value, and
 * updates only one column, so that the test fails if a trigger does not record changes of this column.
 */
const CHANGES: Record<UserField, (userId: number) => Sql[]> = {
  username: (id) => [setUser(id, sql`username = 'Changed_' || id`)],
  email: (id) => [setUser(id, sql`email = 'changed-' || email`)],
  firstName: (id) => [setUser(id, sql`first_name = 'Changed'`)],
  lastName: (id) => [setUser(id, sql`last_name = 'Changed'`)],
  role: (id) => [setUser(id, sql`role = 'moderator'`)],
  avatarUrl: (id) => [setUser(id, sql`avatar_url = '/changed.webp'`)],
  statusMessage: (id) => [setUser(id, sql`status_message = 'Changed'`)],
  emailVerified: (id) => [setUser(id, sql`email_verified_at = now()`)],
  pendingEmail: (id) => [setUser(id, sql`pending_email = 'pending-' || email`)],
  mutedUntil: (id) => [setUser(id, sql`muted_until = now()`)],
  muteReason: (id) => [setUser(id, sql`mute_reason = 'Changed'`)],
  staffWithoutFactorSince: (id) => [
    setUser(id, sql`role = 'moderator'`),
    setUser(id, sql`staff_since = created_at + interval '1 day'`),
    sql`insert into passkeys (user_id, credential_id, public_key, counter, transports, name, created_at)
        values (${id}, ${`credential ${id}`}, 'key', 0, '{}', 'Key', now())`,
    sql`delete from passkeys where user_id = ${id}`,
    sql`insert into authenticators (user_id, sealed_secret, last_step, created_at, confirmed_at)
        values (${id}, 'secret', 0, now(), now())`,
    sql`update authenticators set confirmed_at = null where user_id = ${id}`,
    sql`update authenticators set confirmed_at = now() where user_id = ${id}`,
    sql`delete from authenticators where user_id = ${id}`,
  ],
  hidesMedia: (id) => [
    sql`insert into safety_settings (user_id, hide_media) values (${id}, true)`,
    sql`update safety_settings set hide_media = false where user_id = ${id}`,
    sql`update safety_settings set hide_media = true where user_id = ${id}`,
    sql`delete from safety_settings where user_id = ${id}`,
  ],
};

describe('a cached session', () => {
  it('stays cached until a second after the last call of readChanges', async () => {
    const sessions = await sessionsOfNode();
    const { found, now } = await cachedSession(sessions);
    const { cacheMs } = LIMITS.session;
    // Mock the time that the cache uses, so that a slow machine does not change the result. Whole milliseconds avoid
    // rounding errors.
    let time = Math.ceil(performance.now());
    const mocked = vi.spyOn(performance, 'now').mockImplementation(() => time);
    try {
      time += 0.7 * cacheMs;
      await sessions.readChanges();
      time += cacheMs - 1;
      expect(await now()).toBe(found);
      time += 1;
      expect(await now()).not.toBe(found);
    } finally {
      mocked.mockRestore();
    }
  });

  it.each(Object.entries(CHANGES) as [UserField, (userId: number) => Sql[]][])(
    "is looked up again after its player's %s changes",
    async (field, changes) => {
      const sessions = await sessionsOfNode();
      const { found, now } = await cachedSession(sessions);
      const time = performance.now();
      // Stop the time that the cache uses. Otherwise, the session could expire from the cache on a slow machine.
      const mocked = vi.spyOn(performance, 'now').mockReturnValue(time);
      try {
        let before = found.user[field];
        for (const change of changes(found.user.id)) {
          await query(app.site.db, change);
          expect((await now())?.user[field], `before reading the effect of ${change.text}`).toEqual(before);
          await sessions.readChanges();
          const after = ((await now()) as Session).user[field];
          expect(after, change.text).not.toEqual(before);
          before = after;
        }
      } finally {
        mocked.mockRestore();
      }
    },
  );

  it('is removed once the session has ended or expired, or the account is deleted', async () => {
    const sessions = await sessionsOfNode();
    const cached = [];
    for (let n = 0; n < 4; n++) cached.push(await cachedSession(sessions));
    const [ended, over, gone, live] = cached.map(({ found }) => found) as [
      Session,
      Session,
      Session,
      Session,
    ];
    const changed: number[] = [];
    sessions.onChange = (userIds) => changed.push(...(userIds ?? []));
    await query(app.site.db, sql`delete from sessions where id = ${ended.id}`);
    await query(app.site.db, sql`update sessions set expires_at = ${app.clock.now()} where id = ${over.id}`);
    await query(
      app.site.db,
      sql`update users set deleted_at = ${app.clock.now()} where id = ${gone.user.id}`,
    );
    await sessions.readChanges();
    expect(changed.sort()).toEqual([ended, over, gone].map(({ user }) => user.id).sort());
    const left = await Promise.all(cached.map(({ now }) => now()));
    expect(left.map((session) => session?.id)).toEqual([undefined, undefined, undefined, live.id]);
  });

  it('is removed by a change that commits after newer changes have been read', async () => {
    if (!process.env.TEST_DATABASE_URL) return expect(app.site.database.pool).toBeNull();
    const sessions = await sessionsOfNode();
    const [slow, quick] = [await cachedSession(sessions), await cachedSession(sessions)];
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: deleted, resolve: reportDeleted } = Promise.withResolvers<void>();
    const end = (tx: Tx, { found }: { found: Session }) =>
      query(tx, sql`delete from sessions where id = ${found.id}`);
    const ending = transaction(app.site.db, async (tx) => {
      await end(tx, slow);
      reportDeleted();
      await released;
    });
    await deleted;
    const changed: number[][] = [];
    sessions.onChange = (userIds) => changed.push([...(userIds ?? [])]);
    await query(app.site.db, sql`delete from sessions where id = ${quick.found.id}`);
    for (let readings = 0; readings < 2; readings++) await sessions.readChanges();
    expect([await slow.now(), await quick.now()]).toEqual([slow.found, null]);
    release();
    await ending;
    for (let readings = 0; readings < 2; readings++) await sessions.readChanges();
    expect(await slow.now()).toBeNull();
    // Each change is reported only once.
    expect(changed).toEqual([[quick.found.user.id], [slow.found.user.id]]);
  });

  it('is removed if the database reuses transaction ids, as after a crash', async () => {
    const { db } = app.site;
    let isAhead = true;
    /**
     * A wrapper of the database. While `isAhead` is true, the snapshots that it returns are a thousand transactions
     * ahead. When `isAhead` becomes false, the database seems to have lost these transactions.
     */
    const losing: Db = {
      ...db,
      execute: async (statement, options) =>
        ((await db.execute(statement, options)) as { snapshot?: string }[]).map((row) => ({
          ...row,
          ...(isAhead &&
            row.snapshot && { snapshot: row.snapshot.replace(/:(\d+):/, (_, id) => `:${+id + 1_000}:`) }),
        })),
    };
    const sessions = new Sessions(losing, app.clock, app.site.config.sessionSecret);
    const { found, now } = await cachedSession(sessions);
    isAhead = false;
    await query(app.site.db, sql`delete from sessions where id = ${found.id}`);
    const changes: (ReadonlySet<number> | null)[] = [];
    sessions.onChange = (userIds) => changes.push(userIds);
    for (let readings = 0; readings < 2; readings++) await sessions.readChanges();
    expect(await now()).toBeNull();
    expect(changes).toEqual([null]);
  });

  it('is removed by the first call of readChanges if the session ended before this call', async () => {
    const sessions = new Sessions(app.site.db, app.clock, app.site.config.sessionSecret);
    const { found } = await cachedSession(await sessionsOfNode());
    expect((await sessions.findByHash(found.tokenHash))?.id).toBe(found.id);
    await query(app.site.db, sql`delete from sessions where id = ${found.id}`);
    await sessions.readChanges();
    expect(await sessions.findByHash(found.tokenHash)).toBeNull();
  });

  it('is looked up again when it seems to have expired', async () => {
    const own = await createTestApp();
    const player = await own.player();
    const { hash } = await queryOne<{ hash: string }>(
      own.site.db,
      sql`select token_hash as hash from sessions where user_id = ${player.id}`,
    );
    const { sessions } = own.site;
    const found = (await sessions.findByHash(hash)) as Session;
    await query(own.site.db, sql`update sessions set expires_at = expires_at + interval '1 hour'`);
    own.clock.advance(LIMITS.session.idleMs + 60_000);
    expect((await sessions.findByHash(hash))?.expiresAt.getTime()).toBe(
      found.expiresAt.getTime() + 3_600_000,
    );
    own.clock.advance(3_600_000);
    expect(await sessions.findByHash(hash)).toBeNull();
    await own.close();
  });
});

if (process.env.TEST_DATABASE_URL)
  it('changes of sessions are found with an index', async () => {
    const own = await createTestApp();
    const { db } = own.site;
    const sessions = new Sessions(db, own.clock, own.site.config.sessionSecret);
    const change = (tx: Db | Tx) => query(tx, sql`insert into session_changes (user_id) values (1)`);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: begun, resolve: reportBegun } = Promise.withResolvers<void>();
    const open = transaction(db, async (tx) => {
      await change(tx);
      reportBegun();
      await released;
    });
    await begun;
    const fill = sql`insert into session_changes (user_id) select generate_series(1, 1000)`;
    await loadSql(own, [...Array(100).fill(fill), sql`analyze session_changes`]);
    await sessions.readChanges();
    await change(db);
    const [read] = await recordStatements(own, () => sessions.readChanges());
    if (!read) throw new Error('No statement was executed');
    for (const mode of PLAN_MODES) {
      const nodes = nodesOf(await planOf(own, read, { settings: [mode] }));
      const rows = nodes.flatMap((node) =>
        node['Node Type'].includes('Scan') ? node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) : [],
      );
      expect(Math.max(...rows), JSON.stringify(nodes)).toBeLessThan(10);
      expect(nodes.map((node) => node['Index Name'])).toContain('session_changes_xid');
    }
    release();
    await open;
    await own.close();
  });

it('changes of sessions are deleted after a day', async () => {
  const { found } = await cachedSession(await sessionsOfNode());
  await query(app.site.db, sql`delete from sessions where id = ${found.id}`);
  const count = () =>
    queryValue<number>(
      app.site.db,
      sql`select count(*)::integer from session_changes where user_id = ${found.user.id}`,
    );
  await app.site.sessions.purge();
  expect(await count()).toBeGreaterThan(0);
  await query(app.site.db, sql`update session_changes set created_at = created_at - interval '25 hours'`);
  await app.site.sessions.purge();
  expect(await count()).toBe(0);
});
