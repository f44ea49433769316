import { type Db, execute, sql, type Tx } from '../../platform/db/db.ts';
import { INTERNAL, SELF } from '../../platform/personal-data/declaration.ts';
import { type ExportSections, readAll } from '../../platform/personal-data/export-rows.ts';
import type { PersonalData, Site } from '../../platform/site.ts';

/** Delete a player's goals, progress and titles. */
async function erasePlayer(tx: Tx, _site: Site, userId: number): Promise<boolean> {
  for (const table of [sql`goals`, sql`goal_progress`, sql`titles`])
    await execute(tx, sql`delete from ${table} where user_id = ${userId}`);
  return true;
}

/** Return a player's goals, progress and titles. */
const exportSections = (db: Db, userId: number): ExportSections => ({
  goals: readAll(
    db,
    sql`select period, starts_on as "startsOn", goal, target, progress, coins, claimed_at as "claimedAt"
        from goals where user_id = ${userId} order by starts_on, position`,
  ),
  goalProgress: readAll(
    db,
    sql`select time_zone as "timeZone", day, day_ends_at as "dayEndsAt", week, seen, counts, streak,
          streak_on as "streakOn", freeze_week as "freezeWeek", frozen, lost_streak as "lostStreak", visits, visited_on as "visitedOn"
        from goal_progress where user_id = ${userId}`,
  ),
  titles: readAll(
    db,
    sql`select title, earned_at as "earnedAt", chosen from titles where user_id = ${userId} order by earned_at, title`,
  ),
});

const BOTH = ['erased', true] as const;

export const personalData: PersonalData = {
  erase: erasePlayer,
  sections: exportSections,
  tables: {
    goals: {
      retention: 'account',
      rows: (userId) => sql`user_id = ${userId}`,
      section: 'goals',
      columns: {
        user_id: ['erased', SELF],
        period: [...BOTH, 'unchanged'],
        starts_on: [...BOTH, 'unchanged'],
        goal: [...BOTH, 'unchanged'],
        position: ['erased', INTERNAL],
        target: BOTH,
        progress: BOTH,
        coins: BOTH,
        claimed_at: BOTH,
      },
    },
    goal_progress: {
      retention: 'account',
      rows: (userId) => sql`user_id = ${userId}`,
      section: 'goalProgress',
      columns: {
        user_id: ['erased', SELF],
        time_zone: [...BOTH, sql`'UTC'`],
        day: [...BOTH, 'unchanged'],
        day_ends_at: BOTH,
        week: [...BOTH, 'unchanged'],
        seen: [...BOTH, 'unchanged'],
        counts: [...BOTH, 'unchanged'],
        streak: BOTH,
        streak_on: [...BOTH, 'unchanged'],
        freeze_week: [...BOTH, 'unchanged'],
        frozen: BOTH,
        lost_streak: BOTH,
        visits: BOTH,
        visited_on: [...BOTH, 'unchanged'],
        revision: ['erased', INTERNAL],
      },
    },
    titles: {
      retention: 'account',
      rows: (userId) => sql`user_id = ${userId}`,
      section: 'titles',
      columns: {
        user_id: ['erased', SELF],
        title: [...BOTH, 'unchanged'],
        earned_at: BOTH,
        chosen: BOTH,
      },
    },
  },
};
