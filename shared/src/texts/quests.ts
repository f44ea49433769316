import type { Quest } from '../contract/quests.ts';

/** What the server refuses, in words. */
export const QUEST_ERRORS = {
  notDone: 'That is still to be done.',
  skipped: 'You have put your first deeds away. Bring them back in Settings.',
  over: 'You have done all of it.',
} as const;

const coins = (amount: number): string => (amount === 1 ? '1 coin' : `${amount} coins`);

/** Texts of the card that leads a newcomer through their first deeds. */
export const QUEST_TEXTS = {
  title: 'Your first deeds',
  text: 'Four small ones to find your way around, and a few coins for each.',
  progress: (done: number, all: number) => `${done} of ${all} done`,
  tomorrow:
    'Look in tomorrow: health and energy are back by themselves, old rivals pay in full again, and there are new clips.',
  skip: 'Skip the tour',
  skipped: 'Put away. You can bring it back in Settings.',
  undo: 'Undo',
  coins,
  claim: (amount: number) => `Take ${coins(amount)}`,
  claimed: (amount: number) => `${coins(amount)} added to your balance.`,
  isDone: 'Done. Your reward waits.',
  isClaimed: 'Done, and paid.',
  notLoaded: 'Your first deeds could not be loaded.',
  failed: 'That did not work. Please try again.',
  titles: {
    fight: 'Fight somebody to the end',
    potion: 'Drink a potion',
    friend: 'Ask somebody to be friends',
    post: 'Write your first post',
  } satisfies Record<Quest, string>,
  fight: 'Fight',
  fightWith: (name: string) => `Fight ${name}`,
  rival: (name: string, level: number) => `${name} is at level ${level}. Won or lost, it counts.`,
  noRival: 'Somebody near your level. Won or lost, it counts.',
  find: 'Find a rival',
  drink: 'You are hurt: drink a draught from your pack.',
  pack: 'Open your pack',
  drinkLater: 'Once you are hurt in a fight, drink one from your pack.',
  friend: 'Friends stand in your list, and you see who is online.',
  players: 'Find players',
  post: 'Where are you from, and whom do you want to fight?',
  write: 'Write it',
  done: (title: string) => `Done: ${title}`,
  waiting: 'Your reward waits on the dashboard.',
  toDashboard: 'Take it',
} as const;

/** What a newcomer is told when all is done: why to come back. */
export const QUESTS_COMPLETE_TEXTS = {
  title: 'The hold knows your name',
  text: 'That was all of it. This is what tomorrow brings:',
  reasons: {
    energy: {
      title: 'You wake up rested',
      text: (perHour: number) => `Energy comes back by itself, ${perHour} an hour: all of it by tomorrow.`,
    },
    rivals: {
      title: 'Rivals pay in full again',
      text: 'Each win over the same opponent within a day pays less. After a day it pays as at first.',
    },
    clips: {
      title: 'New clips',
      text: 'They are shown for a short while only: look in before they are gone.',
    },
    friends: {
      title: 'Your friends',
      text: 'Whoever takes your request is in your list, and you see when they are online.',
    },
  },
  close: 'Close this',
} as const;

/** Texts of the way back, in the settings. */
export const RESTART_QUESTS_TEXTS = {
  title: 'Your first deeds',
  text: 'You have put the tour for newcomers away. Its rewards still wait.',
  resume: 'Bring the tour back',
} as const;
