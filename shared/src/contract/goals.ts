import Type, { type Static } from 'typebox';
import { TITLE_IDS } from '../goals/titles.ts';
import { type Contract, closedObject, Id, idParams, Nullable, Time } from './schema.ts';

/** The daily and weekly goals; see `goals/goals.ts`. */
export const GoalId = Type.Enum([
  'fight-2',
  'fight-3',
  'win-1',
  'win-2',
  'read-4',
  'read-8',
  'like-3',
  'comment-1',
  'lobby-1',
  'post-1',
  'reply-1',
  'week-fight-10',
  'week-win-8',
  'week-read-30',
  'week-days-5',
  'week-friend-1',
]);
export type GoalId = Static<typeof GoalId>;

/** A calendar date such as `2026-11-27`. */
const CalendarDate = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' });

export const Goal = Type.Object({
  goal: GoalId,
  period: Type.Enum(['day', 'week']),
  /** Date on which the goal's day or week began, in the player's time zone. */
  startsOn: CalendarDate,
  target: Type.Integer(),
  /** Progress towards the goal, at most `target`. */
  progress: Type.Integer(),
  /** Reward in coins. */
  coins: Type.Integer(),
  /** A completed goal is `done` until its reward is claimed. */
  state: Type.Enum(['open', 'done', 'claimed']),
});
export type Goal = Static<typeof Goal>;

export const Goals = Type.Object({
  /**
   * The goals of the day, then the goal of the week. Completed goals of earlier days and weeks are included until they
   * are claimed.
   */
  goals: Type.Array(Goal),
  /** Time when the next daily goals begin. */
  dayEndsAt: Time,
  timeZone: Type.String(),
  streak: Type.Object({
    /** Number of consecutive days with a completed daily goal. */
    days: Type.Integer(),
    /** True if today already counts towards the streak. */
    today: Type.Boolean(),
    /** True if this week's freeze is unused. A freeze keeps the streak on one day without a completed goal. */
    freezeLeft: Type.Boolean(),
    /** True if a freeze covered missed days right before today. */
    frozen: Type.Boolean(),
    /** Length of the streak that ended right before today; 0 if no streak ended, or if a new streak has begun. */
    lost: Type.Integer(),
  }),
});
export type Goals = Static<typeof Goals>;

/** The ids of all titles. */
export const TitleId = Type.Enum([...TITLE_IDS]);
export type TitleId = Static<typeof TitleId>;

export const Titles = Type.Object({
  /** The title that the player shows beside their name. */
  chosen: Nullable(TitleId),
  /** The earned titles, latest first. */
  earned: Type.Array(Type.Object({ title: TitleId, earnedAt: Time })),
  /** The titles that the player has not earned yet; empty for other viewers. */
  open: Type.Array(
    Type.Object({
      title: TitleId,
      /** Always less than `target`. */
      progress: Type.Integer(),
      target: Type.Integer(),
    }),
  ),
});
export type Titles = Static<typeof Titles>;

export const goals = {
  routes: {
    'GET /api/goals': {
      access: 'player',
      reply: Goals,
      summary: "The caller's goals of the day and the week, and their streak.",
    },
    'POST /api/goals/{startsOn}/{goal}/claim': {
      access: 'player',
      params: Type.Object({ startsOn: CalendarDate, goal: GoalId }),
      reply: Goals,
      summary: 'Claims the coins of a completed goal; repeating the request has no effect.',
    },
    'PUT /api/goals/time-zone': {
      access: 'player',
      body: Type.Object({ timeZone: Type.String({ maxLength: 64 }) }, closedObject),
      reply: Goals,
      summary: 'Sets the time zone of the player, which applies from the next day.',
    },
    'GET /api/titles/{userId}': {
      access: 'player',
      params: idParams('userId'),
      reply: Titles,
      summary: 'The titles of a player; for the caller, also the progress towards the other titles.',
    },
    'PUT /api/titles/chosen': {
      access: 'player',
      body: Type.Object({ title: Nullable(TitleId) }, closedObject),
      reply: Titles,
      summary: 'Chooses one of the earned titles to show beside the name, or none.',
    },
  },
  serverEvents: {
    /**
     * Sent to every tab of the player. Each tab then reloads the goals. If a goal was just completed, `done`
     * is this goal.
     */
    'goals:changed': Type.Object({ done: Type.Optional(GoalId) }),
    /** Sent to every tab of a player who has earned or chosen a title. */
    'titles:changed': Type.Object({ userId: Id }),
  },
} as const satisfies Contract;
