import type { Fighter, FightRecord } from '@rivalhold/shared/contract/combat.ts';
import type { DbOrTx } from '../../platform/db/db.ts';
import { recordOf } from './fight-lists.ts';

/**
 * Return the full record of a finished fight, with which a viewer can replay and verify it. Only the two players of the
 * fight see its rewards. Return null for viewers who are not allowed to watch the fight. Also return null before the
 * fight has ended, because the seed is secret until then.
 * @param viewerId `NO_VIEWER` for a guest
 */
export async function findRecord(
  db: DbOrTx,
  { fightId, viewerId }: { fightId: number; viewerId: number },
): Promise<FightRecord | null> {
  const fight = await recordOf(db, fightId, viewerId);
  if (!fight) return null;
  const isFighter = [fight.attacker_id, fight.defender_id].includes(viewerId);
  return {
    id: fight.id,
    attacker: named(fight.setup.attacker, fight.attacker_name),
    defender: named(fight.setup.defender, fight.defender_name),
    attackerAvatarUrl: fight.attacker_avatar,
    defenderAvatarUrl: fight.defender_avatar,
    inputs: fight.inputs,
    rulesVersion: fight.rules_version,
    ranked: fight.ranked,
    nonces: { attacker: fight.attacker_nonce, defender: fight.defender_nonce },
    seedHash: fight.seed_hash,
    inputsHash: fight.inputs_hash,
    seed: fight.seed,
    winnerId: fight.winner_id,
    attackerHP: fight.attacker_hp,
    defenderHP: fight.defender_hp,
    rewards: isFighter
      ? { xp: fight.reward_xp ?? 0, coins: fight.reward_coins ?? 0, defeatXp: fight.defeat_xp ?? 0 }
      : null,
    createdAt: fight.created_at.toISOString(),
    endedAt: fight.ended_at.toISOString(),
  };
}

/**
 * Return a fighter under `name`, the name by which the viewer knows the player. If `name` is null, keep the name from
 * the setup, which is the player's name at the start of the fight.
 */
const named = (fighter: Fighter, name: string | null): Fighter =>
  name === null ? fighter : { ...fighter, username: name };
