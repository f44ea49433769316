import type { GoalId } from '../contract/goals.ts';
import { HOUR } from '../time-units.ts';
import { addDays, localDate, mondayOf, startOfDate } from '../time-zones.ts';
import type { Count, Counts, ProgressEvent } from './counts.ts';
import { drawGoals, GOAL_COINS, goalRule } from './goals.ts';

/** A selected goal. `startsOn` is the date, in the player's time zone, on which the goal's day or week began. */
export type DrawnGoal = {
  period: 'day' | 'week';
  startsOn: string;
  goal: GoalId;
  target: number;
  progress: number;
  coins: number;
  claimed: boolean;
};

/**
 * A player's current day, and the player's counts. Dates are in the player's time zone, such as `2026-11-27`.
 */
export type PlayerProgress = {
  timeZone: string;
  day: string;
  dayEndsAt: Date;
  /** The Monday of the week. */
  week: string;
  /** For each count, the `subject` of each event that has counted today. */
  seen: Partial<Record<Count, number[]>>;
  counts: Counts;
  streak: number;
  /** The last day that counted towards the streak. */
  streakOn: string | null;
  /** The Monday of the last week whose freeze has been used. */
  freezeWeek: string | null;
  /** True if a freeze covered missed days right before the current day. */
  frozen: boolean;
  /** Length of the streak that ended right before the current day; 0 if none ended, or if a new streak has begun. */
  lostStreak: number;
  /** Number of days on which the player has visited the site, and the last of them. */
  visits: number;
  visitedOn: string | null;
};

/** Minimum length of a player's day, so that players cannot get additional days by changing the time zone. */
const MIN_DAY = 20 * HOUR;

/** Return the progress of a new player. */
export function beginProgress(timeZone: string, now: Date): PlayerProgress {
  const day = localDate(now, timeZone);
  return {
    timeZone,
    day,
    dayEndsAt: startOfDate(addDays(day, 1), timeZone),
    week: mondayOf(day),
    seen: {},
    counts: {},
    streak: 0,
    streakOn: null,
    freezeWeek: null,
    frozen: false,
    lostStreak: 0,
    visits: 0,
    visitedOn: null,
  };
}

/**
 * Begin a new day of the player if the stored day is over. A player has at most one day for each date, and each day
 * lasts at least 20 hours, even if the player changes the time zone.
 */
export function advanceDay(before: PlayerProgress, now: Date): PlayerProgress {
  if (now < before.dayEndsAt) return before;
  const { timeZone } = before;
  const day = localDate(now, timeZone);
  const endOf = (date: string) => startOfDate(addDays(date, 1), timeZone);
  // If the player has changed to a time zone further west, the current date there can be the stored date or an earlier
  // date. In this case, the stored day continues.
  if (day <= before.day) return { ...before, dayEndsAt: endOf(before.day) };
  const begin = Math.max(before.dayEndsAt.getTime(), startOfDate(day, timeZone).getTime());
  const isLong = endOf(day).getTime() - begin >= MIN_DAY;
  return {
    ...advanceStreak(before, day),
    day,
    dayEndsAt: endOf(isLong ? day : addDays(day, 1)),
    week: mondayOf(day),
    seen: {},
  };
}

/** Count a visit on the player's current day, once a day. */
export const countVisit = (progress: PlayerProgress): PlayerProgress =>
  progress.visitedOn === progress.day
    ? progress
    : { ...progress, visits: progress.visits + 1, visitedOn: progress.day };

/** Use a freeze (one a week) for each day without a completed goal. If no freeze is left for a day, end the streak. */
function advanceStreak(before: PlayerProgress, day: string): PlayerProgress {
  const after = { ...before, frozen: false, lostStreak: 0 };
  if (before.streak === 0) return after;
  // If the player has changed the time zone, a day can last longer than its date. The additional dates that such a day
  // covers do not count as missed.
  const next = localDate(before.dayEndsAt, before.timeZone);
  const isMissed = before.streakOn !== before.day;
  for (let date = isMissed ? before.day : next; date < day; date = date < next ? next : addDays(date, 1)) {
    const week = mondayOf(date);
    if (after.freezeWeek !== null && after.freezeWeek >= week)
      return { ...after, streak: 0, frozen: false, lostStreak: before.streak };
    after.freezeWeek = week;
    after.frozen = true;
  }
  return after;
}

/** Select goals for a player's current day and week. Skip a day or week that already has goals in `drawn`. */
export function missingGoals(
  userId: number,
  { day, week, counts }: PlayerProgress,
  drawn: readonly DrawnGoal[],
): DrawnGoal[] {
  return (['day', 'week'] as const).flatMap((period) => {
    const startsOn = period === 'day' ? day : week;
    if (drawn.some((goal) => goal.period === period && goal.startsOn === startsOn)) return [];
    return drawGoals(userId, period, startsOn, counts).map(({ goal, target }) => ({
      period,
      startsOn,
      goal,
      target,
      progress: 0,
      coins: GOAL_COINS[period],
      claimed: false,
    }));
  });
}

/** Report whether an event is today's first event with its count and subject. */
export const isUnseen = ({ seen }: PlayerProgress, { count, subject }: ProgressEvent): boolean =>
  !seen[count]?.includes(subject);

/**
 * Count an event. If an event with the same count and subject has already counted today, only store `total`. Return the
 * progress, the current goals, and the goals that the event completed.
 */
export function countEvent(
  before: PlayerProgress,
  goals: readonly DrawnGoal[],
  event: ProgressEvent,
): { progress: PlayerProgress; goals: DrawnGoal[]; done: GoalId[] } {
  const { count, subject, by, total } = event;
  const counts = { ...before.counts };
  const isNew = isUnseen(before, event);
  if (total !== undefined) counts[count] = Math.max(counts[count] ?? 0, total);
  else if (isNew) counts[count] = (counts[count] ?? 0) + by;
  let progress: PlayerProgress = { ...before, counts };
  if (!isNew) return { progress, goals: [...goals], done: [] };
  progress.seen = { ...before.seen, [count]: [...(before.seen[count] ?? []), subject] };
  const done: DrawnGoal[] = [];
  let counted = goals.map((goal) => {
    if (goalRule(goal.goal).count !== count || goal.progress >= goal.target) return goal;
    const after = { ...goal, progress: Math.min(goal.target, goal.progress + by) };
    if (after.progress === after.target) done.push(after);
    return after;
  });
  const names = done.map(({ goal }) => goal);
  counts.goals = (counts.goals ?? 0) + done.length;
  if (done.some(({ period }) => period === 'day') && progress.streakOn !== progress.day) {
    const streak = progress.streak + 1;
    progress = { ...progress, streak, streakOn: progress.day, lostStreak: 0 };
    counts.streak = Math.max(counts.streak ?? 0, streak);
    const day = countEvent(progress, counted, { count: 'days', subject: 0, by: 1 });
    ({ progress, goals: counted } = day);
    names.push(...day.done);
  }
  return { progress, goals: counted, done: names };
}
