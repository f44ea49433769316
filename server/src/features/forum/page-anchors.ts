import { FORUM_SORTS, type ForumSort } from '@rivalhold/shared/contract/forum.ts';
import {
  type Db,
  empty,
  join,
  literal,
  query,
  queryOne,
  raw,
  type Sql,
  sql,
  transaction,
} from '../../platform/db/db.ts';

/** What each list of threads goes by, all downwards; the last is the thread's id. */
export const SORT_KEYS: Record<ForumSort, readonly string[]> = {
  updated: ['updated_at', 'id'],
  newest: ['id'],
  mostPosts: ['post_count', 'id'],
};

/** SQL: the order of a list, of columns of `of` where that is given. */
export const descendingSql = (sort: ForumSort, of = ''): Sql =>
  raw(SORT_KEYS[sort].map((key) => `${of && `${of}.`}${key} desc`).join(', '));

/** SQL: the keys of a list, separated by commas. */
export const sortKeysSql = (sort: ForumSort): Sql => raw(SORT_KEYS[sort].join(', '));

/** SQL: the name of a list, part of the text, so that the planner knows it. */
const sortNameSql = (sort: ForumSort): Sql => raw(`'${sort}'`);

/** Every so manieth thread of a list is marked. */
const ANCHOR_INTERVAL = 250;

/** Sets the marks of one list, or of those of all categories: how many threads stand before each. */
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

/** Above every key. */
const ABOVE_ALL: Record<string, Sql> = {
  updated_at: sql`'infinity'`,
  post_count: sql`2147483647`,
  id: raw(`${2n ** 63n - 1n}`),
};

/**
 * SQL that ends a list of `with`, after `hiddenUsersCte`: names as `start` the mark that a far page of a viewer is counted
 * off from, or the top, by its keys, and as `before` how many threads the viewer sees before it.
 *
 * A mark tells how many stood before it when all were set. Since then each shift before it counts one more or less, and
 * so does each thread of a hidden author. No more than came can stand before a mark than stood there, so that one is
 * taken which is surely not behind the page.
 * @param categoryId null for all categories
 * @param skipped how many threads stand before the page
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
    select -1, ${keys} from forum_threads
    where deleted_at is null ${inList} and user_id = any (array(select id from hidden))
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
 * Marks the threads of all lists anew, as one moment shows them: what is written meanwhile is told by shifts that stay.
 * Not while fewer have come and gone than stand between two marks.
 * @param every marks each so manieth
 */
export async function rebuildPageAnchors(db: Db, every = ANCHOR_INTERVAL): Promise<void> {
  const { due } = await queryOne<{ due: boolean }>(
    db,
    sql`select (select count(*) from forum_anchor_changes) >= ${every} or not exists (select 1 from forum_page_anchors) as due`,
  );
  if (!due) return;
  await transaction(db, async (tx) => {
    await query(tx, sql`set transaction isolation level repeatable read`);
    await query(tx, sql`delete from forum_anchor_changes`);
    await query(tx, sql`delete from forum_page_anchors`);
    for (const sort of FORUM_SORTS) {
      await query(tx, saveAnchorsSql(sort, 'all', every));
      await query(tx, saveAnchorsSql(sort, 'category', every));
    }
  });
}
