import { foldText } from '@rivalhold/shared/fold-text.ts';
import { MAX_LEVEL } from '@rivalhold/shared/levels/levels.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { useTestApp } from '../../testing/app.ts';
import { query } from '../../testing/queries.ts';
import { profilePage } from './search.ts';

type Known = { id: number; username: string; level: number };
const PAGE = 7;
const app = useTestApp();
let allPlayers: Known[];

/**
 * Create enough players that some searches have too many matches to read and sort all of them. For such searches,
 * `search.ts` has other queries, for example on prefix lists and level lists.
 */
beforeAll(async () => {
  const { db } = app.site;
  await query(
    db,
    sql`insert into users (username, email, search_text, first_name, last_name, password_hash, consent_at, created_at)
     select
       (array['Anna', 'bananA', 'kor.', 'Q_q', '-zz-'])[1 + n % 5]
         || (array['dor', 'ANA', 'wyn', 'x'])[1 + n % 4] || n,
       n || '@test.invalid', '', 'Test', 'Player', '-', now(), now()
     from generate_series(1, 1500) n`,
  );
  await query(
    db,
    sql`insert into characters (user_id, level, experience, health, health_at, energy, energy_at,
       attack, defense, max_health, coins)
     select id, 1 + (id % 20), 0, 100, now(), 100, now(), 3, 3, 100, 50 from users`,
  );
  await query(db, sql`update users set username = 'Unique.One' where id = 700`);
  await query(db, sql`update users set deleted_at = now() where id % 50 = 0`);
  allPlayers = await query<Known>(
    db,
    sql`select u.id, u.username, c.level from users u join characters c on c.user_id = u.id
     where u.deleted_at is null order by u.id desc`,
  );
});

const SEARCHES = [
  ...[
    '',
    'a',
    'q',
    '7',
    '.',
    '%',
    'an',
    'AN',
    'r.',
    '0',
    'zz',
    '10',
    'e',
    'ue',
    'ana',
    'anaana',
    'nad',
    'wyn1',
  ],
  ...[
    '_q',
    '%%%',
    'bananax',
    'bananadana',
    'unique.one',
    'que',
    '-zz-',
    '-wyn',
    '99',
    '1499',
    'ä',
    'z'.repeat(40),
  ],
];

describe('the pages of a filtered player list', () => {
  it.each([null, 1, 2, 12, 20, 21])('match a full scan (minimum level: %s)', async (minLevel) => {
    for (const search of SEARCHES) {
      const wanted = allPlayers
        .filter(({ username }) => foldText(username).includes(foldText(search)))
        .filter(({ level }) => level >= (minLevel ?? 1))
        .map(({ id }) => id);
      const found: number[] = [];
      for (let before = Number.MAX_SAFE_INTEGER; found.length < 4 * PAGE; before = found.at(-1) ?? 0) {
        const page = await profilePage(app.site.db, { search, minLevel, maxLevel: MAX_LEVEL }, before, PAGE);
        found.push(...page.map(({ id }) => id));
        if (page.length < PAGE) break;
      }
      expect(found, `'${search}' from level ${minLevel}`).toEqual(wanted.slice(0, 4 * PAGE));
    }
  });

  it('match a scan of all players within a range of levels', async () => {
    for (const search of SEARCHES.filter((text) => text !== '')) {
      const wanted = allPlayers.filter(
        ({ username, level }) => foldText(username).includes(foldText(search)) && level >= 1 && level <= 3,
      );
      const filter = { search, minLevel: 1, maxLevel: 3 };
      const found = await profilePage(app.site.db, filter, Number.MAX_SAFE_INTEGER, 4 * PAGE);
      expect(
        found.map(({ id }) => id),
        `'${search}'`,
      ).toEqual(wanted.slice(0, 4 * PAGE).map(({ id }) => id));
    }
  });

  it('include a renamed player only under the new name', async () => {
    const { db } = app.site;
    const find = async (search: string) =>
      (
        await profilePage(db, { search, minLevel: null, maxLevel: MAX_LEVEL }, Number.MAX_SAFE_INTEGER, PAGE)
      ).map(({ id }) => id);
    expect(await find('banan')).not.toContain(701);
    await query(db, sql`update users set username = 'Renamed_Twice' where id = 701`);
    expect(await find('renam')).toEqual([701]);
    await query(db, sql`update users set username = 'Once.More' where id = 701`);
    expect(await find('renam')).toEqual([]);
    expect(await find('.mor')).toEqual([701]);
    const [{ parts } = { parts: 0 }] = await query<{ parts: number }>(
      db,
      sql`select count(*)::integer as parts from username_suffixes where user_id = 701`,
    );
    expect(parts).toBe('Once.More'.length);
  });
});
