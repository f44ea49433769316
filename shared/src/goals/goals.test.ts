import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GOAL_TEXTS } from '../texts/goals.ts';
import { DAY, HOUR } from '../time-units.ts';
import type { Counts } from './counts.ts';
import { drawGoals } from './goals.ts';
import {
  advanceDay,
  beginProgress,
  countEvent,
  type DrawnGoal,
  missingGoals,
  type PlayerProgress,
} from './progress.ts';
import { TITLE_IDS, TITLES, titlesBetween } from './titles.ts';

const names = (userId: number, date: string, counts: Counts = {}, period: 'day' | 'week' = 'day') =>
  drawGoals(userId, period, date, counts).map(({ goal }) => goal);
const noon = new Date('2026-11-25T12:00:00Z');
const after = (days: number) => new Date(noon.getTime() + days * DAY);
const win = (subject: number) => ({ count: 'wins', subject, by: 1 }) as const;
const winGoal = (progress = 0): DrawnGoal => ({
  ...{ period: 'day', startsOn: '2026-11-25', goal: 'win-2', target: 2 },
  ...{ progress, coins: 1, claimed: false },
});

describe('the draw of goals', () => {
  it('selects the same three goals for the same player and date', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 0, max: 60 }), (id, level) => {
        const counts = { level, fights: level, reads: level };
        const drawn = names(id, '2026-11-25', counts);
        expect(new Set(drawn).size).toBe(3);
        expect(names(id, '2026-11-25', counts)).toEqual(drawn);
        expect(names(id, '2026-11-23', counts, 'week')).toHaveLength(1);
      }),
    );
  });

  it('selects different goals for different players and days', () => {
    const days = Array.from({ length: 30 }, (_, day) => `2026-11-${String(day + 1).padStart(2, '0')}`);
    expect(new Set(days.map((date) => names(1, date).join())).size).toBeGreaterThan(4);
    expect(new Set(days.map((_, id) => names(id + 1, '2026-11-25').join())).size).toBeGreaterThan(4);
  });

  it('selects only goals that the player has unlocked', () => {
    const ids = Array.from({ length: 200 }, (_, id) => id + 1);
    const drawn = (counts: Counts) => new Set(ids.flatMap((id) => names(id, '2026-11-25', counts)));
    expect([...drawn({})].toSorted()).toEqual(
      ['comment-1', 'fight-2', 'like-3', 'lobby-1', 'post-1', 'win-1'].toSorted(),
    );
    const unlocked = drawn({ fights: 9, reads: 90, level: 9 });
    for (const goal of ['read-4', 'read-8', 'reply-1', 'win-2', 'fight-3']) expect(unlocked).toContain(goal);
  });
});

describe('progress', () => {
  it('counts only the first win over the same opponent on a day', () => {
    let [progress, goals] = [beginProgress('UTC', noon), [winGoal()]];
    const done: string[] = [];
    for (const event of [win(7), win(7), win(8), win(9)]) {
      const step = countEvent(progress, goals, event);
      [progress, goals] = [step.progress, step.goals];
      done.push(...step.done);
    }
    expect([goals[0]?.progress, done]).toEqual([2, ['win-2']]);
    expect(progress.counts).toMatchObject({ wins: 3, goals: 1, streak: 1, days: 1 });
    const next = advanceDay(progress, after(1));
    expect(countEvent(next, [], win(7)).progress.counts.wins).toBe(4);
  });

  it('uses the total in an event as the new count, if the event has a total', () => {
    const first = countEvent(beginProgress('UTC', noon), [winGoal()], { ...win(7), total: 40 });
    const second = countEvent(first.progress, first.goals, { ...win(7), total: 41 });
    expect([second.progress.counts.wins, second.goals[0]?.progress]).toEqual([41, 1]);
  });

  it('draws new daily goals on the next date, and a new weekly goal in the next week', () => {
    const today = beginProgress('UTC', noon);
    const drawn = missingGoals(5, today, []);
    expect(drawn.map(({ period, startsOn }) => [period, startsOn])).toEqual([
      ...Array(3).fill(['day', '2026-11-25']),
      ['week', '2026-11-23'],
    ]);
    expect(missingGoals(5, today, drawn)).toEqual([]);
    const dates = (days: number) =>
      missingGoals(5, advanceDay(today, after(days)), drawn).map(({ startsOn }) => startsOn);
    expect(dates(1)).toEqual(Array(3).fill('2026-11-26'));
    expect(dates(5)).toEqual(Array(4).fill('2026-11-30'));
  });
});

describe('a streak', () => {
  /**
   * Win a fight on the day of `noon` and on the given later days (1 is the next day), and return the last
   * progress.
   */
  const play = (...days: number[]): PlayerProgress => {
    let progress = beginProgress('UTC', noon);
    for (const day of [0, ...days]) {
      progress = advanceDay(progress, after(day));
      progress = countEvent(progress, [winGoal(1)], win(1)).progress;
    }
    return progress;
  };

  it('grows by one on each day with a completed goal', () => {
    expect(play().streak).toBe(1);
    expect(play(1, 2)).toMatchObject({ streak: 3, frozen: false, lostStreak: 0 });
    const again = countEvent(play(1), [winGoal(1)], win(2));
    expect(again.progress.streak).toBe(2);
  });

  it('continues after one missed day a week', () => {
    // 25 November 2026 is a Wednesday.
    expect(play(2)).toMatchObject({ streak: 2, frozen: true, freezeWeek: '2026-11-23' });
    expect(play(2, 4)).toMatchObject({ streak: 1, frozen: false });
    expect(advanceDay(play(2), after(4))).toMatchObject({ streak: 0, lostStreak: 2 });
    expect(play(2, 3, 4, 6)).toMatchObject({ streak: 5, frozen: true, freezeWeek: '2026-11-30' });
  });

  it('continues after missed days in different weeks', () => {
    expect(play(1, 2, 3, 6).streak).toBe(5);
    expect(advanceDay(play(1, 2, 3), after(7))).toMatchObject({ streak: 0, lostStreak: 4 });
    expect(advanceDay(play(1, 2), after(900))).toMatchObject({ streak: 0, lostStreak: 3 });
  });

  it('continues if a change of the time zone makes a day longer', () => {
    const moved = { ...play(), timeZone: 'Pacific/Kiritimati' };
    const long = advanceDay(moved, new Date('2026-11-26T02:00:00Z'));
    // The next midnight in this time zone is only eight hours away, but a day lasts at least 20 hours. So the day ends
    // at the midnight after that.
    expect([long.day, long.dayEndsAt.toISOString()]).toEqual(['2026-11-26', '2026-11-27T10:00:00.000Z']);
    const played = countEvent(long, [winGoal(1)], win(1)).progress;
    expect(advanceDay(played, after(2))).toMatchObject({ day: '2026-11-28', streak: 2, frozen: false });
  });
});

describe('a change of the time zone', () => {
  const ZONES = ['Pacific/Kiritimati', 'Asia/Tokyo', 'UTC', 'America/New_York', 'Pacific/Pago_Pago'];

  it('never gives a second set of daily goals on the same date or within 20 hours', () => {
    const moves = fc.array(
      fc.record({ hours: fc.integer({ min: 1, max: 40 }), zone: fc.constantFrom(...ZONES) }),
      { minLength: 5, maxLength: 60 },
    );
    fc.assert(
      fc.property(moves, (steps) => {
        let progress = beginProgress('UTC', noon);
        let now = noon.getTime();
        let begun = now - 12 * HOUR;
        const days = new Set([progress.day]);
        for (const { hours, zone } of steps) {
          now += hours * HOUR;
          // Check every half hour whether a new day begins, like a player who waits for new goals.
          for (let at = now - hours * HOUR; at <= now; at += HOUR / 2) {
            const next = advanceDay(progress, new Date(at));
            if (next.day !== progress.day) {
              expect(next.day > progress.day).toBe(true);
              expect(at - begun).toBeGreaterThanOrEqual(20 * HOUR);
              begun = Math.max(progress.dayEndsAt.getTime(), at - HOUR / 2);
              days.add(next.day);
            }
            progress = next;
          }
          progress = { ...progress, timeZone: zone };
        }
        // The first date begins 12 hours before `noon`, and local time is at most 14 hours ahead of UTC. The dates
        // therefore span at most 26 hours more than the time since `noon`. So there are at most three more dates than
        // days since `noon`.
        expect(days.size).toBeLessThanOrEqual((now - noon.getTime()) / DAY + 3);
      }),
    );
  });

  it('extends the current day if the new zone is further west', () => {
    const progress = { ...beginProgress('UTC', noon), timeZone: 'America/New_York' };
    const evening = advanceDay(progress, new Date('2026-11-26T01:00:00Z'));
    expect([evening.day, evening.dayEndsAt.toISOString()]).toEqual([
      '2026-11-25',
      '2026-11-26T05:00:00.000Z',
    ]);
  });
});

describe('titles', () => {
  it('each have a count and a target', () => {
    expect(TITLES).toHaveLength(TITLE_IDS.length);
    for (const { count, target } of TITLES) {
      expect(count).toBeTypeOf('string');
      expect(target).toBeGreaterThan(0);
    }
  });

  it('are awarded when a count reaches the target', () => {
    expect(titlesBetween({ wins: 9 }, { wins: 10 })).toEqual(['win-10']);
    expect(titlesBetween({}, { wins: 60, level: 5 })).toEqual(['win-1', 'win-10', 'win-50', 'level-5']);
    expect(titlesBetween({ wins: 10 }, { wins: 11 })).toEqual([]);
  });
});

it('limits goal names to the 21 characters that fit on one line of a phone', () => {
  for (const name of Object.values(GOAL_TEXTS.names)) expect(name.length).toBeLessThanOrEqual(21);
});
