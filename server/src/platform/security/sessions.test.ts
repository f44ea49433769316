import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../testing/app.ts';
import { query, queryOne, sql, transaction } from '../db/db.ts';
import type { Session } from './sessions.ts';

const app = useTestApp();

/** Return a cached session of a signed-in player, and a function that looks it up again. */
async function cachedSession(): Promise<{ found: Session; now: () => Promise<Session | null> }> {
  const player = await app.player();
  const { hash } = await queryOne<{ hash: string }>(
    app.site.db,
    sql`select token_hash as hash from sessions where user_id = ${player.id}`,
  );
  const now = () => app.site.sessions.findByHash(hash);
  return { found: (await now()) as Session, now };
}
const renew = (...sessions: Session[]) => app.site.sessions.renew(sessions);

describe('the cached session of an active player', () => {
  it('is not read again while checks find it unchanged, and is read again after a change', async () => {
    const { found, now } = await cachedSession();
    await sleep(0.7 * LIMITS.session.cacheMs);
    expect(await renew(found)).toEqual(new Set());
    await sleep(0.6 * LIMITS.session.cacheMs);
    expect(await now()).toBe(found);
    await sleep(0.6 * LIMITS.session.cacheMs);
    expect(await now()).not.toBe(found);
  });

  it('is read again after any change of the session or its player', async () => {
    const { found, now } = await cachedSession();
    await query(app.site.db, sql`update users set role = 'moderator' where id = ${found.user.id}`);
    expect(await renew(found)).toEqual(new Set());
    const promoted = (await now()) as Session;
    expect(promoted.user.role).toBe('moderator');
    await query(
      app.site.db,
      sql`update sessions set expires_at = expires_at + interval '1 h' where id = ${found.id}`,
    );
    // If the caller has an outdated copy, the version of the cached session is compared with the database.
    expect(await renew(found)).toEqual(new Set());
    expect((await now())?.expiresAt.getTime()).toBe(found.expiresAt.getTime() + 3_600_000);
  });

  it('is removed once the session has ended or expired, or the player is deleted', async () => {
    const [ended, over, gone, live] = await Promise.all([1, 2, 3, 4].map(cachedSession));
    if (!ended || !over || !gone || !live) throw new Error('too few');
    await query(app.site.db, sql`delete from sessions where id = ${ended.found.id}`);
    await query(
      app.site.db,
      sql`update sessions set expires_at = ${app.clock.now()} where id = ${over.found.id}`,
    );
    await query(
      app.site.db,
      sql`update users set deleted_at = ${app.clock.now()} where id = ${gone.found.user.id}`,
    );
    const all = [ended, over, gone, live];
    expect(await renew(...all.map(({ found }) => found))).toEqual(
      new Set([ended, over, gone].map(({ found }) => found.id)),
    );
    const left = await Promise.all(all.map(({ now }) => now()));
    expect(left.map((session) => session?.id)).toEqual([undefined, undefined, undefined, live.found.id]);
  });

  it('stays removed if it was invalidated during a check', async () => {
    const { found, now } = await cachedSession();
    const asking = renew(found);
    await transaction(app.site.db, async (tx) => app.site.sessions.invalidateUser(tx, found.user.id));
    await asking;
    expect(await now()).not.toBe(found);
  });
});
