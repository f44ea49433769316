import type { Combat, FightSide, Move, Side } from '@rivalhold/shared/contract/combat.ts';
import type { PlayerRef } from '@rivalhold/shared/contract/profiles.ts';
import type { Bout } from '@rivalhold/shared/fights/practice.ts';

/** Id of practice fights and of their opponents: neither exists on the server. */
export const PRACTICE_ID = 0;

type Shown = { bout: Bout; prepared: Move | null };

/** Return a practice fight in the form of a fight of the server. */
export function combatOf({ bout: { setup, state }, prepared }: Shown): Combat {
  const sideOf = (side: Side): FightSide => {
    const { focus, healsLeft } = state[side];
    return {
      ...{ focus, healsLeft, itemsLeft: 0, present: true, sealed: false },
      telegraph: side === 'defender' ? prepared : null,
      ...{ choiceUntil: null, bankMs: 0 },
    };
  };
  return {
    id: PRACTICE_ID,
    revision: state.exchanges,
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
