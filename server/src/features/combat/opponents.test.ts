import { DAY, HOUR } from '@rivalhold/shared/time-units.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Statement, sql } from '../../platform/db/db.ts';
import { type TestPlayer, useTestApp } from '../../testing/app.ts';
import { query, queryValues } from '../../testing/queries.ts';
import {
  insertPlayersSql,
  loadSql,
  nodesOf,
  PLAN_MODES,
  type PlanNode,
  planOf,
  recordStatements,
} from '../../testing/statements.ts';
import { block } from '../blocks/testing.ts';
import { fightToEnd, openFightOf, setCharacter } from './testing.ts';

const app = useTestApp();

const ofLevel = async (level: number): Promise<TestPlayer> => {
  const player = await app.player();
  await setCharacter(app, player, { level });
  return player;
};
const opponentOf = async (player: TestPlayer) =>
  (await player.call('GET /api/combat/opponent')).body.opponent;

it('a fair opponent has the level closest to the player’s, and is not blocked, suspended or deleted', async () => {
  const me = await ofLevel(30);
  expect(await opponentOf(me)).toBeNull();
  const far = await ofLevel(3);
  expect(await opponentOf(me)).toMatchObject({ id: far.id, level: 3 });
  const [blocked, suspended, gone, near] = [
    await ofLevel(30),
    await ofLevel(30),
    await ofLevel(30),
    await ofLevel(31),
  ];
  await block(blocked, me);
  await query(app.site.db, sql`update users set suspended_at = now() where id = ${suspended.id}`);
  await query(app.site.db, sql`update users set deleted_at = now() where id = ${gone.id}`);
  expect(await opponentOf(me)).toMatchObject({ id: near.id, username: near.username, level: 31 });
  const equal = await ofLevel(30);
  expect(await opponentOf(me)).toMatchObject({ id: equal.id });
});

it('a fair opponent has not fought the player in the last 24 hours if another player is available', async () => {
  const [me, equal] = [await ofLevel(50), await ofLevel(50)];
  await setCharacter(app, me, { health: 900, max_health: 900, attack: 900 });
  await openFightOf(me, equal);
  await fightToEnd(app, me, equal);
  await setCharacter(app, me, { level: 50 });
  const stronger = await ofLevel(51);
  expect(await opponentOf(me)).toMatchObject({ id: stronger.id });
  app.clock.advance(DAY + 1);
  expect(await opponentOf(me)).toMatchObject({ id: equal.id });
});

it('a fair opponent has no open fight against the player', async () => {
  const [me, rival, other] = [await ofLevel(70), await ofLevel(70), await ofLevel(71)];
  await openFightOf(rival, me);
  app.clock.advance(DAY + 1);
  expect(await opponentOf(me)).toMatchObject({ id: other.id });
});

it('the fair opponent changes from hour to hour, and can have an old or a new account', async () => {
  const me = await ofLevel(90);
  for (const statement of insertPlayersSql(60)) await query(app.site.db, statement);
  const ids = await queryValues<number>(
    app.site.db,
    sql`update characters set level = 90 from users where id = user_id and username like 'crowd%' returning id`,
  );
  const sorted = ids.toSorted((one, other) => one - other);
  const places = new Set<number>();
  for (let hour = 0; hour < 24; hour++) {
    places.add(sorted.indexOf((await opponentOf(me))?.id ?? 0));
    app.clock.advance(HOUR);
  }
  expect(places).not.toContain(-1);
  for (const third of [0, 20, 40])
    expect([...places].filter((place) => place >= third && place < third + 20).length).toBeGreaterThan(2);
});

/** Maximum number of rows to read: 24 players for each of six ranges. */
const MOST_ROWS = 24 * 6;

// Check the query plans only on a real PostgreSQL. Before the check, insert many rows and update the statistics of the
// query planner.
if (process.env.TEST_DATABASE_URL)
  describe('query plans', () => {
    beforeAll(async () => {
      await query(app.site.db, sql`delete from users where username like 'crowd%'`);
      await loadSql(app, [
        ...insertPlayersSql(20_000),
        sql`update characters set level = 1 + user_id % 10 where level = 1`,
        // Insert a finished fight of each player against the same opponent.
        sql`insert into fights (attacker_id, defender_id, status, seed, seed_hash, inputs_hash, rules_version, live, setup,
              state, input_count, last_exchange_at, created_at)
            select id, (select max(id) from users), 'over', '-', '-', '-', 1, '{}', '{}', '{}', 1, now(), now() from users
            where username like 'crowd%' and id < (select max(id) from users)`,
        sql`analyze users, characters, fights`,
      ]);
    });

    /** Expect a plan in which no node returns or filters out many rows. */
    const expectFewRows = (all: readonly PlanNode[]): void => {
      for (const node of all) {
        expect(node['Actual Rows'] * node['Actual Loops']).toBeLessThanOrEqual(MOST_ROWS);
        expect(node['Rows Removed by Filter'] ?? 0).toBeLessThanOrEqual(MOST_ROWS);
      }
    };

    it.each(PLAN_MODES)('%s: the search for opponents uses the index on levels', async (planning) => {
      const me = await ofLevel(5);
      const statements = await recordStatements(app, () => opponentOf(me));
      const statement = statements.find(({ text }) => text.includes('near.rank')) as Statement;
      const all = nodesOf(await planOf(app, statement, { settings: [planning] }));
      expect(all.map((node) => node['Index Name'])).toContain('characters_level');
      expectFewRows(all);
    });

    it.each(PLAN_MODES)('%s: the list of past fights reads few fights of other players', async (planning) => {
      const me = await ofLevel(5);
      const statements = await recordStatements(app, () => me.call('GET /api/combat/fights'));
      const statement = statements.find(({ text }) => text.includes('as opponent_id')) as Statement;
      expectFewRows(nodesOf(await planOf(app, statement, { settings: [planning] })));
    });
  });
