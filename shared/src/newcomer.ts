import type { Quest } from './contract/quests.ts';

/** The first fight of a new player: the first lesson. */
export const FIRST_FIGHT_PATH = '/practice?lesson=strike';

/** Report whether a player is at level 1 and has never won, and therefore needs help with a first fight. */
export const isNewcomer = ({ level, wins }: { level: number; wins: number }): boolean =>
  level === 1 && wins === 0;

/** The quests in display order, with their rewards in coins; see docs/economy.md. */
export const QUESTS: readonly { quest: Quest; coins: number }[] = [
  { quest: 'fight', coins: 3 },
  { quest: 'potion', coins: 2 },
  { quest: 'friend', coins: 2 },
  { quest: 'post', coins: 3 },
];
