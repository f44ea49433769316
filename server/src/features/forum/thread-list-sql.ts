import type { ForumSort } from '@rivalhold/shared/contract/forum.ts';
import Type, { type Static } from 'typebox';
import { column } from '../../platform/db/columns.ts';
import { type Sql, sql } from '../../platform/db/db.ts';
import { isHiddenSql } from '../hidden-content/service.ts';
import { PLAYER_COLUMNS, playerJoinSql } from '../profiles/service.ts';
import { descendingSql } from './page-anchors.ts';
import { ThreadRow } from './presenters.ts';

export type ThreadFilter = {
  /** Text that titles must contain, ignoring case. Use '' for all threads. */
  search: string;
  categoryId: number | null;
  sort: ForumSort;
  page: number;
  size: number;
};
export type ThreadList = { threads: ThreadRow[]; total: number };

/** SQL for the condition that the opening post of a thread is hidden. */
const isOpeningHiddenSql = isHiddenSql(
  'forumPost',
  sql`(select id from forum_posts where thread_id = forum_threads.id and position = 1)`,
);

/**
 * Return SQL for the threads of a page, in list order. Each row also has the total number of threads in the list. For
 * an empty page, the SQL returns one row with this number and a null `id`.
 * @param total SQL that counts the threads of the list
 * @param ids SQL for the ids of the threads on the page
 */
export const listOf = (total: Sql, ids: Sql, sort: ForumSort): Sql => sql`
  select counted.total, t.*, ${PLAYER_COLUMNS}
  from (${total}) counted
  left join (
    (${ids}) page
    cross join lateral (
      select id, category_id, user_id, title,
        case when ${isOpeningHiddenSql} then '' else excerpt end as body,
        post_count, created_at, updated_at, deleted_at, ${isHiddenSql('thread', sql`forum_threads.id`)} as hidden
      from forum_threads where id = page.id limit 1
    ) t
    ${playerJoinSql(sql`t`)}
  ) on true
  order by ${descendingSql(sort, 't')}`;

export const ListRow = Type.Union([
  Type.Object({ ...ThreadRow.properties, total: column.integer }),
  Type.Object({ total: column.integer, id: Type.Null() }),
]);
export type ListRow = Static<typeof ListRow>;

/** Convert the rows of `listOf` to threads and their total number. */
export const toThreadList = (rows: readonly ListRow[]): ThreadList => ({
  threads: rows.filter((row) => row.id !== null),
  total: rows[0]?.total ?? 0,
});
