import { type Db, sql } from '../../platform/db/db.ts';
import { ALL_ROWS, INTERNAL, SELF } from '../../platform/personal-data/declaration.ts';
import { type ExportSections, exportInBatches } from '../../platform/personal-data/export-rows.ts';
import type { PersonalData } from '../../platform/site.ts';
import { deleteDecisionsOf } from './queries.ts';

/** Return the decisions about a player, with the player's appeals and the answers to them. */
const exportSections = (db: Db, userId: number): ExportSections => ({
  decisions: exportInBatches(
    db,
    (afterId, limit) => sql`
      select d.id, d.kind, d.scope, d.rule, d.reason, d.excerpt, d.created_at as "createdAt", d.ends_at as "endsAt",
        d.ended_at as "endedAt", a.text as "appealText", a.created_at as "appealedAt", a.outcome, a.answer,
        a.answered_at as "answeredAt", a.by_sole_admin as "bySoleAdmin", a.restored
      from decisions d left join appeals a on a.decision_id = d.id
      where d.user_id = ${userId} and d.id > ${afterId} order by d.id limit ${limit}`,
  ),
});

const ERASURE_BATCH_SIZE = 500;
const OF_STAFF = { omitted: 'staff are not named to players' };
const STAFF_IS_NAMED = 'staff see who made a decision and who answered an appeal';

export const personalData: PersonalData = {
  erase: async (tx, _site, userId) => (await deleteDecisionsOf(tx, userId, ERASURE_BATCH_SIZE)) === 0,
  sections: exportSections,
  tables: {
    decisions: {
      retention: 'account',
      rows: (userId) => sql`user_id = ${userId}`,
      otherRows: STAFF_IS_NAMED,
      notInCopy: ALL_ROWS,
      section: 'decisions',
      columns: {
        id: ['erased', true],
        user_id: ['erased', SELF],
        kind: ['erased', true],
        scope: ['erased', true],
        subject_id: ['erased', INTERNAL],
        rule: ['erased', true],
        reason: ['erased', true],
        excerpt: ['erased', true],
        decided_by: ['erased', OF_STAFF],
        audit_id: ['erased', INTERNAL],
        created_at: ['erased', true],
        ends_at: ['erased', true],
        ended_at: ['erased', true],
      },
    },
    appeals: {
      retention: 'account',
      rows: (userId) => sql`decision_id in (select id from decisions where user_id = ${userId})`,
      otherRows: STAFF_IS_NAMED,
      notInCopy: ALL_ROWS,
      section: 'decisions',
      columns: {
        decision_id: ['erased', { exportedAs: 'decisions.id' }],
        text: ['erased', { as: 'decisions.appealText' }],
        created_at: ['erased', { as: 'decisions.appealedAt' }],
        outcome: ['erased', true],
        answer: ['erased', true],
        answered_by: ['erased', OF_STAFF],
        answered_at: ['erased', true],
        by_sole_admin: ['erased', true],
        restored: ['erased', true],
      },
    },
  },
};
