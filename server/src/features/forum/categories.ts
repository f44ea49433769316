import type { ForumCategory } from '@rivalhold/shared/contract/forum.ts';
import { FORUM_ERRORS } from '@rivalhold/shared/texts/forum.ts';
import {
  type DbOrTx,
  literal,
  query,
  queryExists,
  queryOne,
  queryValue,
  sql,
  type Tx,
  transaction,
  violatesUnique,
} from '../../platform/db/db.ts';
import { AppError, invalidFieldsError } from '../../platform/errors.ts';
import type { Site } from '../../platform/site.ts';
import { recordAudit } from '../audit/service.ts';
import { hiddenUsersCte, NO_VIEWER } from '../blocks/service.ts';
import { firstPageCacheOf } from './first-page-cache.ts';
import { type CategoryFields, validateCategory } from './policy.ts';

type CategoryInput = string | null | undefined;

/** Threads that are moved in one transaction: others who write in their category wait for no more than these. */
const MOVE_BATCH_SIZE = 500;

const FIELDS = sql`id, slug, title, description`;
const COLUMNS = sql`${FIELDS}, thread_count as "threadCount"`;
/** A category as it stands in the log of what staff do. */
const describeCategory = ({ slug, title, description }: CategoryFields): string =>
  [title, slug, description].filter(Boolean).join(' · ');

/** All categories, the oldest first, each with the number of threads that the viewer can see; all of them without one. */
export const listCategories = (db: DbOrTx, viewerId: number | null): Promise<ForumCategory[]> =>
  query<ForumCategory>(
    db,
    sql`
      with ${hiddenUsersCte(viewerId ?? NO_VIEWER)}, unseen as (
        select category_id, count(*)::integer as threads from forum_threads
        where deleted_at is null and user_id = any (array(select id from hidden)) group by category_id
      )
      select ${FIELDS}, thread_count - coalesce(unseen.threads, 0) as "threadCount"
      from forum_categories left join unseen on category_id = id order by id`,
  );

/**
 * Adds a category, and writes that down.
 * @throws AppError invalid with a text for each invalid field; taken for a slug that another has.
 */
export async function addCategory(
  db: DbOrTx,
  site: Site,
  { staffId, ...sent }: { staffId: number; slug: string; title: string; description?: CategoryInput },
): Promise<ForumCategory> {
  const { slug, title, description } = validateCategory({ ...sent, description: sent.description ?? '' });
  return transaction(db, async (tx) => {
    const category = await mapSlugTaken(
      queryOne<ForumCategory>(
        tx,
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
 * Changes what was sent of a category, and writes that down.
 * @throws AppError notFound; invalid with a text for each invalid field; taken for a slug that another has.
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
      queryOne<ForumCategory>(
        tx,
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
 * Deletes a category, its threads moved to another before, deleted ones too, bit by bit: interrupted, it can be done
 * again, and nothing was lost. Writes down that it is gone.
 * @throws AppError notFound; conflict while it has threads and `moveTo` is not given; invalid for a `moveTo` that is not
 * there or is the same.
 */
export async function removeCategory(
  db: DbOrTx,
  site: Site,
  { id, moveTo, staffId }: { id: number; moveTo: number | null; staffId: number },
): Promise<void> {
  let isEmpty = false;
  while (!isEmpty)
    isEmpty = await transaction(db, async (tx) => {
      const { category, target } = await lockForRemoval(tx, id, moveTo);
      firstPageCacheOf(site).invalidateAfterCommit(tx);
      if (target && (await moveThreads(tx, id, target.id)) === MOVE_BATCH_SIZE) return false;
      if (await hasThreads(tx, id)) throw new AppError('conflict', FORUM_ERRORS.categoryFull);
      await query(tx, sql`delete from forum_categories where id = ${id}`);
      await recordAudit(tx, site, {
        kind: 'category.delete',
        actorId: staffId,
        targetId: null,
        subject: category.title,
        before: describeCategory(category),
        after: target ? `Threads moved to ${describeCategory(target)}` : null,
      });
      return true;
    });
}

/** Locks a category that is to go, and that which its threads go to. @throws AppError as `removeCategory` does. */
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

/** Locks those of some categories that are there, in the order of their ids: no thread comes to them or goes. */
const lockCategories = (tx: Tx, ids: readonly number[]): Promise<ForumCategory[]> =>
  query<ForumCategory>(
    tx,
    sql`select ${COLUMNS} from forum_categories where id = any (${ids}::bigint[]) order by id for update`,
  );

async function hasThreads(tx: Tx, categoryId: number): Promise<boolean> {
  return queryExists(tx, sql`select 1 from forum_threads where category_id = ${categoryId} limit 1`);
}

/** Moves some of the threads of a category to another, both locked; answers how many: fewer than at once where these were the last. */
async function moveThreads(tx: Tx, from: number, to: number): Promise<number> {
  return queryValue<number>(
    tx,
    sql`with moved as (
       update forum_threads set category_id = ${to}
       where id in (
         select id from forum_threads where category_id = ${from} limit ${literal(MOVE_BATCH_SIZE)}
       ) returning deleted_at
     ), counted as (
       update forum_categories set thread_count = thread_count
         + case when id = ${to} then 1 else -1 end * (select count(*) from moved where deleted_at is null)
       where id in (${from}, ${to})
     )
     select count(*)::integer as moved from moved`,
  );
}
