import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../testing/app.ts';
import { query, queryOne, sql, transaction } from '../db/db.ts';
import type { Session } from './sessions.ts';

const app = useTestApp();

/** A signed-in player's session as it is kept, by the key it is kept under. */
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

describe('a session that is asked for again and again', () => {
  it('is not looked up for as long as it is found unchanged, and for no longer', async () => {
    const { found, now } = await cachedSession();
    await sleep(0.7 * LIMITS.session.cacheMs);
    expect(await renew(found)).toEqual(new Set());
    await sleep(0.6 * LIMITS.session.cacheMs);
    expect(await now()).toBe(found);
    await sleep(0.6 * LIMITS.session.cacheMs);
    expect(await now()).not.toBe(found);
  });

  it('is looked up once it or its player was changed by whomever', async () => {
    const { found, now } = await cachedSession();
    await query(app.site.db, sql`update users set role = 'moderator' where id = ${found.user.id}`);
    expect(await renew(found)).toEqual(new Set());
    const promoted = (await now()) as Session;
    expect(promoted.user.role).toBe('moderator');
    await query(
      app.site.db,
      sql`update sessions set expires_at = expires_at + interval '1 h' where id = ${found.id}`,
    );
    // What is asked for by an older one is judged by what is kept.
    expect(await renew(found)).toEqual(new Set());
    expect((await now())?.expiresAt.getTime()).toBe(found.expiresAt.getTime() + 3_600_000);
  });

  it('is dropped once it has ended, has run out, or its player is gone', async () => {
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

  it('stays dropped where it was changed here while it was asked for', async () => {
    const { found, now } = await cachedSession();
    const asking = renew(found);
    await transaction(app.site.db, async (tx) => app.site.sessions.invalidateUser(tx, found.user.id));
    await asking;
    expect(await now()).not.toBe(found);
  });
});
