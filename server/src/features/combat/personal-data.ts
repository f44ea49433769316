import { sql } from '../../platform/db/db.ts';
import { INTERNAL } from '../../platform/personal-data/declaration.ts';
import type { PersonalData } from '../../platform/site.ts';
import { exportSections, prepareFightErasure } from './erasure.ts';

const FIGHT = { kept: 'the opponent keeps the fight, against “Deleted player”' };
const PUBLISHED = { omitted: 'a fight that is over is published blow by blow at its own address' };

export const personalData: PersonalData = {
  erase: { prepare: prepareFightErasure },
  sections: exportSections,
  tables: {
    fights: {
      rows: (userId) => sql`${userId} in (attacker_id, defender_id)`,
      section: 'fights',
      columns: {
        id: [FIGHT, true],
        attacker_id: [FIGHT, { shownAs: 'fights.begun' }],
        defender_id: [FIGHT, { shownAs: 'fights.opponent' }],
        status: [FIGHT, true],
        seed: [FIGHT, { secret: 'it decides a fight that is not over' }],
        seed_hash: [FIGHT, PUBLISHED],
        nonce: [FIGHT, PUBLISHED],
        rules_version: [FIGHT, PUBLISHED],
        // With the names of the two.
        setup: ['erased', PUBLISHED],
        state: ['erased', PUBLISHED],
        input_count: [FIGHT, PUBLISHED],
        winner_id: [FIGHT, { shownAs: 'fights.won' }],
        reward_xp: [FIGHT, { as: 'fights.xp' }],
        reward_coins: [FIGHT, { as: 'fights.coins' }],
        attacker_last_action_at: [FIGHT, INTERNAL],
        defender_last_action_at: [FIGHT, INTERNAL],
        defender_seen_at: [FIGHT, INTERNAL],
        challenge_sent_at: [FIGHT, INTERNAL],
        last_exchange_at: [FIGHT, INTERNAL],
        created_at: [FIGHT, true],
        ended_at: [FIGHT, true],
      },
    },
    fight_inputs: {
      rows: (userId) =>
        sql`fight_id in (select id from fights where ${userId} in (attacker_id, defender_id))`,
      columns: {
        fight_id: [FIGHT, PUBLISHED],
        seq: [FIGHT, PUBLISHED],
        input: [FIGHT, PUBLISHED],
        created_at: [FIGHT, PUBLISHED],
      },
    },
  },
};
