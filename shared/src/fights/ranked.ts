import type { Fighter, FightInput, Side } from '../contract/combat.ts';
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
 * A finished ranked fight. `missed` is the number of choices in a row that the player missed just before the last
 * choice of the fight; the last choice itself is not included. `isExcused` is set if the player has not returned since
 * a long interruption of the site.
 */
export type RateableFight = {
  state: FightState;
  live: Record<Side, { missed: number; isExcused?: boolean | undefined }>;
};

/**
 * Report whether a finished ranked fight can change the ratings. A fight that ended because a player left does not
 * count in three cases: neither player ever chose a move, both players left and had equal shares of full health, or a
 * player who left has not returned since a long interruption of the site.
 * @param last the last input of the fight
 */
export function isRateable(
  { state: { attacker, defender }, live }: RateableFight,
  last: FightInput | null,
): boolean {
  if (last?.kind !== 'forfeit' || last.reason !== 'abandoned') return true;
  const isUnplayed = attacker.chosen + defender.chosen === 0;
  const isTie = attacker.hp * defender.maxHealth === defender.hp * attacker.maxHealth;
  const left = [live.attacker, live.defender].filter(
    ({ missed }) => missed + 1 >= LIMITS.combat.missedChoices,
  );
  const isExcused = left.some((side) => side.isExcused);
  return !isUnplayed && !isExcused && !(left.length === 2 && isTie);
}
