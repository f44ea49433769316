import type { FightState } from '@rivalhold/shared/combat/rules.ts';
import type { Combat } from '@rivalhold/shared/contract/combat.ts';
import type { FightRow } from './queries.ts';

/** Convert a row to a fight as both players see it, without the seed. */
export function toCombat(row: FightRow): Combat {
  const { attacker, defender, exchanges, log }: FightState = row.state;
  return {
    id: row.id,
    attackerId: row.attacker_id,
    defenderId: row.defender_id,
    attackerHP: attacker.hp,
    defenderHP: defender.hp,
    attackerMaxHP: attacker.maxHealth,
    defenderMaxHP: defender.maxHealth,
    status: row.status,
    winnerId: row.winner_id,
    exchanges,
    attackerHealsLeft: attacker.healsLeft,
    defenderHealsLeft: defender.healsLeft,
    attackerItemsLeft: attacker.itemsLeft,
    defenderItemsLeft: defender.itemsLeft,
    attackerMayAct: attacker.canUseAction,
    defenderMayAct: defender.canUseAction,
    log,
    seedHash: row.seed_hash,
    nonce: row.nonce,
    rulesVersion: row.rules_version,
    createdAt: row.created_at.toISOString(),
  };
}
