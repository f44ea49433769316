import { type Db, literal, queryExists, sql, type Tx } from '../../platform/db/db.ts';
import { type ExportSections, exportInBatches } from '../../platform/personal-data/export-rows.ts';
import type { PersonalData, Site } from '../../platform/site.ts';
import { knownNameSql } from '../blocks/service.ts';

const BATCH_SIZE = 500;

/**
 * Delete a batch of the comments on a player's profile. The player's comments on other profiles stay. Return true if
 * nothing was left to delete.
 */
async function erasePlayer(tx: Tx, _site: Site, userId: number): Promise<boolean> {
  const isSomeLeft = await queryExists(
    tx,
    sql`delete from profile_comments where id in (
       select id from profile_comments where profile_id = ${userId} limit ${literal(BATCH_SIZE)}
     ) returning id`,
  );
  return !isSomeLeft;
}

/** Return the comments that a player wrote on profiles, and the comments by others on the player's own profile. */
export const exportSections = (db: Db, userId: number): ExportSections => ({
  'profile-comments': exportInBatches(
    db,
    (afterId, limit) => sql`
      select c.id, ${knownNameSql(userId, sql`a`)} as author, ${knownNameSql(userId, sql`p`)} as profile, c.body, c.created_at as "createdAt"
      from (
        (select * from profile_comments where user_id = ${userId} and id > ${afterId} order by id limit ${limit})
        union
        (select * from profile_comments where profile_id = ${userId} and id > ${afterId} order by id limit ${limit})
      ) c join users a on a.id = c.user_id join users p on p.id = c.profile_id
      order by c.id limit ${limit}`,
  ),
});

export const personalData: PersonalData = {
  erase: erasePlayer,
  sections: exportSections,
  tables: {
    profile_comments: {
      retention: 'content',
      rows: (userId) => sql`profile_id = ${userId}`,
      otherRows: 'comments on other profiles stay, with “Deleted player” as their author',
      section: 'profile-comments',
      columns: {
        id: ['erased', true],
        profile_id: ['erased', { exportedAs: 'profile-comments.profile' }],
        user_id: ['erased', { exportedAs: 'profile-comments.author' }],
        body: ['erased', true],
        created_at: ['erased', true],
      },
    },
  },
};
