import type { Move } from '@rivalhold/shared/contract/combat.ts';
import { DAMAGE } from '@rivalhold/shared/fights/moves.ts';
import { ITEMS } from '@rivalhold/shared/items/catalogue.ts';
import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';

const MAX_THROWN = Math.round(Math.max(...ITEMS.map(({ damageShare }) => damageShare)) * 100);

/**
 * Return the damage of a move against the opponent's move, in percent of full health between players of the same level.
 * `fury` is the damage that fury adds, in percent. Fury does not change the damage of thrown items. `canThrow` is false
 * in a fight without thrown items.
 */
export function damageText(own: Move, other: Move, fury: number, canThrow: boolean): string {
  const damage = Math.round(DAMAGE[own][other] * (1 + fury / 100));
  return own === 'item' && canThrow
    ? COMBAT_TEXTS.percentRange(damage, MAX_THROWN)
    : COMBAT_TEXTS.percent(damage);
}
