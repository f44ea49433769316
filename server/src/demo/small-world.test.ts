import { describe, expect, test } from 'vitest';
import { slowTestTimeout } from '../../../scripts/testing/timeouts.ts';
import { raw, sql } from '../platform/db/db.ts';
import { createTestApp, PASSWORD, type TestApp } from '../testing/app.ts';
import { query, queryValue } from '../testing/queries.ts';
import { ALL_PLAYERS } from './roster.ts';
import { createDemoWorld } from './world.ts';

const env = { DEMO_PASSWORD: PASSWORD };
/** Time limit for a test that creates several worlds. */
const TIMEOUT = slowTestTimeout(100_000);

const count = async ({ site }: TestApp, table: string): Promise<number> => {
  return queryValue<number>(site.db, sql`select count(*)::integer from ${raw(table)}`);
};

describe('a small demo world', () => {
  const cast = ALL_PLAYERS.filter(({ username }, index) => index % 16 === 0 || username === 'demo_player');

  /** Return the rows of the main tables. */
  const everything = async ({ site }: TestApp): Promise<unknown> => {
    const rows = [];
    for (const table of [
      'users',
      'characters',
      'inventory',
      'coin_ledger',
      'fight_inputs',
      'activity',
      'posts',
      'post_likes',
      'forum_threads',
      'forum_posts',
      'forum_likes',
    ])
      rows.push(
        await query<{ row: Record<string, unknown> }>(
          site.db,
          sql`select to_jsonb(t) - 'password_hash' as row from ${raw(table)} t order by 1`,
        ),
      );
    return rows;
  };

  test('is the same each time it is created', { timeout: TIMEOUT }, async () => {
    const [app, other] = [await createTestApp(), await createTestApp({ env })];
    const { password } = await createDemoWorld(app.site, cast);
    expect(password).toMatch(/^[\w-]{12}$/);
    expect(await createDemoWorld(app.site, cast)).toMatchObject({ isNew: false, password });
    await createDemoWorld(other.site, cast);
    expect(await everything(other)).toEqual(await everything(app));
    await other.close();
    await app.close();
  });

  test('leaves nothing behind when its creation is interrupted', { timeout: TIMEOUT }, async () => {
    const app = await createTestApp({ env });
    let left = 2;
    const cutOff = {
      ...app.site,
      sessions: Object.create(app.site.sessions, {
        invalidateUsers: {
          value: () => {
            if (left-- === 0) throw new Error('The power is gone');
          },
        },
      }),
    };
    await expect(createDemoWorld(cutOff, cast)).rejects.toThrow('The power is gone');
    expect(await count(app, 'users')).toBe(0);
    expect(await count(app, "site_settings where name = 'demo_world'")).toBe(0);
    expect(await createDemoWorld(app.site, cast)).toMatchObject({ isNew: true });
    expect(await count(app, 'users')).toBe(cast.length);
    await app.close();
  });

  test('rejects a password that sign-up would reject', async () => {
    const app = await createTestApp({ env: { DEMO_PASSWORD: 'password' } });
    await expect(createDemoWorld(app.site, cast)).rejects.toThrow('DEMO_PASSWORD');
    await app.close();
  });

  test('does not take over an existing player with the name of a demo player', async () => {
    const app = await createTestApp({ env });
    await app.player('demo_admin');
    await expect(createDemoWorld(app.site, cast)).rejects.toMatchObject({ code: 'taken' });
    const staff = await count(app, `users where role <> 'player'`);
    expect(staff).toBe(0);
    await app.close();
  });
});
