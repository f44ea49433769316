import type { TitleId } from '../contract/goals.ts';
import { formatNumber } from '../format-number.ts';
import type { Count } from '../goals/counts.ts';

/** The names of the titles. */
export const TITLE_NAMES: Record<TitleId, string> = {
  'win-1': 'Bloodied Blade',
  'win-10': 'Duelist',
  'win-50': 'Gladiator',
  'win-200': 'Champion',
  'win-1000': 'Legend of Rivalhold',
  'level-5': 'Proven',
  'level-10': 'Veteran',
  'level-20': 'Warlord',
  'level-30': 'Ironborn',
  'level-50': 'Ancient',
  'read-25': 'Keen-Eyed',
  'read-200': 'Mind Reader',
  'read-1000': 'Oracle',
  'close-1': 'Last One Standing',
  'close-10': 'Deathless',
  'opponent-25': 'Challenger',
  'opponent-250': 'Scourge of the Arena',
  'streak-3': 'Kindled',
  'streak-7': 'Steady Flame',
  'streak-30': 'Everburning',
  'streak-100': 'Eternal Ember',
  'goal-10': 'Reliable',
  'goal-100': 'Relentless',
  'lesson-3': 'Apprentice',
  'friend-5': 'Companion',
  'friend-25': 'Heart of the Company',
  'post-5': 'Herald',
  'post-30': 'Chronicler',
  'comment-10': 'Good Company',
  'thread-3': 'Storyteller',
  'reply-20': 'Sage',
  'clip-5': 'Showrunner',
  'lobby-10': 'Regular',
};

const NEEDS: Partial<Record<Count, (target: number) => string>> = {
  wins: (target) => (target === 1 ? 'Win a fight' : `Win ${formatNumber(target)} fights`),
  level: (target) => `Reach level ${target}`,
  reads: (target) => `Win ${formatNumber(target)} exchanges`,
  closeWins: (target) =>
    target === 1
      ? 'Win a fight with at most 10% health left'
      : `Win ${formatNumber(target)} fights with at most 10% health left`,
  fights: (target) => `Finish ${formatNumber(target)} fights`,
  streak: (target) => `Keep a streak for ${formatNumber(target)} days`,
  goals: (target) => `Complete ${formatNumber(target)} goals`,
  lessons: () => 'Complete all practice lessons',
  friends: (target) => `Make ${formatNumber(target)} friends`,
  posts: (target) => `Publish posts on ${formatNumber(target)} different days`,
  comments: (target) => `Comment on posts ${formatNumber(target)} times`,
  threads: (target) => `Start forum threads on ${formatNumber(target)} different days`,
  replies: (target) => `Reply in the Forum on ${formatNumber(target)} different days`,
  clips: (target) => `Share clips on ${formatNumber(target)} different days`,
  lobby: (target) => `Write in the Lobby on ${formatNumber(target)} different days`,
};

/** Texts about titles. */
export const TITLE_TEXTS = {
  title: 'Titles',
  text: 'Titles show what you have done. They give no advantage in a fight.',
  need: (count: Count, target: number): string => NEEDS[count]?.(target) ?? '',
  earned: (total: number, all: number) => `${formatNumber(total)} of ${formatNumber(all)} earned.`,
  show: 'Show',
  showOf: (name: string) => `Show the title ${name}`,
  hide: 'Hide',
  hideOf: (name: string) => `Hide the title ${name}`,
  progress: (done: number, target: number) => `${formatNumber(done)} of ${formatNumber(target)}`,
  open: 'Still to earn',
  empty: 'No titles yet.',
  loading: 'Loading titles…',
  notLoaded: 'Failed to load the titles.',
  failed: 'That didn’t work. Try again.',
} as const;
