import { type DbOrTx, empty, join, literal, query, raw, type Sql, sql } from '../../platform/db/db.ts';
import { notInHiddenUsersSql } from '../blocks/service.ts';
import type { ContentViewer } from '../hidden-content/service.ts';
import { descendingSql, SORT_KEYS, sortKeysSql, startFromAnchorSql } from './page-anchors.ts';
import { type SearchStats, searchThreads } from './search.ts';
import { ListRow, listOf, type ThreadFilter, type ThreadList, toThreadList } from './thread-list-sql.ts';
import { notInHiddenThreadsSql, unseenThreadsCtes } from './unseen-threads.ts';

/** Maximum number of threads on a page. */
const MAX_PAGE_SIZE = 50;
/** Position in a list up to which pages are read without an anchor. */
const NEAR_TOP_LIMIT = 1_000;

/**
 * Return SQL for a page of a list. To find the page, PostgreSQL reads only an index, from the top of the list or, for
 * distant pages, from an anchor. It reads only the threads of the page itself from the table. The total excludes
 * threads that are hidden from the viewer.
 */
function pageSql(viewer: ContentViewer, { sort, categoryId, page, size }: ThreadFilter): Sql {
  const skipped = (page - 1) * size;
  const near = page * size <= NEAR_TOP_LIMIT;
  const inCategory = categoryId === null ? empty : sql`and category_id = ${categoryId}::bigint`;
  const startKeys = SORT_KEYS[sort].map((key) => sql`(select ${raw(key)} from start)`);
  // If nothing is hidden from the viewer, `not exists` is true, and PostgreSQL skips the check of each row.
  const all = sql`select id from forum_threads
    where deleted_at is null ${inCategory}
      and (not exists (select from hidden) or ${notInHiddenUsersSql(sql`user_id`)})
      and (not exists (select from hidden_threads) or ${notInHiddenThreadsSql(sql`id`)})
      ${near ? empty : sql`and (${sortKeysSql(sort)}) <= (${join(startKeys, ', ')})`}
    order by ${descendingSql(sort)}`;
  const total = sql`
    select (select coalesce(sum(thread_count), 0)::integer from forum_categories
            where true ${categoryId === null ? empty : sql`and id = ${categoryId}::bigint`})
      - (select count(*)::integer from unseen) as total`;
  // Without a constant limit, the planner would expect a tenth of all threads on each page, and would plan
  // the statement on every call.
  const most = literal(MAX_PAGE_SIZE + 1);
  const longest = near
    ? sql`select id from (${all} limit ${literal(NEAR_TOP_LIMIT)}) near
        offset ${skipped}::bigint limit ${most}`
    : sql`${all}
        offset ${skipped}::bigint - (select before from start) limit ${most}`;
  const start = near ? empty : sql`, ${startFromAnchorSql(sort, categoryId, skipped)}`;
  return sql`
    with ${unseenThreadsCtes(viewer, categoryId)}${start}
    ${listOf(total, sql`select id from (${longest}) longest limit ${size}`, sort)}`;
}

/**
 * Return a page of the threads that match a filter and are visible to the viewer, and their total number.
 * @param known statistics that speed up searches. They contain a sample of titles, which is used to estimate
 *   whether a search has more matches than the maximum. If the matches have been counted, the result of the
 *   count is used for a minute instead of the estimate
 */
export async function threadList(
  db: DbOrTx,
  viewer: ContentViewer,
  filter: ThreadFilter,
  known?: SearchStats,
): Promise<ThreadList> {
  if (filter.search !== '') return searchThreads(db, viewer, filter, known);
  return toThreadList(await query(db, ListRow, pageSql(viewer, filter)));
}
