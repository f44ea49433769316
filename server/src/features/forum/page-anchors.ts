import { FORUM_SORTS, type ForumSort } from '@rivalhold/shared/contract/forum.ts';
import { type Db, run, runOne, transaction } from '../../platform/db/db.ts';

/** What each list of threads goes by, all downwards; the last is the thread's id. */
export const SORT_KEYS: Record<ForumSort, readonly string[]> = {
  updated: ['updated_at', 'id'],
  newest: ['id'],
  mostPosts: ['post_count', 'id'],
};

/** SQL: the order of a list, of columns of `of` where that is given. */
export const descendingSql = (sort: ForumSort, of = ''): string =>
  SORT_KEYS[sort].map((key) => `${of && `${of}.`}${key} desc`).join(', ');

/** Every so manieth thread of a list is marked. */
const ANCHOR_INTERVAL = 250;

/** Sets the marks of one list, or of those of all categories: how many threads stand before each. */
const saveAnchorsSql = (sort: ForumSort, of: 'all' | 'category'): string => {
  const keys = SORT_KEYS[sort];
  const category = of === 'all' ? '0' : 'category_id';
  const columns = keys.map((key) => (key === 'id' ? 'thread_id' : key));
  return `
    insert into forum_marks (sort, category_id, place, ${columns})
    select '${sort}', category, place, ${keys}
    from (
      select ${category} as category, ${keys},
             row_number() over (${of === 'all' ? '' : 'partition by category_id'} order by ${descendingSql(sort)}) - 1 as place
      from forum_threads where deleted_at is null
    ) listed
    where place > 0 and place % $1::integer = 0`;
};
const SORTED_LISTS = FORUM_SORTS.flatMap((sort) => [
  saveAnchorsSql(sort, 'all'),
  saveAnchorsSql(sort, 'category'),
]);

/** Above every key. */
const ABOVE_ALL: Record<string, string> = {
  updated_at: "'infinity'",
  post_count: '2147483647',
  id: `${2n ** 63n - 1n}`,
};

/**
 * SQL that ends a list of `with`, after `hiddenFrom`: names as `start` the mark that a far page of a viewer is counted
 * off from, or the top, by its keys, and as `before` how many threads the viewer sees before it.
 *
 * A mark tells how many stood before it when all were set. Since then each shift before it counts one more or less, and
 * so does each thread of a hidden author. No more than came can stand before a mark than stood there, so that one is
 * taken which is surely not behind the page.
 * @param list SQL of the category, null for all
 * @param skipped SQL of how many threads stand before the page
 */
export const startFromAnchorSql = (sort: ForumSort, list: string | null, skipped: string): string => {
  const keys = SORT_KEYS[sort];
  const named = keys.map((key) => (key === 'id' ? 'thread_id as id' : key));
  const inList = list === null ? '' : `and category_id = ${list}`;
  return `shift as materialized (
    select n, ${named} from forum_shifts where true ${inList}
    union all
    select -1, ${keys} from forum_threads
    where deleted_at is null ${inList} and user_id = any (array(select id from hidden))
  ), mark as materialized (
    select place, ${named} from forum_marks
    where sort = '${sort}' and category_id = ${list ?? '0'}
      and place <= ${skipped} - (select count(*) from shift where n > 0)
    order by place desc limit 1
  ), start as materialized (
    select ${keys.map((key) => `coalesce((select ${key} from mark), ${ABOVE_ALL[key]}) as ${key}`)},
      coalesce((select place from mark), 0)
        + (select coalesce(sum(n), 0) from shift where (${keys}) > (select ${keys} from mark)) as before
  )`;
};

/**
 * Marks the threads of all lists anew, as one moment shows them: what is written meanwhile is told by shifts that stay.
 * Not while fewer have come and gone than stand between two marks.
 * @param every marks each so manieth
 */
export async function rebuildPageAnchors(db: Db, every = ANCHOR_INTERVAL): Promise<void> {
  const { due } = await runOne<{ due: boolean }>(
    db,
    'select (select count(*) from forum_shifts) >= $1 or not exists (select 1 from forum_marks) as due',
    [every],
  );
  if (!due) return;
  await transaction(db, async (tx) => {
    await run(tx, 'set transaction isolation level repeatable read', []);
    await run(tx, 'delete from forum_shifts', []);
    await run(tx, 'delete from forum_marks', []);
    for (const list of SORTED_LISTS) await run(tx, list, [every]);
  });
}
