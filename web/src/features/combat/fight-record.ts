import type { Combat, FightRecord, FightSide, Side } from '@rivalhold/shared/contract/combat.ts';
import type { PlayerRef } from '@rivalhold/shared/contract/profiles.ts';
import type { FightSetup, FightState as RulesState, Step } from '@rivalhold/shared/fights/fight.ts';
import { firstExchange, replayFight } from '@rivalhold/shared/fights/rules.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { type FightState, lastSeq } from './fight-state.ts';

/** Convert a state of the game rules to a fight in the server's format. `more` overrides default values. */
export function combatOf(setup: FightSetup, state: RulesState, more: Partial<Combat> = {}): Combat {
  const { attacker, defender, status, winnerId, exchanges, log } = state;
  const sideOf = (side: Side): FightSide => {
    const { focus, healsLeft, itemsLeft } = state[side];
    return {
      focus,
      healsLeft,
      itemsLeft,
      sealed: false,
      present: false,
      telegraph: null,
      choiceUntil: null,
      choiceMs: LIMITS.combat.choiceMs,
      bankMs: 0,
    };
  };
  return {
    id: setup.fightId,
    revision: exchanges,
    attackerId: setup.attacker.id,
    defenderId: setup.defender.id,
    attackerHP: attacker.hp,
    defenderHP: defender.hp,
    attackerMaxHP: attacker.maxHealth,
    defenderMaxHP: defender.maxHealth,
    status,
    winnerId,
    exchanges,
    log,
    sides: { attacker: sideOf('attacker'), defender: sideOf('defender') },
    ranked: false,
    isChallengePending: false,
    isBusy: false,
    deadlineAt: null,
    seedHash: '',
    inputsHash: '',
    nonces: { attacker: '', defender: '' },
    rulesVersion: setup.rulesVersion,
    createdAt: new Date(0).toISOString(),
    ...more,
  };
}

/** Convert the replay of a recorded fight to the state at the end of the fight, with all lines played. */
function stateOfRecord(record: FightRecord, { state, lines }: Step): FightState {
  const { id: fightId, rulesVersion, attacker, defender, attackerAvatarUrl, defenderAvatarUrl } = record;
  const { ranked, seedHash, nonces, createdAt, rewards, seed } = record;
  const playerOf = (
    { id, username, level }: FightSetup['attacker'],
    avatarUrl: string | null,
  ): PlayerRef => ({
    id,
    username,
    level,
    avatarUrl,
  });
  const setup = { fightId, rulesVersion, attacker, defender };
  const played = lastSeq(lines);
  return {
    combat: combatOf(setup, state, { ranked, seedHash, nonces, createdAt }),
    attacker: playerOf(attacker, attackerAvatarUrl),
    defender: playerOf(defender, defenderAvatarUrl),
    lines,
    playedSeq: played,
    openedSeq: played,
    present: [],
    rewards,
    seed,
    note: null,
  };
}

/**
 * Return how much the checks of a fight can prove. 'none': moves were played, but neither browser added a random
 * number. 'partial': only one browser added a random number, and the other player (`doubter`) chose a move in the first
 * exchange. The `doubter` cannot be sure that the random draws were fair. 'full': all other cases.
 */
export function proofOf(record: FightRecord): {
  proof: 'full' | 'partial' | 'none';
  doubter?: FightRecord[Side] | undefined;
} {
  const { nonces, inputs } = record;
  const first = firstExchange(inputs);
  if (!first) return { proof: 'full' };
  if (nonces.attacker + nonces.defender === '') return { proof: 'none' };
  const side = (['attacker', 'defender'] as const).find((one) => first[one] && nonces[one] === '');
  return side ? { proof: 'partial', doubter: record[side] } : { proof: 'full' };
}

/** Replay a recorded fight, and return its state at the end. */
export function replayRecord(record: FightRecord): FightState {
  const { id: fightId, rulesVersion, attacker, defender } = record;
  return stateOfRecord(
    record,
    replayFight({ ...record, setup: { fightId, rulesVersion, attacker, defender } }),
  );
}

/**
 * Return the state of a finished fight after an exchange, with the effects of this exchange. For exchange 0,
 * return the start.
 */
export function stateAfter(end: FightState, exchange: number): FightState {
  const lines = end.lines.filter((line) => line.exchange <= exchange && line.kind !== 'over');
  const last = lines.at(-1);
  const lastExchange = lines.findLast(({ kind }) => kind === 'exchange');
  const { combat } = end;
  const sideOf = (side: Side) => ({ ...combat.sides[side], focus: lastExchange?.[side]?.focus ?? 0 });
  return {
    ...end,
    lines,
    playedSeq: lastSeq(lines),
    openedSeq: (lastExchange?.exchange === exchange ? lastExchange.seq : lastSeq(lines) + 1) - 1,
    combat: {
      ...combat,
      status: 'active',
      winnerId: null,
      exchanges: exchange,
      attackerHP: last?.attackerHP ?? combat.attackerHP,
      defenderHP: last?.defenderHP ?? combat.defenderHP,
      sides: { attacker: sideOf('attacker'), defender: sideOf('defender') },
    },
  };
}
