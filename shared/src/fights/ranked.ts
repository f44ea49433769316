import type { Fighter, FightInput } from '../contract/combat.ts';
import { statsFor } from '../levels/levels.ts';
import { LIMITS } from '../limits.ts';
import type { FightState } from './fight.ts';

/**
 * The level of both players in a ranked fight, and the catalogue id of the item that each player gets for the fight.
 */
export const RANKED = { level: 20, itemId: 1 } as const;

/**
 * Return the fighter of a player in a ranked fight, with full health and the stats of the ranked level. The player's
 * own level, gear and health do not matter. `weapon` and `armor` are 0, so the rules use the basic gear of the ranked
 * level (see `baseGear`).
 */
export function rankedFighter({ id, username, style }: Pick<Fighter, 'id' | 'username' | 'style'>): Fighter {
  const { maxHealth, attack, defense } = statsFor(RANKED.level);
  const gear = { weapon: 0, armor: 0 };
  return { id, username, level: RANKED.level, attack, defense, maxHealth, health: maxHealth, ...gear, style };
}

/**
 * A finished ranked fight. `missed` is the number of consecutive choices that a player missed directly before the last
 * choice.
 */
export type RateableFight = {
  state: FightState;
  live: { attacker: { missed: number }; defender: { missed: number } };
};

/**
 * Report whether a finished ranked fight can change the ratings. A fight that ended because a player left does not
 * count in two cases: neither player ever chose a move, or both players left and had equal shares of full health.
 * @param last the last input of the fight
 */
export function isRateable(
  { state: { attacker, defender }, live }: RateableFight,
  last: FightInput | null,
): boolean {
  if (last?.kind !== 'forfeit' || last.reason !== 'abandoned') return true;
  const isUnplayed = attacker.chosen + defender.chosen === 0;
  const isTie = attacker.hp * defender.maxHealth === defender.hp * attacker.maxHealth;
  const haveBothLeft =
    Math.min(live.attacker.missed, live.defender.missed) + 1 >= LIMITS.combat.missedChoices;
  return !isUnplayed && !(haveBothLeft && isTie);
}
