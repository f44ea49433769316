import { Goal, type TitleId } from '@rivalhold/shared/contract/goals.ts';
import { Nullable } from '@rivalhold/shared/contract/schema.ts';
import type { Counts } from '@rivalhold/shared/goals/counts.ts';
import type { DrawnGoal, PlayerProgress } from '@rivalhold/shared/goals/progress.ts';
import Type, { type Static } from 'typebox';
import { column } from '../../platform/db/columns.ts';
import {
  type DbOrTx,
  execute,
  query,
  queryExists,
  queryFirst,
  queryFirstValue,
  queryValues,
  type Sql,
  sql,
  type Tx,
} from '../../platform/db/db.ts';
import { settledSql } from '../../platform/security/settled-accounts.ts';
import type { Site } from '../../platform/site.ts';

/**
 * A player's stored progress and goals. `goals` contains the goals of the stored day and week, and completed earlier
 * goals whose rewards have not been claimed.
 */
export type StoredProgress = { progress: PlayerProgress; goals: DrawnGoal[]; revision: number };

/** The stored counts, by name. */
const StoredCounts = Type.Record(Type.String(), column.integer);
const ProgressRow = Type.Object({
  timeZone: column.text,
  day: column.text,
  dayEndsAt: column.date,
  week: column.text,
  seen: Type.Record(Type.String(), Type.Array(column.integer)),
  counts: StoredCounts,
  streak: column.integer,
  streakOn: Nullable(column.text),
  freezeWeek: Nullable(column.text),
  frozen: column.boolean,
  lostStreak: column.integer,
  visits: column.integer,
  visitedOn: Nullable(column.text),
  revision: column.integer,
  goals: Type.Array(
    Type.Object({
      ...Type.Omit(Goal, ['state']).properties,
      goal: column.code<Goal['goal']>(),
      claimed: column.boolean,
    }),
  ),
});
const progressSql = (userId: number): Sql => sql`
  select p.time_zone as "timeZone", p.day, p.day_ends_at as "dayEndsAt", p.week, p.seen, p.counts,
    p.streak, p.streak_on as "streakOn", p.freeze_week as "freezeWeek", p.frozen,
    p.lost_streak as "lostStreak", p.visits, p.visited_on as "visitedOn",
    p.revision,
    (select coalesce(json_agg(json_build_object('period', g.period, 'startsOn', g.starts_on, 'goal', g.goal,
        'target', g.target, 'progress', g.progress, 'coins', g.coins, 'claimed', g.claimed_at is not null)
        order by g.period, g.starts_on, g.position), '[]')
      from goals g where g.user_id = p.user_id
        and (g.starts_on = case g.period when 'day' then p.day else p.week end
          or (g.progress = g.target and g.claimed_at is null))) as goals
  from goal_progress p where p.user_id = ${userId}`;

const toStored = (row: Static<typeof ProgressRow> | undefined): StoredProgress | undefined => {
  if (!row) return undefined;
  const { goals, revision, ...progress } = row;
  return { progress, goals, revision };
};

/** Return a player's progress as stored, or undefined if nothing is stored yet. */
export const readProgress = async (db: DbOrTx, userId: number): Promise<StoredProgress | undefined> =>
  toStored(await queryFirst(db, ProgressRow, progressSql(userId)));

/**
 * Lock a player's progress and return it. If nothing is stored yet, store `first`. If the stored progress
 * still has the revision of `seen`, return `seen` instead of reading again.
 */
export async function lockProgress(
  tx: Tx,
  userId: number,
  { first, seen }: { first: PlayerProgress; seen?: StoredProgress | undefined },
): Promise<StoredProgress> {
  // Lock before reading, because a statement that waits for the lock does not see goals that were stored during the
  // wait.
  const lock = sql`select revision from goal_progress where user_id = ${userId} for update`;
  const revision = await queryFirstValue(tx, column.integer, lock);
  if (revision !== undefined && revision === seen?.revision) return seen;
  if (revision === undefined) {
    await execute(
      tx,
      sql`insert into goal_progress (user_id, time_zone, day, day_ends_at, week)
          values (${userId}, ${first.timeZone}, ${first.day}, ${first.dayEndsAt}, ${first.week})
          on conflict do nothing`,
    );
    await execute(tx, lock);
  }
  return (await readProgress(tx, userId))!;
}

/** Report whether a visit on the player's current day has been counted. */
export const hasVisited = (db: DbOrTx, userId: number, now: Date): Promise<boolean> =>
  queryExists(
    db,
    sql`select 1 from goal_progress where user_id = ${userId} and day_ends_at > ${now} and visited_on = day`,
  );

/** SQL for the number of days on which a player has visited the site. */
export const visitsSql = (userId: Sql): Sql =>
  sql`coalesce((select visits from goal_progress where user_id = ${userId}), 0)`;

/** Save a player's locked progress and goals, and delete goals that can no longer be completed. */
export async function saveProgress(
  tx: Tx,
  userId: number,
  { progress, goals }: Omit<StoredProgress, 'revision'>,
): Promise<void> {
  const { timeZone, day, dayEndsAt, week, seen, counts, streak } = progress;
  const rows = goals.map(({ claimed: _, ...goal }, position) => ({ ...goal, position }));
  await execute(
    tx,
    sql`
      with saved as (
        update goal_progress set time_zone = ${timeZone}, day = ${day}, day_ends_at = ${dayEndsAt}, week = ${week},
          seen = ${JSON.stringify(seen)}, counts = ${JSON.stringify(counts)}, streak = ${streak},
          streak_on = ${progress.streakOn}, freeze_week = ${progress.freezeWeek}, frozen = ${progress.frozen},
          lost_streak = ${progress.lostStreak}, visits = ${progress.visits},
          visited_on = ${progress.visitedOn}, revision = revision + 1
        where user_id = ${userId}
      ), expired as (
        delete from goals where user_id = ${userId} and progress < target
          and starts_on < case period when 'day' then ${day}::text else ${week} end
      )
      insert into goals (user_id, period, starts_on, goal, position, target, progress, coins)
      select ${userId}, g.period, g."startsOn", g.goal, g.position, g.target, g.progress, g.coins
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (period text, "startsOn" text, goal text,
        position integer, target integer, progress integer, coins integer)
      on conflict (user_id, starts_on, goal) do update set progress = excluded.progress`,
  );
}

/**
 * Report whether a player's account is no longer new (settled). Actions towards new accounts do not count
 * towards goals and titles.
 */
export const isSubjectSettled = (tx: Tx, site: Site, userId: number): Promise<boolean> =>
  queryExists(tx, sql`select 1 from users u where u.id = ${userId} and ${settledSql(site, sql`u`)}`);

/**
 * Mark the reward of a completed goal as claimed, and return its coins. Return undefined if the goal is not completed
 * or the reward is already claimed.
 */
export async function claim(
  tx: Tx,
  { userId, startsOn, goal, at }: { userId: number; startsOn: string; goal: string; at: Date },
): Promise<number | undefined> {
  return queryFirstValue(
    tx,
    column.integer,
    sql`update goals set claimed_at = ${at}
        where user_id = ${userId} and starts_on = ${startsOn} and goal = ${goal} and progress = target
          and claimed_at is null
        returning coins`,
  );
}

/** Report whether the reward of a goal has been claimed. */
export const isClaimed = (tx: Tx, userId: number, startsOn: string, goal: string): Promise<boolean> =>
  queryExists(
    tx,
    sql`select 1 from goals
        where user_id = ${userId} and starts_on = ${startsOn} and goal = ${goal} and claimed_at is not null`,
  );

const Title = column.code<TitleId>();

/** Store titles for a player, and return the titles that the player did not have before. */
export const insertTitles = (
  tx: Tx,
  userId: number,
  titles: readonly TitleId[],
  at: Date,
): Promise<TitleId[]> =>
  queryValues(
    tx,
    Title,
    sql`insert into titles (user_id, title, earned_at)
        select ${userId}, title, ${at} from unnest(${titles}::text[]) as title
        on conflict do nothing returning title`,
  );

const EarnedTitle = Type.Object({
  title: Title,
  earned_at: column.date,
  chosen: column.boolean,
});

/** Return a player's titles, latest first. */
export const titlesOf = (db: DbOrTx, userId: number): Promise<Static<typeof EarnedTitle>[]> =>
  query(
    db,
    EarnedTitle,
    sql`select title, earned_at, chosen from titles where user_id = ${userId} order by earned_at desc, title`,
  );

/** Return the counts of a player's actions. Return an empty object if nothing is stored. */
export const countsOf = async (db: DbOrTx, userId: number): Promise<Counts> =>
  (await queryFirstValue(
    db,
    StoredCounts,
    sql`select counts from goal_progress where user_id = ${userId}`,
  )) ?? {};

/**
 * Mark one of a player's titles as chosen, or none if `title` is null. Return false if the player does not
 * have the title.
 */
export async function chooseTitle(tx: Tx, userId: number, title: TitleId | null): Promise<boolean> {
  await execute(tx, sql`select 1 from titles where user_id = ${userId} order by title for update`);
  await execute(tx, sql`update titles set chosen = false where user_id = ${userId} and chosen`);
  if (title === null) return true;
  return queryExists(
    tx,
    sql`update titles set chosen = true where user_id = ${userId} and title = ${title} returning title`,
  );
}

/** SQL for the title that a player shows beside their name, or null. */
export const chosenTitleSql = (userId: Sql): Sql =>
  sql`(select title from titles where user_id = ${userId} and chosen)`;
