import type { Quest } from './contract/quests.ts';

/** The first fight of a new player: the first lesson. */
export const FIRST_FIGHT_PATH = '/practice?lesson=strike';

/** The quests in display order, with their rewards in coins; see docs/economy.md. */
export const QUESTS: readonly { quest: Quest; coins: number }[] = [
  { quest: 'fight', coins: 3 },
  { quest: 'potion', coins: 2 },
  { quest: 'friend', coins: 2 },
  { quest: 'post', coins: 3 },
];
