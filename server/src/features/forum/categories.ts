import { ForumCategory } from '@rivalhold/shared/contract/forum.ts';
import { FORUM_ERRORS } from '@rivalhold/shared/texts/forum.ts';
import { STAFF_LIMIT_TEXTS } from '@rivalhold/shared/texts/staff-actions.ts';
import Type from 'typebox';
import { deleteInBatches } from '../../platform/db/batches.ts';
import { column } from '../../platform/db/columns.ts';
import {
  type Db,
  type DbOrTx,
  execute,
  query,
  queryExists,
  queryOne,
  queryValues,
  sql,
  type Tx,
  transaction,
  violatesUnique,
} from '../../platform/db/db.ts';
import { AppError, invalidFieldsError } from '../../platform/errors.ts';
import type { Restore, Site } from '../../platform/site.ts';
import { recordAudit } from '../audit/service.ts';
import type { ContentViewer } from '../hidden-content/service.ts';
import { insertStoredRows, moveRows, recordRemoval, storedValues } from '../removals/service.ts';
import { firstPageCacheOf } from './first-page-cache.ts';
import { type CategoryFields, validateCategory } from './policy.ts';
import { NOBODY, unseenThreadsCtes } from './unseen-threads.ts';

type CategoryInput = string | null | undefined;

const FIELDS = sql`id, slug, title, description`;
const COLUMNS = sql`${FIELDS}, thread_count as "threadCount"`;
/** Return the description of a category for the audit log. */
const describeCategory = ({ slug, title, description }: CategoryFields): string =>
  [title, slug, description].filter(Boolean).join(' · ');

/**
 * Return all categories, oldest first. The thread count of each category includes only threads visible to the viewer.
 * If `viewer` is null, it includes all threads that are not deleted.
 */
export const listCategories = (db: DbOrTx, viewer: ContentViewer | null): Promise<ForumCategory[]> =>
  query(
    db,
    ForumCategory,
    sql`
      with ${unseenThreadsCtes(viewer ?? { ...NOBODY, seesHidden: true }, null)}, counted as (
        select category_id, count(*)::integer as threads from unseen group by category_id
      )
      select ${FIELDS}, thread_count - coalesce(counted.threads, 0) as "threadCount"
      from forum_categories left join counted on category_id = id order by id`,
  );

/**
 * Add a category and record it in the audit log.
 * @throws AppError `invalid` with a message for each invalid field; `taken` for a slug in use.
 */
export async function addCategory(
  db: DbOrTx,
  site: Site,
  { staffId, ...sent }: { staffId: number; slug: string; title: string; description?: CategoryInput },
): Promise<ForumCategory> {
  const { slug, title, description } = validateCategory({ ...sent, description: sent.description ?? '' });
  return transaction(db, async (tx) => {
    const category = await mapSlugTaken(
      queryOne(
        tx,
        ForumCategory,
        sql`insert into forum_categories (slug, title, description) values (${slug}, ${title}, ${description})
         returning ${COLUMNS}`,
      ),
    );
    await recordAudit(tx, site, {
      kind: 'category.add',
      actorId: staffId,
      targetId: null,
      subject: title,
      after: describeCategory(category),
    });
    return category;
  });
}

/**
 * Change the given fields of a category and record the change in the audit log.
 * @throws AppError `notFound`; `invalid` with a message for each invalid field; `taken` for a slug in use.
 */
export async function editCategory(
  db: DbOrTx,
  site: Site,
  {
    id,
    staffId,
    ...sent
  }: {
    id: number;
    staffId: number;
    slug?: CategoryInput;
    title?: CategoryInput;
    description?: CategoryInput;
  },
): Promise<ForumCategory> {
  return transaction(db, async (tx) => {
    const [before] = await lockCategories(tx, [id]);
    if (!before) throw new AppError('notFound', FORUM_ERRORS.category);
    const wanted = validateCategory({
      slug: sent.slug ?? before.slug,
      title: sent.title ?? before.title,
      description: sent.description ?? before.description,
    });
    if (describeCategory(wanted) === describeCategory(before)) return before;
    const category = await mapSlugTaken(
      queryOne(
        tx,
        ForumCategory,
        sql`update forum_categories set slug = ${wanted.slug}, title = ${wanted.title},
           description = ${wanted.description}
         where id = ${id} returning ${COLUMNS}`,
      ),
    );
    await recordAudit(tx, site, {
      kind: 'category.edit',
      actorId: staffId,
      targetId: null,
      subject: before.title,
      before: describeCategory(before),
      after: describeCategory(category),
    });
    return category;
  });
}

/**
 * Move all threads of a category, including deleted threads, to another category. Then delete the category, and record
 * the deletion in the audit log. All of this happens in one transaction, so nothing is moved if the deletion fails.
 * @throws AppError `notFound`; `conflict` if the category has threads and `moveTo` is null; `invalid` if
 * `moveTo` does not exist or is the same category; `tooOften` if the staff member has used up a budget in
 *   `STAFF_BUDGETS`.
 */
export async function removeCategory(
  db: DbOrTx,
  site: Site,
  { id, moveTo, staffId }: { id: number; moveTo: number | null; staffId: number },
): Promise<void> {
  await transaction(db, async (tx) => {
    const { category, target } = await lockForRemoval(tx, id, moveTo);
    if (!target && (await hasThreads(tx, id))) throw new AppError('conflict', FORUM_ERRORS.categoryFull);
    const removalId = await recordRemoval(tx, site, {
      kind: 'category',
      subjectId: id,
      audit: {
        kind: 'category.delete',
        actorId: staffId,
        targetId: null,
        subject: category.title,
        before: describeCategory(category),
        after: target ? `Threads moved to ${describeCategory(target)}` : null,
      },
      reason: null,
    });
    if (target) await moveThreads(tx, id, target.id);
    await moveRows(tx, removalId, 'forum_categories', sql`id = ${id}`);
    firstPageCacheOf(site).invalidateAfterCommit(tx);
  });
}

const StoredCategory = Type.Object({ slug: column.text });

/**
 * Restore a deleted category, and move its former threads back. Threads that were moved again in the meantime
 * stay in their current category.
 */
export const restoreCategory: Restore = async (tx, site, { id: removalId, subjectId: id }) => {
  const [stored] = await storedValues(tx, StoredCategory, removalId, 'forum_categories');
  const isTaken = await queryExists(
    tx,
    sql`select 1 from forum_categories where slug = ${stored?.slug ?? ''}`,
  );
  if (isTaken) throw new AppError('conflict', STAFF_LIMIT_TEXTS.slugTaken);
  await insertStoredRows(tx, removalId, 'forum_categories');
  const targets = await queryValues(
    tx,
    column.integer,
    sql`select distinct moved_to from forum_moved_threads where category_id = ${id}`,
  );
  const locked = (await lockCategories(tx, [id, ...targets])).map((category) => category.id);
  await execute(
    tx,
    sql`update forum_threads t set category_id = ${id} from forum_moved_threads m
        where m.category_id = ${id} and m.thread_id = t.id and t.category_id = m.moved_to`,
  );
  await execute(tx, sql`delete from forum_moved_threads where category_id = ${id}`);
  await execute(
    tx,
    sql`update forum_categories c set thread_count = (
          select count(*) from forum_threads where category_id = c.id and deleted_at is null)
        where id = any (${locked}::bigint[])`,
  );
  firstPageCacheOf(site).invalidateAfterCommit(tx);
};

/**
 * Delete the records of moved threads whose former category was deleted and can no longer be restored.
 */
export async function purgeMoves(db: Db): Promise<void> {
  await deleteInBatches(
    db,
    (limit) => sql`
      delete from forum_moved_threads where (category_id, thread_id) in (
        select category_id, thread_id from forum_moved_threads m
        where not exists (select 1 from forum_categories where id = m.category_id)
          and not exists (select 1 from removals where kind = 'category' and subject_id = m.category_id)
        limit ${limit}
      ) returning thread_id`,
  );
}

/**
 * Lock a category that will be removed, and the category to which its threads will be moved.
 * @throws AppError as `removeCategory` does.
 */
async function lockForRemoval(
  tx: Tx,
  id: number,
  moveTo: number | null,
): Promise<{ category: ForumCategory; target: ForumCategory | undefined }> {
  const locked = await lockCategories(tx, moveTo === null ? [id] : [id, moveTo]);
  const category = locked.find((one) => one.id === id);
  const target = locked.find((one) => one.id === moveTo);
  if (!category) throw new AppError('notFound', FORUM_ERRORS.category);
  if (moveTo !== null && (!target || moveTo === id))
    throw invalidFieldsError({ moveTo: FORUM_ERRORS.moveTo });
  return { category, target };
}

async function mapSlugTaken<T>(stored: Promise<T>): Promise<T> {
  try {
    return await stored;
  } catch (error) {
    if (violatesUnique(error, 'forum_categories_slug'))
      throw invalidFieldsError({ slug: FORUM_ERRORS.slugTaken }, 'taken');
    throw error;
  }
}

/**
 * Lock the categories with the given ids in order of id, so that no thread is added to them or removed from them. Skip
 * unknown ids.
 */
const lockCategories = (tx: Tx, ids: readonly number[]): Promise<ForumCategory[]> =>
  query(
    tx,
    ForumCategory,
    sql`select ${COLUMNS} from forum_categories where id = any (${ids}::bigint[]) order by id for update`,
  );

async function hasThreads(tx: Tx, categoryId: number): Promise<boolean> {
  return queryExists(tx, sql`select 1 from forum_threads where category_id = ${categoryId} limit 1`);
}

/** Move all threads from one locked category to another, and record the moves, so that they can be undone. */
async function moveThreads(tx: Tx, from: number, to: number): Promise<void> {
  await execute(
    tx,
    sql`with moved as (
       update forum_threads set category_id = ${to} where category_id = ${from} returning id, deleted_at
     ), noted as (
       insert into forum_moved_threads (category_id, thread_id, moved_to)
       select ${from}, id, ${to} from moved
     )
     update forum_categories set thread_count = thread_count
       + case when id = ${to} then 1 else -1 end * (select count(*) from moved where deleted_at is null)
     where id in (${from}, ${to})`,
  );
}
