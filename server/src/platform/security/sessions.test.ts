import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { describe, expect, it } from 'vitest';
import { createTestApp, useTestApp } from '../../testing/app.ts';
import { query, queryOne, queryValue, sql, type Tx, transaction } from '../db/db.ts';
import { type Session, Sessions } from './sessions.ts';

const app = useTestApp();

/** Return the sessions of a node that reads changes only when the test calls it. */
async function sessionsOfNode(): Promise<Sessions> {
  const sessions = new Sessions(app.site.db, app.clock, app.site.config.sessionSecret);
  await sessions.readChanges();
  return sessions;
}
/** Return a cached session of a signed-in player, and a function that looks it up again. */
async function cachedSession(
  sessions: Sessions,
): Promise<{ found: Session; now: () => Promise<Session | null> }> {
  const player = await app.player();
  const { hash } = await queryOne<{ hash: string }>(
    app.site.db,
    sql`select token_hash as hash from sessions where user_id = ${player.id}`,
  );
  const now = () => sessions.findByHash(hash);
  // Read the changes by the sign-up first, which would remove the session from the cache.
  await sessions.readChanges();
  return { found: (await now()) as Session, now };
}

describe('a cached session', () => {
  it('is not read again while the reading of changes finds none, and is read again afterwards', async () => {
    const sessions = await sessionsOfNode();
    const { found, now } = await cachedSession(sessions);
    await sleep(0.7 * LIMITS.session.cacheMs);
    await sessions.readChanges();
    await sleep(0.6 * LIMITS.session.cacheMs);
    expect(await now()).toBe(found);
    await sleep(0.6 * LIMITS.session.cacheMs);
    expect(await now()).not.toBe(found);
  });

  it('is read again after a change of its player', async () => {
    const sessions = await sessionsOfNode();
    const { found, now } = await cachedSession(sessions);
    await query(app.site.db, sql`update users set role = 'moderator' where id = ${found.user.id}`);
    await sessions.readChanges();
    expect((await now())?.user.role).toBe('moderator');
  });

  it('is removed once the session has ended or expired, or the player is deleted', async () => {
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
    sessions.onChange = (userIds) => changed.push(...userIds);
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

  it('is removed by a change that commits after later changes were read', async () => {
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
    await query(app.site.db, sql`delete from sessions where id = ${quick.found.id}`);
    await sessions.readChanges();
    expect([await slow.now(), await quick.now()]).toEqual([slow.found, null]);
    release();
    await ending;
    await sessions.readChanges();
    expect(await slow.now()).toBeNull();
  });

  it('is removed if it was cached before the first reading of changes', async () => {
    const sessions = new Sessions(app.site.db, app.clock, app.site.config.sessionSecret);
    const { found } = await cachedSession(await sessionsOfNode());
    expect((await sessions.findByHash(found.tokenHash))?.id).toBe(found.id);
    await query(app.site.db, sql`delete from sessions where id = ${found.id}`);
    await sessions.readChanges();
    expect(await sessions.findByHash(found.tokenHash)).toBeNull();
  });

  it('is read again when it seems to have expired, because another node can extend it', async () => {
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
