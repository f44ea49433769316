import type { GoalId } from '../contract/goals.ts';
import { formatCount, formatNumber } from '../format-number.ts';

/** Errors when claiming the reward of a goal, or setting the time zone. */
export const GOAL_ERRORS = {
  notDone: 'You haven’t completed this goal yet.',
  timeZone: 'This time zone is unknown.',
} as const;

/** Errors when choosing a title. */
export const TITLE_ERRORS = { notEarned: 'You haven’t earned this title yet.' } as const;

const coins = (amount: number): string => formatCount(amount, 'coin');
const days = (count: number): string => formatCount(count, 'day');

/** Texts of the card at the top of the dashboard: the next fight, goals and streak. */
export const GOAL_TEXTS = {
  title: 'Today',
  health: 'Health',
  energy: 'Energy',
  fight: 'Fight now',
  find: 'Find an opponent',
  resume: 'Continue the fight',
  fightBack: 'Fight back',
  opponent: (name: string, level: number) => `${name} is at level ${level}, close to yours.`,
  waiting: (name: string) => `Your fight with ${name} is still open.`,
  challenged: (name: string) => `${name} challenges you.`,
  goals: 'Goals',
  daily: 'Today',
  weekly: 'This week',
  earlier: 'From an earlier day',
  progress: (done: number, all: number) => `${formatNumber(done)} of ${formatNumber(all)}`,
  coins,
  claim: (amount: number) => `Claim ${coins(amount)}`,
  claimed: (amount: number) => `${coins(amount)} added to your balance.`,
  isClaimed: 'Claimed',
  allClaimed: 'All done for today. New goals at midnight.',
  notLoaded: 'Failed to load your goals.',
  failed: 'That didn’t work. Try again.',
  done: (title: string) => `Goal complete: ${title}`,
  toGoals: 'Go to reward',
  streak: (length: number) => `${formatNumber(length)}-day streak`,
  noStreak: 'No streak yet',
  streakEnded: 'Streak ended',
  streakOpen: 'Complete a daily goal to keep your streak.',
  freezeLeft: 'A freeze covers one missed day.',
  streakDone: 'Today already counts.',
  streakStart: 'Complete a daily goal to start a streak.',
  streakFrozen: 'A freeze saved your streak.',
  streakLost: (length: number) => `It lasted ${days(length)}. Complete a daily goal to start a new one.`,
  names: {
    'fight-2': 'Fight 2 players',
    'fight-3': 'Fight 3 players',
    'win-1': 'Win a fight',
    'win-2': 'Beat 2 players',
    'read-4': 'Win 4 exchanges',
    'read-8': 'Win 8 exchanges',
    'like-3': 'Like 3 players’ posts',
    'comment-1': 'Comment on a post',
    'lobby-1': 'Write in the Lobby',
    'post-1': 'Publish a post',
    'reply-1': 'Reply in the Forum',
    'week-fight-10': 'Fight 10 players',
    'week-win-8': 'Beat 8 players',
    'week-read-30': 'Win 30 exchanges',
    'week-days-5': 'Meet a goal on 5 days',
    'week-friend-1': 'Make a new friend',
  } satisfies Record<GoalId, string>,
} as const;
