import type { GoalId, Goals, goals } from '@rivalhold/shared/contract/goals.ts';
import { goalRule } from '@rivalhold/shared/goals/goals.ts';
import { DAY } from '@rivalhold/shared/time-units.ts';
import { sql } from '../../platform/db/db.ts';
import type { TestApp, TestPlayer } from '../../testing/app.ts';
import { type CasesOf, PUBLIC, toOther } from '../../testing/cases.ts';
import { query } from '../../testing/queries.ts';

/** Return the goals of a player. */
export const goalsOf = async (player: TestPlayer): Promise<Goals> =>
  (await player.call('GET /api/goals')).body;

/** Set the time zone of a player. */
export const setTimeZone = (player: TestPlayer, timeZone: string) =>
  player.call('PUT /api/goals/time-zone', { body: { timeZone } });

/** Replace a player's goals for today and this week with the given goals. */
export async function setGoals(
  app: TestApp,
  player: TestPlayer,
  { day = [], week = [] }: { day?: GoalId[]; week?: GoalId[] },
): Promise<void> {
  const { body } = await setTimeZone(player, 'UTC');
  await query(app.site.db, sql`delete from goals where user_id = ${player.id} and claimed_at is null`);
  for (const [period, names] of [
    ['day', day],
    ['week', week],
  ] as const) {
    const startsOn = body.goals.findLast((goal) => goal.period === period)?.startsOn;
    for (const [position, goal] of names.entries())
      await query(
        app.site.db,
        sql`insert into goals (user_id, period, starts_on, goal, position, target, progress, coins)
            values (${player.id}, ${period}, ${startsOn}, ${goal}, ${position}, ${goalRule(goal).target}, 0, 1)`,
      );
  }
}

/** Return a player whose account is no longer new. */
export async function settledPlayer(app: TestApp): Promise<TestPlayer> {
  const player = await app.player();
  const joined = new Date(app.clock.now().getTime() - 2 * DAY);
  await query(app.site.db, sql`update users set created_at = ${joined} where id = ${player.id}`);
  return player;
}

const OWN = 'every player has their own goals';

/** @public Used by the tests of all routes and events. See `testing/cases.ts`. */
export const cases: CasesOf<typeof goals> = {
  routes: {
    'GET /api/goals': {},
    'POST /api/goals/{startsOn}/{goal}/claim': {
      call: () => ({ params: { startsOn: '2026-06-01', goal: 'win-1' } }),
      acrossBlock: OWN,
      owner: OWN,
    },
    'PUT /api/goals/time-zone': { call: () => ({ body: { timeZone: 'Europe/Vienna' } }) },
    'GET /api/titles/{userId}': { call: toOther(), acrossBlock: 404, owner: PUBLIC },
    'PUT /api/titles/chosen': { call: () => ({ body: { title: null } }) },
  },
  fill: async ({ app, owner }) => {
    const { db } = app.site;
    const at = app.clock.now();
    await setTimeZone(owner, 'Europe/Vienna');
    await query(
      db,
      sql`update goal_progress set streak = 3, streak_on = day, freeze_week = week, frozen = true, lost_streak = 2,
            seen = '{"posts": [0]}', counts = '{"posts": 1}' where user_id = ${owner.id}`,
    );
    await query(db, sql`update goals set progress = target, claimed_at = ${at} where user_id = ${owner.id}`);
    await query(
      db,
      sql`insert into titles (user_id, title, earned_at, chosen) values (${owner.id}, 'win-1', ${at}, true)`,
    );
  },
};
