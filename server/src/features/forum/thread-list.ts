import type { ForumSort } from '@rivalhold/shared/contract/forum.ts';
import { type DbOrTx, run } from '../../platform/db/db.ts';
import { hiddenUsersCte, notInHiddenUsersSql } from '../blocks/service.ts';
import { descendingSql, SORT_KEYS, startFromAnchorSql } from './page-anchors.ts';
import { type SearchStats, searched } from './search.ts';
import {
  type ListRow,
  listOf,
  type ThreadFilter,
  type ThreadList,
  threadColumns,
  toThreadList,
} from './thread-list-sql.ts';

/** Most threads of a page, and how far the pages go that most are on. */
const MAX_PAGE_SIZE = 50;
const NEAR_TOP_LIMIT = 1_000;

const inCategorySql = (categoryId: string | null): string =>
  categoryId === null ? '' : `and category_id = ${categoryId}`;

/**
 * A page of a list in its order: ids are counted off in the index alone, from the top or, where that is far, from a mark,
 * and the threads read of those on the page. All in all, less those of players who are hidden. `$1` is the viewer, `$2`
 * the limit, `$3` what is skipped.
 */
const page = (sort: ForumSort, categoryId: string | null, near: boolean): string => {
  const from = SORT_KEYS[sort].map((key) => `(select ${key} from start)`);
  // Whoever hides nobody pays nothing for each that is counted off.
  const all = `select id from forum_threads
    where deleted_at is null ${inCategorySql(categoryId)}
      and (not exists (select from hidden) or ${notInHiddenUsersSql('user_id')})
      ${near ? '' : `and (${SORT_KEYS[sort]}) <= (${from})`}
    order by ${descendingSql(sort)}`;
  return `with ${hiddenUsersCte('$1')}${near ? '' : `, ${startFromAnchorSql(sort, categoryId, '$3')}`} ${listOf(
    `select (select coalesce(sum(thread_count), 0)::integer from forum_categories
             where true ${categoryId === null ? '' : `and id = ${categoryId}`})
       - (select count(*)::integer from forum_threads where deleted_at is null ${inCategorySql(categoryId)}
            and user_id = any (array(select id from hidden))) as total`,
    // With no bound that it knows, the planner takes a tenth of all for a page and plans anew each time.
    near
      ? `select id from (select id from (${all} limit ${NEAR_TOP_LIMIT}) near offset $3 limit ${MAX_PAGE_SIZE + 1}) longest limit $2`
      : `select id from (${all} offset $3 - (select before from start) limit ${MAX_PAGE_SIZE + 1}) longest limit $2`,
    sort,
  )}`;
};

const ALL_THREADS = {
  near: threadColumns((sort) => page(sort, null, true)),
  far: threadColumns((sort) => page(sort, null, false)),
};
const CATEGORY_THREADS = {
  near: threadColumns((sort) => page(sort, '$4::bigint', true)),
  far: threadColumns((sort) => page(sort, '$4::bigint', false)),
};

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
  const { search, categoryId, sort, page, size } = filter;
  if (search !== '') return searched(db, viewerId, filter, known);
  const given = [viewerId, size, (page - 1) * size];
  const reach = page * size <= NEAR_TOP_LIMIT ? 'near' : 'far';
  return toThreadList(
    categoryId === null
      ? await run<ListRow>(db, ALL_THREADS[reach][sort], given)
      : await run<ListRow>(db, CATEGORY_THREADS[reach][sort], [...given, categoryId]),
  );
}
