import { query, sql } from '../../platform/db/db.ts';
import { ALL_ROWS, INTERNAL, SELF } from '../../platform/personal-data/declaration.ts';
import { readAll } from '../../platform/personal-data/export-rows.ts';
import type { PersonalData } from '../../platform/site.ts';

export const personalData: PersonalData = {
  erase: async (tx, _site, userId) => {
    await query(tx, sql`delete from ranked_pool where user_id = ${userId}`);
    return true;
  },
  sections: (db, userId) => ({
    'ranked-pool': readAll(
      db,
      sql`select waiting_since as "waitingSince", missed_count as "missed", missed_at as "missedAt", paused_until as "pausedUntil"
          from ranked_pool where user_id = ${userId}`,
    ),
  }),
  tables: {
    ranked_pool: {
      retention: 'account',
      rows: (userId) => sql`user_id = ${userId}`,
      otherRows: 'the pairing ends when the other player answers, or when the time to accept is over',
      notInCopy: ALL_ROWS,
      section: 'ranked-pool',
      columns: {
        user_id: ['erased', SELF],
        waiting_since: ['erased', true],
        last_seen_at: ['erased', INTERNAL],
        opponent_id: ['erased', INTERNAL],
        answer_until: ['erased', INTERNAL],
        accepted: ['erased', INTERNAL],
        last_opponent_id: ['erased', INTERNAL],
        missed_count: ['erased', { as: 'ranked-pool.missed' }],
        missed_at: ['erased', true],
        paused_until: ['erased', true],
      },
    },
  },
};
