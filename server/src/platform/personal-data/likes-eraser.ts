import { runValues, type Tx } from '../db/db.ts';

/** So many at once, so that nobody waits long for their locks. */
const BATCH_SIZE = 200;

/**
 * Makes what takes back the likes of a player who left: rows that a counter of the liked thing counts. The names are
 * those of tables and columns, fixed in the code.
 * @returns a function that takes back some of a player's, and answers the things they were for: none once all are.
 */
export function createLikesEraser(
  subjects: 'posts' | 'photos' | 'clips' | 'forum_posts',
  likes: string,
  subjectId: string,
  counter = 'likes_count',
): (tx: Tx, userId: number) => Promise<number[]> {
  // The things first and in their order, as all do who like one of them.
  const lock = `select id from ${subjects}
    where id in (select ${subjectId} from ${likes} where user_id = $1 order by ${subjectId} limit ${BATCH_SIZE})
    order by id for no key update`;
  const take = `
    with gone as (delete from ${likes} where user_id = $1 and ${subjectId} = any ($2::bigint[]) returning ${subjectId} as id)
    update ${subjects} t set ${counter} = ${counter} - 1 from gone where t.id = gone.id returning t.id`;
  return async (tx, userId) => {
    const locked = await runValues<number>(tx, lock, [userId]);
    return locked.length === 0 ? [] : runValues<number>(tx, take, [userId, locked]);
  };
}
