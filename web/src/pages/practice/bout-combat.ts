import type { Combat, Move, Side } from '@rivalhold/shared/contract/combat.ts';
import type { PlayerRef } from '@rivalhold/shared/contract/profiles.ts';
import type { Bout } from '@rivalhold/shared/fights/practice.ts';
import { combatOf } from '../../features/combat/fight-record.ts';

/** Id of practice fights and of their opponents: neither exists on the server. */
export const PRACTICE_ID = 0;

type Shown = { bout: Bout; prepared: Move | null };

/** Convert a practice fight to a fight in the server's format. */
export function boutCombat({ bout: { setup, state }, prepared }: Shown): Combat {
  const combat = combatOf(setup, state, { id: PRACTICE_ID });
  const { attacker, defender } = combat.sides;
  const here = { present: true, itemsLeft: 0 };
  return {
    ...combat,
    sides: { attacker: { ...attacker, ...here }, defender: { ...defender, ...here, telegraph: prepared } },
  };
}

/** Return a fighter of a practice fight as a player. */
export const playerOf = (bout: Bout, side: Side, avatarUrl: string | null = null): PlayerRef => {
  const { id, username, level } = bout.setup[side];
  return { id, username, level, avatarUrl };
};
