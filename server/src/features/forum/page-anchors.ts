import type { ForumSort } from '@rivalhold/shared/contract/forum.ts';
import { FORUM_SORTS } from '@rivalhold/shared/forum/sorts.ts';
import { column } from '../../platform/db/columns.ts';
import {
  type Db,
  empty,
  execute,
  join,
  literal,
  queryValue,
  raw,
  type Sql,
  sql,
  transaction,
} from '../../platform/db/db.ts';

/** The sort columns of each thread list. All are in descending order, and the last column is the thread's id. */
export const SORT_KEYS: Record<ForumSort, readonly string[]> = {
  updated: ['updated_at', 'id'],
  newest: ['id'],
  mostPosts: ['post_count', 'id'],
};

/**
 * Return the sort columns of a list for an SQL `order by` clause.
 * @param of the alias of the table that has these columns. By default, the columns have no prefix
 */
export const descendingSql = (sort: ForumSort, of = ''): Sql =>
  raw(SORT_KEYS[sort].map((key) => `${of && `${of}.`}${key} desc`).join(', '));

/** Return SQL for the sort columns of a list, separated by commas. */
export const sortKeysSql = (sort: ForumSort): Sql => raw(SORT_KEYS[sort].join(', '));

/** Return SQL for the name of a list. It is a literal, so that the planner knows its value. */
const sortNameSql = (sort: ForumSort): Sql => raw(`'${sort}'`);

/**
 * Number of threads from one anchor to the next. An anchor is a stored position in a list. For a distant page,
 * PostgreSQL counts threads from an anchor instead of from the top of the list.
 */
const ANCHOR_INTERVAL = 250;

/**
 * Return SQL that stores the anchors of the list of all threads, or of the lists of all categories. The `position` of
 * an anchor is the number of threads before it in its list.
 */
const saveAnchorsSql = (sort: ForumSort, of: 'all' | 'category', every: number): Sql => {
  const keys = sortKeysSql(sort);
  const columns = raw(SORT_KEYS[sort].map((key) => (key === 'id' ? 'thread_id' : key)).join(', '));
  const [category, partition] =
    of === 'all' ? [literal(0), empty] : [sql`category_id`, sql`partition by category_id`];
  return sql`
    insert into forum_page_anchors (sort, category_id, position, ${columns})
    select ${sortNameSql(sort)}, category, place, ${keys}
    from (
      select ${category} as category, ${keys},
        row_number() over (${partition} order by ${descendingSql(sort)}) - 1 as place
      from forum_threads where deleted_at is null
    ) listed
    where place > 0 and place % ${every}::integer = 0`;
};

/** Values that sort before every thread in a list, because they are higher than any thread's values. */
const ABOVE_ALL: Record<string, Sql> = {
  updated_at: sql`'infinity'`,
  post_count: sql`2147483647`,
  id: raw(`${2n ** 63n - 1n}`),
};

/**
 * Return SQL for the last CTEs of a `with` list that begins with `unseenThreadsCtes`. With these CTEs, PostgreSQL
 * counts threads from an anchor instead of from the top of the list. The CTE `start` has the sort keys of this anchor
 * (or of the top). Its column `before` is the number of threads visible to the viewer before the anchor.
 *
 * An anchor stores how many threads were before it at the last rebuild. To get `before`, the SQL adds the threads that
 * have come before the anchor since then, and subtracts the threads that are no longer before it or are hidden from
 * the viewer. The chosen anchor is never after the page, even if all threads that have a new position since the rebuild
 * are now before the anchor.
 * @param categoryId null for all categories
 * @param skipped the number of threads before the page
 */
export const startFromAnchorSql = (sort: ForumSort, categoryId: number | null, skipped: number): Sql => {
  const keys = sortKeysSql(sort);
  const named = raw(SORT_KEYS[sort].map((key) => (key === 'id' ? 'thread_id as id' : key)).join(', '));
  const list = categoryId === null ? literal(0) : sql`${categoryId}::bigint`;
  const inList = categoryId === null ? empty : sql`and category_id = ${list}`;
  const startKeys = SORT_KEYS[sort].map((name) => {
    const key = raw(name);
    return sql`coalesce((select ${key} from anchor), ${ABOVE_ALL[name]}) as ${key}`;
  });
  return sql`changes as materialized (
    select delta, ${named} from forum_anchor_changes where true ${inList}
    union all
    select -1, ${keys} from unseen
  ), anchor as materialized (
    select position, ${named} from forum_page_anchors
    where sort = ${sortNameSql(sort)} and category_id = ${list}
      and position <= ${skipped}::bigint - (select count(*) from changes where delta > 0)
    order by position desc limit 1
  ), start as materialized (
    select ${join(startKeys, ', ')},
      coalesce((select position from anchor), 0)
        + (select coalesce(sum(delta), 0) from changes where (${keys}) > (select ${keys} from anchor)) as before
  )`;
};

/**
 * Rebuild the anchors of all lists from one snapshot. Do nothing if there are anchors and `forum_anchor_changes` has
 * fewer than `every` rows. Changes to the lists that are made during the rebuild stay in this table.
 * @param every the number of threads from one anchor to the next
 */
export async function rebuildPageAnchors(db: Db, every = ANCHOR_INTERVAL): Promise<void> {
  const isDue = await queryValue(
    db,
    column.boolean,
    sql`select (select count(*) from forum_anchor_changes) >= ${every} or not exists (select 1 from forum_page_anchors) as due`,
  );
  if (!isDue) return;
  await transaction(db, async (tx) => {
    await execute(tx, sql`set transaction isolation level repeatable read`);
    await execute(tx, sql`delete from forum_anchor_changes`);
    await execute(tx, sql`delete from forum_page_anchors`);
    for (const sort of FORUM_SORTS) {
      await execute(tx, saveAnchorsSql(sort, 'all', every));
      await execute(tx, saveAnchorsSql(sort, 'category', every));
    }
  });
}
