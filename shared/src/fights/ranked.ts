import type { Fighter } from '../contract/combat.ts';
import { statsFor } from '../levels/levels.ts';

/** The level at which both players of a ranked fight fight, and the catalogue id of the item that both are lent. */
export const RANKED = { level: 20, itemId: 1 } as const;

/**
 * Return the fighter of a player in a ranked fight: full health, the stats of the ranked level, and the basic gear of
 * this level. The player's own level, gear and health do not matter.
 */
export function rankedFighter({ id, username, style }: Pick<Fighter, 'id' | 'username' | 'style'>): Fighter {
  const { maxHealth, attack, defense } = statsFor(RANKED.level);
  const gear = { weapon: 0, armor: 0 };
  return { id, username, level: RANKED.level, attack, defense, maxHealth, health: maxHealth, ...gear, style };
}
