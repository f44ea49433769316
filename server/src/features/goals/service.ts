import type { Goal, GoalId, Goals, TitleId, Titles } from '@rivalhold/shared/contract/goals.ts';
import type { Count, ProgressEvent } from '@rivalhold/shared/goals/counts.ts';
import { goalRule } from '@rivalhold/shared/goals/goals.ts';
import {
  advanceDay,
  beginProgress,
  countEvent,
  countVisit,
  type DrawnGoal,
  isUnseen,
  missingGoals,
} from '@rivalhold/shared/goals/progress.ts';
import { TITLES, titlesBetween } from '@rivalhold/shared/goals/titles.ts';
import { GOAL_ERRORS, TITLE_ERRORS } from '@rivalhold/shared/texts/goals.ts';
import { NOTIFICATION_MESSAGES } from '@rivalhold/shared/texts/notification-messages.ts';
import { TITLE_NAMES } from '@rivalhold/shared/texts/titles.ts';
import { isTimeZone, mondayOf } from '@rivalhold/shared/time-zones.ts';
import { type DbOrTx, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError, invalidFieldsError } from '../../platform/errors.ts';
import type { Site } from '../../platform/site.ts';
import { assertVisible } from '../blocks/service.ts';
import { moveCoins } from '../coins/service.ts';
import { characterOf, lockCharacters } from '../game/service.ts';
import { notify } from '../notifications/service.ts';
import {
  chooseTitle,
  claim,
  countsOf,
  hasVisited,
  insertTitles,
  isClaimed,
  isSubjectSettled,
  lockProgress,
  readProgress,
  type StoredProgress,
  saveProgress,
  titlesOf,
} from './queries.ts';

export { chosenTitleSql, visitsSql } from './queries.ts';

/** The time zone of a player whose browser has not sent one yet. */
const FIRST_ZONE = 'UTC';

type CurrentProgress = Omit<StoredProgress, 'revision'>;

/**
 * Return the progress as of `now`, with the goals of the current day and week, and completed earlier goals whose
 * rewards have not been claimed.
 */
function upToDate(userId: number, { progress, goals }: CurrentProgress, now: Date): CurrentProgress {
  const after = advanceDay(progress, now);
  const isOpen = ({ period, startsOn, progress: reached, target, claimed }: DrawnGoal) =>
    startsOn === (period === 'day' ? after.day : after.week) || (reached === target && !claimed);
  const left = goals.filter(isOpen);
  const all = [...left, ...missingGoals(userId, after, left)];
  // Sort goals of the day before goals of the week. Among goals of the day, earlier days come first.
  return { progress: after, goals: all.toSorted((one, other) => one.period.localeCompare(other.period)) };
}

const firstProgress = (now: Date): CurrentProgress => ({
  progress: beginProgress(FIRST_ZONE, now),
  goals: [],
});

/**
 * Count a player's actions (`events`) towards their goals and titles. Call this near the end of the transaction that
 * stores these actions. For several players, call it in order of id, because it locks each player's progress. The
 * `subject` of an event is another player, or 0. Events of one kind with the same subject count only once a day. An
 * event about another player counts only if that player's account is no longer new. The player's open tabs are
 * notified of completed goals, earned titles, and progress towards goals.
 */
export async function recordProgress(
  tx: Tx,
  site: Site,
  userId: number,
  events: readonly ProgressEvent[],
): Promise<void> {
  const now = site.clock.now();
  const seen = await readProgress(tx, userId);
  const today = upToDate(userId, seen ?? firstProgress(now), now);
  // Lock the progress only if an event still counts, because most events have already been counted today.
  const isNews = (event: ProgressEvent) =>
    event.total !== undefined || (isUnseen(today.progress, event) && isWanted(event.count, today.goals));
  const counted = await keepSettled(tx, site, userId, events.filter(isNews));
  if (counted.length === 0) return;
  const stored = await lockProgress(tx, userId, { first: beginProgress(FIRST_ZONE, now), seen });
  const before = upToDate(userId, stored, now);
  let after = before;
  const done: GoalId[] = [];
  for (const event of counted) {
    const step = countEvent(after.progress, after.goals, event);
    after = step;
    done.push(...step.done);
  }
  await saveProgress(tx, userId, after);
  const isChanged = after.goals.some((goal, index) => goal.progress !== before.goals[index]?.progress);
  if (done.length === 0 && isChanged) site.realtime.emit(tx, [userId], 'goals:changed', {});
  for (const goal of done) site.realtime.emit(tx, [userId], 'goals:changed', { done: goal });
  await awardTitles(tx, site, userId, titlesBetween(before.progress.counts, after.progress.counts));
}

/** Count a visit, once per day in the player's time zone. */
export async function recordVisit(db: DbOrTx, site: Site, userId: number): Promise<void> {
  const now = site.clock.now();
  if (await hasVisited(db, userId, now)) return;
  await transaction(db, async (tx) => {
    const stored = await lockProgress(tx, userId, { first: beginProgress(FIRST_ZONE, now) });
    const { progress, goals } = upToDate(userId, stored, now);
    await saveProgress(tx, userId, { progress: countVisit(progress), goals });
  });
}

const TITLE_COUNTS = new Set(TITLES.map(({ count }) => count));

/** Report whether this kind of event counts towards any title or unfinished goal. */
const isWanted = (count: Count, goals: readonly DrawnGoal[]): boolean =>
  TITLE_COUNTS.has(count) ||
  goals.some(({ goal, progress, target }) => progress < target && goalRule(goal).count === count);

/** Return the events whose subject is neither the player's own account nor a new account. Only these events count. */
async function keepSettled(
  tx: Tx,
  site: Site,
  userId: number,
  events: readonly ProgressEvent[],
): Promise<ProgressEvent[]> {
  const counted: ProgressEvent[] = [];
  const settled = new Map([
    [0, true],
    [userId, false],
  ]);
  for (const event of events) {
    const { subject } = event;
    if (!settled.has(subject)) settled.set(subject, await isSubjectSettled(tx, site, subject));
    if (settled.get(subject)) counted.push(event);
  }
  return counted;
}

async function awardTitles(tx: Tx, site: Site, userId: number, titles: readonly TitleId[]): Promise<void> {
  if (titles.length === 0) return;
  const earned = await insertTitles(tx, userId, titles, site.clock.now());
  for (const title of earned)
    await notify(tx, site, {
      userId,
      type: 'system',
      ...NOTIFICATION_MESSAGES.titleEarned(TITLE_NAMES[title]),
      link: `/profiles/${userId}#titles`,
      actorId: null,
      collapse: `title:${title}`,
    });
  if (earned.length > 0) site.realtime.emit(tx, [userId], 'titles:changed', { userId });
}

/** Return a player's goals and streak. */
export async function goalsOf(db: DbOrTx, { userId, now }: { userId: number; now: Date }): Promise<Goals> {
  return present(upToDate(userId, (await readProgress(db, userId)) ?? firstProgress(now), now));
}

function present({ progress, goals }: CurrentProgress): Goals {
  const { day, dayEndsAt, timeZone, streak, streakOn, freezeWeek, frozen, lostStreak } = progress;
  return {
    goals: goals.map(({ claimed, ...goal }) => ({ ...goal, state: stateOf(goal, claimed) })),
    dayEndsAt: dayEndsAt.toISOString(),
    timeZone,
    streak: {
      days: streak,
      today: streakOn === day,
      freezeLeft: freezeWeek === null || freezeWeek < mondayOf(day),
      frozen,
      lost: lostStreak,
    },
  };
}

function stateOf(
  { progress, target }: Pick<DrawnGoal, 'progress' | 'target'>,
  claimed: boolean,
): Goal['state'] {
  if (claimed) return 'claimed';
  return progress === target ? 'done' : 'open';
}

/**
 * Pay the reward of a completed goal, and return the player's goals. A repeated claim pays nothing.
 * @throws AppError `conflict` if the goal is not the player's or not completed.
 */
export async function claimGoal(
  db: DbOrTx,
  site: Site,
  { userId, startsOn, goal }: { userId: number; startsOn: string; goal: GoalId },
): Promise<Goals> {
  const at = site.clock.now();
  return transaction(db, async (tx) => {
    // Lock the balance before the goals, as a fight does. Concurrent claims then run one after the other.
    await lockCharacters(tx, [userId]);
    const paid = await claim(tx, { userId, startsOn, goal, at });
    if (paid !== undefined) {
      const reference = `goal:${startsOn}:${goal}`;
      const movement = { amount: paid, reason: 'goal', reference, key: reference, at } as const;
      await moveCoins(tx, site, { userId, ...movement });
      site.realtime.emit(tx, [userId], 'goals:changed', {});
    } else if (!(await isClaimed(tx, userId, startsOn, goal)))
      throw new AppError('conflict', GOAL_ERRORS.notDone);
    return goalsOf(tx, { userId, now: at });
  });
}

/**
 * Set a player's time zone, and count a visit. Days end at midnight in this time zone, but the end of the current day
 * does not change.
 * @throws AppError `invalid` for an unknown time zone.
 */
export async function setTimeZone(
  db: DbOrTx,
  site: Site,
  { userId, timeZone }: { userId: number; timeZone: string },
): Promise<Goals> {
  if (!isTimeZone(timeZone)) throw invalidFieldsError({ timeZone: GOAL_ERRORS.timeZone });
  const now = site.clock.now();
  return transaction(db, async (tx) => {
    const stored = await lockProgress(tx, userId, { first: beginProgress(timeZone, now) });
    const { progress, goals } = upToDate(userId, stored, now);
    const after = { progress: countVisit({ ...progress, timeZone }), goals };
    await saveProgress(tx, userId, after);
    return present(after);
  });
}

/**
 * Return a player's titles. Only the player sees the progress towards titles that they have not earned.
 * @throws AppError `notFound` for an unknown player, or if either player has blocked the other.
 */
export async function getTitles(
  db: DbOrTx,
  { userId, viewerId }: { userId: number; viewerId: number },
): Promise<Titles> {
  const character = await characterOf(db, userId);
  if (!character) throw new AppError('notFound');
  await assertVisible(db, viewerId, userId);
  const rows = await titlesOf(db, userId);
  const earned = new Set(rows.map(({ title }) => title));
  const { level, wins } = character;
  const counts = userId === viewerId ? { ...(await countsOf(db, userId)), level, wins } : null;
  return {
    chosen: rows.find(({ chosen }) => chosen)?.title ?? null,
    earned: rows.map(({ title, earned_at }) => ({ title, earnedAt: earned_at.toISOString() })),
    open: counts
      ? TITLES.filter(({ title }) => !earned.has(title)).map(({ title, count, target }) => ({
          title,
          target,
          progress: Math.min(target - 1, counts[count] ?? 0),
        }))
      : [],
  };
}

/**
 * Choose one of the player's titles to show beside their name. If the title is null, show none.
 * @throws AppError `conflict` for a title that the player has not earned.
 */
export async function setChosenTitle(
  db: DbOrTx,
  site: Site,
  { userId, title }: { userId: number; title: TitleId | null },
): Promise<Titles> {
  return transaction(db, async (tx) => {
    if (!(await chooseTitle(tx, userId, title))) throw new AppError('conflict', TITLE_ERRORS.notEarned);
    site.realtime.emit(tx, [userId], 'titles:changed', { userId });
    return getTitles(tx, { userId, viewerId: userId });
  });
}
