import { execute, sql } from '../../platform/db/db.ts';
import { INTERNAL, SELF } from '../../platform/personal-data/declaration.ts';
import { readAll } from '../../platform/personal-data/export-rows.ts';
import type { PersonalData } from '../../platform/site.ts';
import { knownNameSql } from '../blocks/service.ts';

const CHANGE = { retained: 'the ratings of the opponents are recomputed from it' };

export const personalData: PersonalData = {
  erase: async (tx, _site, userId) => {
    await execute(tx, sql`delete from ratings where user_id = ${userId}`);
    return true;
  },
  sections: (db, userId) => ({
    rating: readAll(
      db,
      sql`select rating, deviation, volatility, fights, changed_at as "changedAt" from ratings
          where user_id = ${userId}`,
    ),
    'rating-changes': readAll(
      db,
      sql`select r.number, r.fight_id as "fightId", ${knownNameSql(userId, sql`u`)} as opponent, r.won,
            r.rating_before as "ratingBefore", r.deviation_before as "deviationBefore",
            r.volatility_before as "volatilityBefore", r.opponent_rating as "opponentRating",
            r.opponent_deviation as "opponentDeviation", r.rating_after as "ratingAfter",
            r.deviation_after as "deviationAfter", r.volatility_after as "volatilityAfter",
            r.changed_at as "changedAt"
          from rating_changes r join users u on u.id = r.opponent_id
          where r.user_id = ${userId} order by r.number`,
    ),
  }),
  tables: {
    ratings: {
      retention: 'account',
      rows: (userId) => sql`user_id = ${userId}`,
      section: 'rating',
      columns: {
        user_id: ['erased', SELF],
        rating: ['erased', true],
        deviation: ['erased', true],
        volatility: ['erased', true],
        fights: ['erased', true],
        changed_at: ['erased', true],
      },
    },
    rating_changes: {
      retention: 'records',
      rows: (userId) => sql`user_id = ${userId}`,
      otherRows: 'the opponents keep the changes of their own ratings',
      section: 'rating-changes',
      columns: {
        user_id: [CHANGE, SELF],
        number: [CHANGE, true],
        fight_id: [CHANGE, true],
        opponent_id: [CHANGE, { exportedAs: 'rating-changes.opponent' }],
        won: [CHANGE, true],
        rating_before: [CHANGE, true],
        deviation_before: [CHANGE, true],
        volatility_before: [CHANGE, true],
        periods: [CHANGE, INTERNAL],
        opponent_rating: [CHANGE, true],
        opponent_deviation: [CHANGE, true],
        rating_after: [CHANGE, true],
        deviation_after: [CHANGE, true],
        volatility_after: [CHANGE, true],
        changed_at: [CHANGE, true],
      },
    },
  },
};
