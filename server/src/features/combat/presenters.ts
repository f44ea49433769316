import type { Combat, FightSide, Side } from '@rivalhold/shared/contract/combat.ts';
import { viewOf } from '@rivalhold/shared/fights/exchange.ts';
import { telegraph } from '@rivalhold/shared/fights/style.ts';
import type { Site } from '../../platform/site.ts';
import { isConnected } from '../presence/service.ts';
import { choiceEndOf, choiceTimeOf, type IsConnected, isShownPresent, takesPart } from './live.ts';
import type { FightRow } from './queries.ts';

/** Return a function that reports which players of a fight are connected to the site. */
export function connectionsOf(site: Site, fight: Pick<FightRow, 'attacker_id' | 'defender_id'>): IsConnected {
  return (side) => isConnected(site, side === 'attacker' ? fight.attacker_id : fight.defender_id);
}

function toFightSide(row: FightRow, side: Side, now: number, isConnected: IsConnected): FightSide {
  const { focus, healsLeft, itemsLeft } = row.state[side];
  const isOpen = row.status === 'active';
  const present = isOpen && isShownPresent(row.live, side, now, isConnected);
  const shown =
    isOpen && !takesPart(row.live, side, now, isConnected) && row.live.challengeExpiresAt === null;
  const choiceUntil = isOpen ? choiceEndOf(row.live, side) : null;
  return {
    focus,
    healsLeft,
    itemsLeft,
    present,
    sealed: row.live[side].sealed,
    telegraph: shown ? telegraph(row.setup[side].style, viewOf(row.state, side)) : null,
    choiceUntil: choiceUntil === null ? null : new Date(choiceUntil).toISOString(),
    choiceMs: choiceTimeOf(row.live[side]),
    bankMs: row.live[side].bankMs,
  };
}

/** Convert a row to a fight as both players see it, without the seed and without sealed moves. */
export function toCombat(row: FightRow, site: Site): Combat {
  const { attacker, defender, exchanges, log } = row.state;
  const isConnected = connectionsOf(site, row);
  const now = site.clock.now().getTime();
  const sideOf = (side: Side) => toFightSide(row, side, now, isConnected);
  return {
    id: row.id,
    revision: row.revision,
    attackerId: row.attacker_id,
    defenderId: row.defender_id,
    attackerHP: attacker.hp,
    defenderHP: defender.hp,
    attackerMaxHP: attacker.maxHealth,
    defenderMaxHP: defender.maxHealth,
    status: row.status,
    ranked: row.ranked,
    winnerId: row.winner_id,
    exchanges,
    sides: { attacker: sideOf('attacker'), defender: sideOf('defender') },
    isChallengePending: row.live.challengeExpiresAt !== null,
    isBusy: row.live.isBusy === true,
    isLimited: row.live.isLimited === true,
    deadlineAt: row.deadline_at?.toISOString() ?? null,
    log,
    seedHash: row.seed_hash,
    inputsHash: row.inputs_hash,
    nonces: { attacker: row.attacker_nonce, defender: row.defender_nonce },
    rulesVersion: row.rules_version,
    createdAt: row.created_at.toISOString(),
  };
}
