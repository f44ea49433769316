import { type FightSetup, replayFight } from '@rivalhold/shared/combat/rules.ts';
import { PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { type Db, run, type Tx } from '../../platform/db/db.ts';
import type { Site } from '../../platform/site.ts';
import { bitByBit, type Taken } from '../../platform/taken-along.ts';
import { endFightsOf } from './changes.ts';
import { inputsOf } from './queries.ts';

const AT_ONCE = 20;

type Named = { id: number; attacker_id: number; setup: FightSetup; seed: string };
const named = (side: 'attacker' | 'defender'): string => `
  (select id, attacker_id, setup, seed from fights
   where ${side}_id = $1 and status = 'over' and setup->'${side}'->>'username' <> $2 order by id limit ${AT_ONCE})`;
const NAMED = `${named('attacker')} union all ${named('defender')}`;

/**
 * Ends the open fights of a player who left, and takes the name out of some that are over: they are told anew, blow by
 * blow, so that each still replays to what is stored. Answers whether none is left.
 */
export async function forgetPlayer(tx: Tx, site: Site, userId: number): Promise<boolean> {
  await endFightsOf(tx, site, userId);
  const fights = await run<Named>(tx, NAMED, [userId, PROFILE_TEXTS.deletedPlayer]);
  for (const { id, attacker_id, setup, seed } of fights) {
    const side = attacker_id === userId ? 'attacker' : 'defender';
    const unnamed = { ...setup, [side]: { ...setup[side], username: PROFILE_TEXTS.deletedPlayer } };
    const { state } = replayFight(unnamed, await inputsOf(tx, id), seed);
    await run(tx, 'update fights set setup = $2::jsonb, state = $3::jsonb where id = $1', [
      id,
      JSON.stringify(unnamed),
      JSON.stringify(state),
    ]);
  }
  return fights.length === 0;
}

/** A player's fights, each with how it ended; blow by blow they are at their own address. */
export const exportOf = (db: Db, userId: number): Taken => ({
  fights: bitByBit(
    db,
    `select f.id, f.attacker_id = $1 as begun, u.username as opponent, f.status, f.winner_id = $1 as won,
            case when f.winner_id = $1 then f.reward_xp end as xp,
            case when f.winner_id = $1 then f.reward_coins end as coins,
            f.created_at as "createdAt", f.ended_at as "endedAt"
     from (
       (select * from fights where attacker_id = $1 and id > $2 order by id limit $3)
       union all (select * from fights where defender_id = $1 and id > $2 order by id limit $3)
     ) f join users u on u.id = case when f.attacker_id = $1 then f.defender_id else f.attacker_id end
     order by f.id limit $3`,
    userId,
  ),
});
