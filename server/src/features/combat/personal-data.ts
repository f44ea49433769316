import type { FightSetup } from '@rivalhold/shared/fights/fight.ts';
import { PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import Type, { type Static } from 'typebox';
import {
  type Db,
  execute,
  literal,
  query,
  queryExists,
  raw,
  type Sql,
  sql,
  type Tx,
  transaction,
} from '../../platform/db/db.ts';
import { INTERNAL, SELF } from '../../platform/personal-data/declaration.ts';
import { type ExportSections, exportInBatches, readAll } from '../../platform/personal-data/export-rows.ts';
import type { PersonalData, Site } from '../../platform/site.ts';
import { knownNameSql } from '../blocks/service.ts';
import { forfeitFights } from './character-changes.ts';
import { FightRow, sideOf } from './queries.ts';

const BATCH_SIZE = 20;

const NamedFight = Type.Pick(FightRow, ['id', 'attacker_id', 'setup']);
type NamedFight = Static<typeof NamedFight>;

/**
 * Return a batch of the finished fights whose setup contains the player's name, in order of id, starting after the id
 * `cursor`.
 */
function namedFights(db: Db, userId: number, cursor: number): Promise<NamedFight[]> {
  const namedAs = (side: 'attacker' | 'defender'): Sql => sql`
    (select id, attacker_id, setup from fights
     where ${raw(side)}_id = ${userId} and id > ${cursor} and status = 'over'
       and setup->${side}::text->>'username' <> ${PROFILE_TEXTS.deletedPlayer}
     order by id limit ${literal(BATCH_SIZE)})`;
  return query(
    db,
    NamedFight,
    sql`${namedAs('attacker')} union all ${namedAs('defender')} order by id limit ${literal(BATCH_SIZE)}`,
  );
}

/**
 * Store a fight without the player's name. Return false if the names in the fight have changed since the
 * fight was read.
 */
const saveAnonymous = (tx: Tx, { id, setup }: NamedFight, anonymousSetup: FightSetup): Promise<boolean> =>
  queryExists(
    tx,
    sql`
      update fights set setup = ${JSON.stringify(anonymousSetup)}::jsonb
      where id = ${id} and setup->'attacker'->>'username' = ${setup.attacker.username}
        and setup->'defender'->>'username' = ${setup.defender.username}
      returning id`,
  );

/**
 * Forfeit a player's open fights, and delete the player's fight settings. Then read a batch of the player's finished
 * fights, in order to store them without the player's name.
 * @param cursor the id of the last fight that was processed
 * @returns a function that saves the batch and returns the new cursor, or null if no fight is left
 */
export async function prepareFightErasure(
  site: Site,
  userId: number,
  cursor: number,
): Promise<(tx: Tx) => Promise<number | null>> {
  await transaction(site.db, async (tx) => {
    await forfeitFights(tx, site, userId);
    await execute(tx, sql`delete from fight_settings where user_id = ${userId}`);
  });
  const fights = await namedFights(site.db, userId, cursor);
  return async (tx) => {
    let last = cursor;
    for (const fight of fights) {
      const { setup } = fight;
      const side = sideOf(fight, userId);
      const anonymousSetup = { ...setup, [side]: { ...setup[side], username: PROFILE_TEXTS.deletedPlayer } };
      // The names change if the opponent's account is deleted in the meantime. In this case, stop here, so that the
      // fight is read again.
      if (!(await saveAnonymous(tx, fight, anonymousSetup))) return last;
      last = fight.id;
    }
    return fights.length === 0 ? null : last;
  };
}

/**
 * Return a player's fight settings, and the player's fights with their outcomes. The player can open the full record of
 * each fight at its own URL.
 */
export const exportSections = (db: Db, userId: number): ExportSections => ({
  'fight-settings': readAll(
    db,
    sql`select temperament, lines, live_challenges as "liveChallenges", double_time as "doubleTime", watchers
        from fight_settings where user_id = ${userId}`,
  ),
  fights: exportInBatches(
    db,
    (afterId, limit) => sql`
      select f.id, f.attacker_id = ${userId} as "isAttacker", ${knownNameSql(userId, sql`u`)} as opponent, f.status,
             f.winner_id = ${userId} as won,
             case when f.winner_id = ${userId} then f.reward_xp else f.defeat_xp end as xp,
             case when f.winner_id = ${userId} then f.reward_coins end as coins,
             f.created_at as "createdAt", f.ended_at as "endedAt"
      from (
        (select * from fights where attacker_id = ${userId} and id > ${afterId} order by id limit ${limit})
        union all
        (select * from fights where defender_id = ${userId} and id > ${afterId} order by id limit ${limit})
      ) f join users u on u.id = case when f.attacker_id = ${userId} then f.defender_id else f.attacker_id end
      order by f.id limit ${limit}`,
  ),
});

const FIGHT = { retained: 'the opponent keeps the fight, against “Deleted player”' };
const PUBLISHED = { omitted: 'it is in the full record on the page of the finished fight' };

const copiedNameSql = (side: Sql): Sql =>
  sql`to_jsonb((select u.username from users u where u.id = fights.${side}_id))`;
/**
 * The setup of a fight with the current usernames of its players. In an anonymized copy of the site, these usernames
 * are invented.
 */
const COPIED_SETUP = sql`jsonb_set(jsonb_set(setup, '{attacker,username}', coalesce(${copiedNameSql(sql`attacker`)}, '""')),
  '{defender,username}', coalesce(${copiedNameSql(sql`defender`)}, '""'))`;

export const personalData: PersonalData = {
  erase: { prepare: prepareFightErasure },
  sections: exportSections,
  tables: {
    fights: {
      retention: 'records',
      rows: (userId) => sql`${userId} in (attacker_id, defender_id)`,
      // Leave out open fights, because their seeds are secret.
      notInCopy: sql`status = 'active'`,
      section: 'fights',
      columns: {
        id: [FIGHT, true],
        attacker_id: [FIGHT, { exportedAs: 'fights.isAttacker' }],
        defender_id: [FIGHT, { exportedAs: 'fights.opponent' }],
        status: [FIGHT, true, 'unchanged'],
        seed: [FIGHT, { secret: 'it determines the random numbers of an open fight' }, 'unchanged'],
        seed_hash: [FIGHT, PUBLISHED, 'unchanged'],
        inputs_hash: [FIGHT, PUBLISHED, 'unchanged'],
        attacker_nonce: [FIGHT, PUBLISHED, 'unchanged'],
        defender_nonce: [FIGHT, PUBLISHED, 'unchanged'],
        live: [FIGHT, INTERNAL, 'unchanged'],
        deadline_at: [FIGHT, INTERNAL],
        rules_version: [FIGHT, PUBLISHED],
        ranked: [FIGHT, PUBLISHED],
        // The setup contains both usernames. Account deletion replaces the player's name. The styles stay, because they
        // are needed to verify the fight.
        setup: ['erased', PUBLISHED, COPIED_SETUP],
        state: [FIGHT, PUBLISHED, 'unchanged'],
        input_count: [FIGHT, PUBLISHED],
        winner_id: [FIGHT, { exportedAs: 'fights.won' }],
        reward_xp: [FIGHT, { as: 'fights.xp' }],
        reward_coins: [FIGHT, { as: 'fights.coins' }],
        defeat_xp: [FIGHT, { exportedAs: 'fights.xp' }],
        attacker_last_action_at: [FIGHT, INTERNAL],
        defender_last_action_at: [FIGHT, INTERNAL],
        defender_seen_at: [FIGHT, INTERNAL],
        challenge_sent_at: [FIGHT, INTERNAL],
        revision: [FIGHT, INTERNAL],
        last_exchange_at: [FIGHT, INTERNAL],
        created_at: [FIGHT, true],
        ended_at: [FIGHT, true],
      },
    },
    fight_choices: {
      retention: 'records',
      rows: (userId) =>
        sql`fight_id in (select id from fights where ${userId} in (attacker_id, defender_id))`,
      columns: {
        fight_id: [FIGHT, INTERNAL],
        side: [FIGHT, INTERNAL, 'unchanged'],
        // The move is secret until the exchange is revealed. Then, it moves to the inputs of the fight.
        move: [FIGHT, PUBLISHED, 'unchanged'],
        item_id: [FIGHT, PUBLISHED],
      },
    },
    fight_settings: {
      retention: 'account',
      rows: (userId) => sql`user_id = ${userId}`,
      section: 'fight-settings',
      columns: {
        user_id: ['erased', SELF],
        temperament: ['erased', true, 'unchanged'],
        lines: ['erased', true, 'unchanged'],
        live_challenges: ['erased', true, 'unchanged'],
        double_time: ['erased', { exportedAs: 'fight-settings.doubleTime' }],
        watchers: ['erased', true, 'unchanged'],
      },
    },
    fight_inputs: {
      retention: 'records',
      rows: (userId) =>
        sql`fight_id in (select id from fights where ${userId} in (attacker_id, defender_id))`,
      columns: {
        fight_id: [FIGHT, PUBLISHED],
        seq: [FIGHT, PUBLISHED],
        input: [FIGHT, PUBLISHED, 'unchanged'],
        created_at: [FIGHT, PUBLISHED],
      },
    },
  },
};
