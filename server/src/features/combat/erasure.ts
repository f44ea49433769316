import { type FightSetup, replayFight } from '@rivalhold/shared/combat/rules.ts';
import { PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { type Db, run, type Tx, transaction } from '../../platform/db/db.ts';
import { type ExportSections, readInBatches } from '../../platform/personal-data/export-rows.ts';
import type { Site } from '../../platform/site.ts';
import { forfeitFights } from './character-changes.ts';
import { inputsOfAll } from './queries.ts';

const BATCH_SIZE = 20;

type NamedFight = { id: number; attacker_id: number; setup: FightSetup; seed: string };
const named = (side: 'attacker' | 'defender'): string => `
  (select id, attacker_id, setup, seed from fights
   where ${side}_id = $1 and id > $2 and status = 'over' and setup->'${side}'->>'username' <> $3
   order by id limit ${BATCH_SIZE})`;
const NAMED_FIGHTS = `${named('attacker')} union all ${named('defender')} order by id limit ${BATCH_SIZE}`;
/** Of a fight that is over nothing changes but the names, when the other leaves as well. */
const ANONYMIZE = `
  update fights set setup = $2::jsonb, state = $3::jsonb
  where id = $1 and setup->'attacker'->>'username' = $4 and setup->'defender'->>'username' = $5 returning id`;

/**
 * Ends the open fights of a player who left, and tells some that are over anew without the name, blow by blow, so that
 * each still replays to what is stored.
 * @param cursor the id of a fight up to which that is done
 * @returns what writes them, and answers up to which fight it is done then; null when none is left.
 */
export async function prepareFightErasure(
  site: Site,
  userId: number,
  cursor: number,
): Promise<(tx: Tx) => Promise<number | null>> {
  await transaction(site.db, (tx) => forfeitFights(tx, site, userId));
  const fights = await run<NamedFight>(site.db, NAMED_FIGHTS, [userId, cursor, PROFILE_TEXTS.deletedPlayer]);
  const inputs = await inputsOfAll(
    site.db,
    fights.map(({ id }) => id),
  );
  const received = fights.map(({ id, attacker_id, setup, seed }) => {
    const side = attacker_id === userId ? 'attacker' : 'defender';
    const unnamed = { ...setup, [side]: { ...setup[side], username: PROFILE_TEXTS.deletedPlayer } };
    const { state } = replayFight(unnamed, inputs.get(id) ?? [], seed);
    const names = [setup.attacker.username, setup.defender.username];
    return { id, row: [id, JSON.stringify(unnamed), JSON.stringify(state), ...names] };
  });
  return async (tx) => {
    let last = cursor;
    for (const { id, row } of received) {
      // Who else is in it has left meanwhile, and it was told anew without them: it is read again.
      if ((await run(tx, ANONYMIZE, row)).length === 0) return last;
      last = id;
    }
    return received.length === 0 ? null : last;
  };
}

/** A player's fights, each with how it ended; blow by blow they are at their own address. */
export const exportSections = (db: Db, userId: number): ExportSections => ({
  fights: readInBatches(
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
