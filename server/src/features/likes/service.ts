import { column } from '../../platform/db/columns.ts';
import { identifier, literal, queryValues, sql, type Tx } from '../../platform/db/db.ts';

/**
 * Maximum number of likes deleted in one transaction. It is low, so that other requests wait only briefly for the
 * locks.
 */
const BATCH_SIZE = 200;

/**
 * Create a function that deletes a batch of a player's likes, and lowers the like counts of the liked rows. The
 * arguments are names of tables and columns.
 * @returns a function that returns the ids of the rows whose likes it deleted, or an empty list once all likes are
 *   deleted
 */
export function createLikesEraser(
  subjects: 'posts' | 'photos' | 'clips' | 'forum_posts',
  likes: string,
  subjectId: string,
): (tx: Tx, userId: number) => Promise<number[]> {
  const [subjectTable, likeTable, id] = [identifier(subjects), identifier(likes), identifier(subjectId)];
  return async (tx, userId) => {
    // Lock the liked rows first, in order of id, as requests that add a like do.
    const locked = await queryValues(
      tx,
      column.integer,
      sql`
        select id from ${subjectTable} where id in (
          select ${id} from ${likeTable} where user_id = ${userId} order by ${id} limit ${literal(BATCH_SIZE)}
        ) order by id for no key update`,
    );
    if (locked.length === 0) return [];
    return queryValues(
      tx,
      column.integer,
      sql`
        with deleted as (
          delete from ${likeTable} where user_id = ${userId} and ${id} = any (${locked}::bigint[]) returning ${id} as id
        )
        update ${subjectTable} t set like_count = like_count - 1 from deleted where t.id = deleted.id returning t.id`,
    );
  };
}
