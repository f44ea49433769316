import { type DbOrTx, empty, join, literal, query, raw, type Sql, sql } from '../../platform/db/db.ts';
import { hiddenUsersCte, notInHiddenUsersSql } from '../blocks/service.ts';
import { descendingSql, SORT_KEYS, sortKeysSql, startFromAnchorSql } from './page-anchors.ts';
import { type SearchStats, searchThreads } from './search.ts';
import { type ListRow, listOf, type ThreadFilter, type ThreadList, toThreadList } from './thread-list-sql.ts';

/** Most threads of a page, and how far the pages go that most are on. */
const MAX_PAGE_SIZE = 50;
const NEAR_TOP_LIMIT = 1_000;

/**
 * A page of a list in its order: ids are counted off in the index alone, from the top or, where that is far, from a mark,
 * and the threads read of those on the page. All in all, less those of players who are hidden.
 */
function pageSql(viewerId: number, { sort, categoryId, page, size }: ThreadFilter): Sql {
  const skipped = (page - 1) * size;
  const near = page * size <= NEAR_TOP_LIMIT;
  const inCategory = categoryId === null ? empty : sql`and category_id = ${categoryId}::bigint`;
  const startKeys = SORT_KEYS[sort].map((key) => sql`(select ${raw(key)} from start)`);
  // Whoever hides nobody pays nothing for each that is counted off.
  const all = sql`select id from forum_threads
    where deleted_at is null ${inCategory}
      and (not exists (select from hidden) or ${notInHiddenUsersSql(sql`user_id`)})
      ${near ? empty : sql`and (${sortKeysSql(sort)}) <= (${join(startKeys, ', ')})`}
    order by ${descendingSql(sort)}`;
  const total = sql`
    select (select coalesce(sum(thread_count), 0)::integer from forum_categories
            where true ${categoryId === null ? empty : sql`and id = ${categoryId}::bigint`})
      - (select count(*)::integer from forum_threads
         where deleted_at is null ${inCategory} and user_id = any (array(select id from hidden))) as total`;
  // With no bound that it knows, the planner takes a tenth of all for a page and plans anew each time.
  const most = literal(MAX_PAGE_SIZE + 1);
  const longest = near
    ? sql`select id from (${all} limit ${literal(NEAR_TOP_LIMIT)}) near
        offset ${skipped}::bigint limit ${most}`
    : sql`${all}
        offset ${skipped}::bigint - (select before from start) limit ${most}`;
  const start = near ? empty : sql`, ${startFromAnchorSql(sort, categoryId, skipped)}`;
  return sql`
    with ${hiddenUsersCte(viewerId)}${start}
    ${listOf(total, sql`select id from (${longest}) longest limit ${size}`, sort)}`;
}

/**
 * A page of the threads that a filter finds, as far as the viewer may see them, and how many there are.
 * @param known makes a search quicker: that one finds more than are counted may be told by a sample, and is believed for
 * a minute or until a page of it is not full
 */
export async function threadList(
  db: DbOrTx,
  viewerId: number,
  filter: ThreadFilter,
  known?: SearchStats,
): Promise<ThreadList> {
  if (filter.search !== '') return searchThreads(db, viewerId, filter, known);
  return toThreadList(await query<ListRow>(db, pageSql(viewerId, filter)));
}
