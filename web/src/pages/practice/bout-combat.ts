import type { Combat, FightSide, Move, Side } from '@rivalhold/shared/contract/combat.ts';
import type { PlayerRef } from '@rivalhold/shared/contract/profiles.ts';
import type { Bout } from '@rivalhold/shared/fights/practice.ts';

/** Id of practice fights and of their opponents: neither exists on the server. */
export const PRACTICE_ID = 0;

type Shown = { bout: Bout; prepared: Move | null; isReady: boolean };

/** Return a practice fight in the form of a fight of the server. */
export function combatOf({ bout: { setup, state }, prepared, isReady }: Shown): Combat {
  const isOpen = state.status === 'active';
  const sideOf = (side: Side): FightSide => {
    const { focus, healsLeft } = state[side];
    const theirs = side === 'defender';
    return {
      ...{ focus, healsLeft, itemsLeft: 0, present: false },
      sealed: theirs && isOpen && isReady,
      telegraph: theirs ? prepared : null,
    };
  };
  return {
    id: PRACTICE_ID,
    attackerId: setup.attacker.id,
    defenderId: setup.defender.id,
    attackerHP: state.attacker.hp,
    defenderHP: state.defender.hp,
    attackerMaxHP: state.attacker.maxHealth,
    defenderMaxHP: state.defender.maxHealth,
    ...{ status: state.status, winnerId: state.winnerId, exchanges: state.exchanges },
    sides: { attacker: sideOf('attacker'), defender: sideOf('defender') },
    ...{ isAsked: false, deadlineAt: null, log: state.log },
    ...{ seedHash: '', nonces: { attacker: '', defender: '' } },
    rulesVersion: setup.rulesVersion,
    createdAt: new Date(0).toISOString(),
  };
}

/** Return a fighter of a practice fight as a player. */
export const playerOf = (bout: Bout, side: Side, avatarUrl: string | null = null): PlayerRef => {
  const { id, username, level } = bout.setup[side];
  return { id, username, level, avatarUrl };
};
