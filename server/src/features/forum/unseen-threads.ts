import { empty, type Sql, sql } from '../../platform/db/db.ts';
import { hiddenUsersCte, NO_VIEWER } from '../blocks/service.ts';
import { type ContentViewer, hiddenIdsSql } from '../hidden-content/service.ts';

/** A viewer without blocks or mutes, who does not see threads that reports have hidden. */
export const NOBODY: ContentViewer = { viewerId: NO_VIEWER, seesHidden: false };

/**
 * Return SQL for three CTEs:
 * - `hidden`: see `hiddenUsersCte`.
 * - `hidden_threads`: the ids of the threads that reports have hidden from the viewer.
 * - `unseen`: the threads of the list that the viewer does not see, because the author is in `hidden` or the thread is
 *   in `hidden_threads`. The list has no deleted threads and, if a category is given, only threads of this category.
 */
export function unseenThreadsCtes(viewer: ContentViewer, categoryId: number | null): Sql {
  const listed = sql`select id, category_id, updated_at, post_count from forum_threads
    where deleted_at is null ${categoryId === null ? empty : sql`and category_id = ${categoryId}::bigint`}`;
  return sql`${hiddenUsersCte(viewer.viewerId)},
    hidden_threads as materialized (${hiddenIdsSql('thread', viewer)}),
    unseen as materialized (
      ${listed} and user_id = any (array(select id from hidden))
      union ${listed} and id = any (array(select id from hidden_threads)))`;
}

/** SQL for the condition that reports have not hidden a thread, for a statement with `unseenThreadsCtes`. */
export const notInHiddenThreadsSql = (id: Sql): Sql => sql`${id} not in (select id from hidden_threads)`;
