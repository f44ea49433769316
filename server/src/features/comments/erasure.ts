import { type Db, literal, queryExists, sql, type Tx } from '../../platform/db/db.ts';
import { type ExportSections, readInBatches } from '../../platform/personal-data/export-rows.ts';
import type { Site } from '../../platform/site.ts';

const BATCH_SIZE = 500;

/**
 * Deletes some of what was written on the profile of a player who left; what they wrote on others' stays. Answers
 * whether none is left.
 */
export async function erasePlayer(tx: Tx, _site: Site, userId: number): Promise<boolean> {
  const isSomeLeft = await queryExists(
    tx,
    sql`delete from profile_comments where id in (
       select id from profile_comments where profile_id = ${userId} limit ${literal(BATCH_SIZE)}
     ) returning id`,
  );
  return !isSomeLeft;
}

/** What a player wrote on profiles, and others on theirs. */
export const exportSections = (db: Db, userId: number): ExportSections => ({
  'profile-comments': readInBatches(
    db,
    (afterId, limit) => sql`
      select c.id, a.username as author, p.username as profile, c.body, c.created_at as "createdAt"
      from (
        (select * from profile_comments where user_id = ${userId} and id > ${afterId} order by id limit ${limit})
        union
        (select * from profile_comments where profile_id = ${userId} and id > ${afterId} order by id limit ${limit})
      ) c join users a on a.id = c.user_id join users p on p.id = c.profile_id
      order by c.id limit ${limit}`,
  ),
});
