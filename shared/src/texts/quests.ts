import type { Quest } from '../contract/quests.ts';
import { formatCount } from '../format-number.ts';

/** Errors when claiming the reward of a quest, or showing hidden quests again. */
export const QUEST_ERRORS = {
  notDone: 'You haven’t finished this quest yet.',
  skipped: 'Your quests are hidden. Show them again in Settings.',
  over: 'You’ve finished all quests.',
} as const;

const coins = (amount: number): string => formatCount(amount, 'coin');

/** Texts of the card with a new player's first quests. */
export const QUEST_TEXTS = {
  title: 'Your first quests',
  text: 'Four short quests show you around. You get a few coins for each.',
  progress: (done: number, all: number) => `${done} of ${all} done`,
  tomorrow: 'Back tomorrow? Full health, full energy, full rewards.',
  skip: 'Hide quests',
  skipped: 'Quests hidden. You can show them again in Settings.',
  undo: 'Undo',
  coins,
  claim: (amount: number) => `Claim ${coins(amount)}`,
  claimed: (amount: number) => `${coins(amount)} added to your balance.`,
  isDone: 'Done. Claim your reward.',
  isClaimed: 'Done and claimed.',
  notLoaded: 'Failed to load your quests.',
  failed: 'That didn’t work. Try again.',
  titles: {
    fight: 'Finish a fight',
    potion: 'Drink a potion',
    friend: 'Send a friend request',
    post: 'Write your first post',
  } satisfies Record<Quest, string>,
  fight: 'Fight',
  fightFirst: 'Fight first',
  fightWith: (name: string) => `Fight ${name}`,
  fightFirstWith: (name: string) => `Fight first: ${name}`,
  rival: (name: string, level: number) => `${name} is at level ${level}. The fight counts even if you lose.`,
  noRival: 'Pick a player near your level. The fight counts even if you lose.',
  find: 'Find an opponent',
  drink: 'You’re hurt. Drink a potion from your inventory.',
  inventory: 'Open inventory',
  drinkLater: 'If you’re at full health, fight first. Then drink a potion from your inventory.',
  friend: 'Choose “Add Friend” next to a player. You’ll see when your friend is online.',
  players: 'Find Players',
  post: 'Say where you’re from and who you want to fight.',
  write: 'Start writing',
  done: (title: string) => `Quest done: ${title}`,
  waiting: 'Claim your reward on the dashboard.',
  toDashboard: 'Go to reward',
} as const;

/** Texts for players who have claimed the rewards of all quests. The texts give reasons to come back. */
export const QUESTS_COMPLETE_TEXTS = {
  title: 'You finished all quests',
  text: 'Come back tomorrow for:',
  reasons: {
    energy: {
      title: 'Full energy',
      text: (perHour: number) =>
        `You regain ${perHour} energy per hour, so your energy is full again by tomorrow.`,
    },
    rivals: {
      title: 'Full rewards',
      text: 'Beating the same opponent again within a day pays less. After a day, you get the full reward again.',
    },
    clips: {
      title: 'New clips',
      text: 'Clips disappear after a day. Watch them before they’re gone.',
    },
    friends: {
      title: 'Your friends',
      text: 'Players who accept your request appear in your friend list, and you see when they’re online.',
    },
  },
  close: 'Close',
} as const;

/** Texts of the card in Settings that shows hidden quests again. */
export const RESTART_QUESTS_TEXTS = {
  title: 'Your first quests',
  text: 'Your quests are hidden. Show them again to claim the rewards.',
  resume: 'Show quests again',
} as const;
