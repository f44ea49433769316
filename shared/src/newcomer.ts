import type { Quest } from './contract/quests.ts';

/** Whoever has never won is shown the way to a first fight. */
export const isNewcomer = ({ level, wins }: { level: number; wins: number }): boolean =>
  level === 1 && wins === 0;

/** The first quests in the order they are shown in, and what each pays in coins; see docs/economy.md. */
export const QUESTS: readonly { quest: Quest; coins: number }[] = [
  { quest: 'fight', coins: 3 },
  { quest: 'potion', coins: 2 },
  { quest: 'friend', coins: 2 },
  { quest: 'post', coins: 3 },
];
