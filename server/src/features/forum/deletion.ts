import type { StaffReason } from '@rivalhold/shared/contract/decisions.ts';
import type { ForumThread } from '@rivalhold/shared/contract/forum.ts';
import { retainedSince } from '@rivalhold/shared/retention.ts';
import type { Viewer } from '@rivalhold/shared/roles.ts';
import { FORUM_ERRORS } from '@rivalhold/shared/texts/forum.ts';
import { STAFF_LIMIT_TEXTS } from '@rivalhold/shared/texts/staff-actions.ts';
import Type from 'typebox';
import { deleteInBatches } from '../../platform/db/batches.ts';
import { column } from '../../platform/db/columns.ts';
import {
  type Db,
  type DbOrTx,
  execute,
  queryExists,
  queryFirstValue,
  queryValues,
  sql,
  type Tx,
  transaction,
} from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import { assertMayDelete, hasStaffAccess } from '../../platform/security/step-up.ts';
import type { Remove, Restore, Site } from '../../platform/site.ts';
import { deleteHidden } from '../hidden-content/service.ts';
import {
  deleteCollapsedNotifications,
  deleteUnreadNotifications,
  replaceLink,
} from '../notifications/service.ts';
import {
  insertStoredRows,
  moveRows,
  recordRemoval,
  restoreContent,
  storedValues,
} from '../removals/service.ts';
import { purgeMoves } from './categories.ts';
import { firstPageCacheOf } from './first-page-cache.ts';
import { emitThreadHidden, updateThreadHidden } from './hiding.ts';
import { presentThread } from './presenters.ts';
import {
  adjustThreadCount,
  findPost,
  likesCollapseKey,
  lockCategoryOf,
  lockVisibleThread,
  mentionsCollapseKey,
  type PostInfo,
  postLink,
  repliesCollapseKey,
  threadPage,
  threadTopic,
} from './queries.ts';
import { NOBODY } from './unseen-threads.ts';

/** Maximum number of threads to purge per transaction. */
const PURGE_BATCH_SIZE = 50;

/**
 * Delete a post with its likes. Deleting an opening post also deletes its thread. If staff delete another player's
 * post, it can be restored for 30 days.
 * @throws AppError `notFound`; `forbidden` unless the viewer is its author or staff.
 */
export async function deleteForumPost(
  db: DbOrTx,
  site: Site,
  { id, viewer, reason }: { id: number; viewer: Viewer; reason?: StaffReason | undefined },
): Promise<'thread' | 'post'> {
  return transaction(db, async (tx) => {
    const post = await findPost(tx, id, viewer.id);
    const mayKnow =
      post && (!post.isInvisible || viewer.id === post.authorId || hasStaffAccess(site, viewer));
    if (!mayKnow) throw new AppError('notFound', FORUM_ERRORS.postNotFound);
    assertMayDelete(site, viewer, post.authorId);
    const { threadId } = post;
    const deleted = post.position === 1 ? 'thread' : 'post';
    const staffId = viewer.id === post.authorId ? null : viewer.id;
    const found =
      deleted === 'thread'
        ? await deleteThread(tx, site, { id, staffId, post, reason })
        : (await lockVisibleThread(tx, threadId)) &&
          (await deleteReply(tx, site, { id, staffId, post, reason }));
    if (!found) throw new AppError('notFound', FORUM_ERRORS.postNotFound);
    await deleteHidden(tx, 'forumPost', [id]);
    if (deleted === 'thread') await deleteHidden(tx, 'thread', [threadId]);
    firstPageCacheOf(site).invalidateAfterCommit(tx);
    // Send this event even to players hidden from the author by a block: their browsers might still show the post if
    // they loaded it before the block. The ids reveal nothing to them.
    site.realtime.broadcast(tx, 'forum:deleted', { id, threadId, deleted }, { topic: threadTopic(threadId) });
    if (deleted === 'post' && (await updateThreadHidden(tx, site, threadId)).isChanged)
      emitThreadHidden(tx, site, { id, threadId, threadAuthorId: post.threadAuthorId });
    return deleted;
  });
}

/** The post to delete. `staffId` is the id of the staff member who deletes it, or null if the author deletes it. */
type Deletion = { id: number; staffId: number | null; post: PostInfo; reason: StaffReason | undefined };

/** Delete a reply, and return whether it existed. The caller must have locked the thread. */
async function deleteReply(tx: Tx, site: Site, { id, staffId, post, reason }: Deletion): Promise<boolean> {
  const { threadId } = post;
  const isFound = await queryExists(
    tx,
    sql`select 1 from forum_posts where id = ${id} and thread_id = ${threadId} for update`,
  );
  if (!isFound) return false;
  if (staffId === null) await execute(tx, sql`delete from forum_posts where id = ${id}`);
  else {
    const removalId = await recordRemoval(tx, site, {
      kind: 'forumPost',
      subjectId: id,
      audit: {
        kind: 'forumPost.delete',
        actorId: staffId,
        targetId: post.authorId,
        subject: `forum post ${id}`,
        before: post.body,
      },
      reason,
    });
    await moveRows(tx, removalId, 'forum_likes', sql`post_id = ${id}`);
    await moveRows(tx, removalId, 'forum_posts', sql`id = ${id}`);
  }
  await adjustPostCount(tx, threadId, -1);
  await deleteCollapsedNotifications(tx, site, [likesCollapseKey(id)]);
  const link = postLink(threadId, id);
  for (const collapse of [repliesCollapseKey(threadId), mentionsCollapseKey(threadId)]) {
    await deleteUnreadNotifications(tx, site, { collapse, link });
    await replaceLink(tx, { collapse, from: link, to: `/forum?thread=${threadId}` });
  }
  const isLast = !(await queryExists(
    tx,
    sql`select 1 from forum_posts where thread_id = ${threadId} and user_id <> ${post.threadAuthorId} limit 1`,
  ));
  if (isLast) await deleteUnreadNotifications(tx, site, { collapse: repliesCollapseKey(threadId) });
  return true;
}

/** Adjust a thread's number of posts, and update the time of its last post. The caller must have locked the thread. */
async function adjustPostCount(tx: Tx, threadId: number, by: 1 | -1): Promise<void> {
  await execute(
    tx,
    sql`update forum_threads set post_count = post_count + ${by},
          updated_at = (
            select created_at from forum_posts where thread_id = ${threadId} order by position desc limit 1
          )
        where id = ${threadId}`,
  );
}

const StoredPost = Type.Object({ thread_id: column.integer });

/** Restore a reply that staff deleted, with its likes. The thread of the reply must exist and must not be deleted. */
export const restoreReply: Restore = async (tx, site, { id, subjectId }) => {
  const [post] = await storedValues(tx, StoredPost, id, 'forum_posts');
  if (!post || !(await lockVisibleThread(tx, post.thread_id)))
    throw new AppError('conflict', STAFF_LIMIT_TEXTS.parentMissing);
  for (const table of ['forum_posts', 'forum_likes']) await insertStoredRows(tx, id, table);
  await execute(
    tx,
    sql`update forum_posts set like_count = (select count(*) from forum_likes where post_id = ${subjectId})
        where id = ${subjectId}`,
  );
  await adjustPostCount(tx, post.thread_id, 1);
  await updateThreadHidden(tx, site, post.thread_id);
  firstPageCacheOf(site).invalidateAfterCommit(tx);
  site.realtime.broadcast(
    tx,
    'forum:restored',
    { threadId: post.thread_id },
    { topic: threadTopic(post.thread_id) },
  );
};

/**
 * Delete a thread permanently if the author deletes it, or mark it as deleted if staff delete it. Return
 * false if it was already deleted.
 */
async function deleteThread(tx: Tx, site: Site, { staffId, post, reason }: Deletion): Promise<boolean> {
  const { threadId: id, title, body } = post;
  await lockCategoryOf(tx, id);
  const categoryId = await queryFirstValue(
    tx,
    column.integer,
    sql`update forum_threads set deleted_at = ${site.clock.now()} where id = ${id} and deleted_at is null
     returning category_id`,
  );
  if (categoryId === undefined) return false;
  await adjustThreadCount(tx, categoryId, -1);
  const liked = await queryValues(
    tx,
    column.integer,
    sql`select id from forum_posts where thread_id = ${id} and like_count > 0`,
  );
  if (staffId === null) await execute(tx, sql`delete from forum_threads where id = ${id}`);
  else
    await recordRemoval(tx, site, {
      kind: 'thread',
      subjectId: id,
      audit: {
        kind: 'thread.delete',
        actorId: staffId,
        targetId: post.authorId,
        subject: `thread ${id}`,
        before: `${title}\n\n${body}`,
      },
      reason,
    });
  await deleteCollapsedNotifications(tx, site, [
    repliesCollapseKey(id),
    mentionsCollapseKey(id),
    ...liked.map(likesCollapseKey),
  ]);
  return true;
}

/** Delete a thread on behalf of staff. @throws AppError `notFound` */
export const removeThread: Remove = async (tx, site, { id, ...by }) => {
  const openingId = await queryFirstValue(
    tx,
    column.integer,
    sql`select id from forum_posts where thread_id = ${id} and position = 1`,
  );
  if (openingId === undefined) throw new AppError('notFound', FORUM_ERRORS.threadNotFound);
  await deleteForumPost(tx, site, { id: openingId, ...by });
};

const restorableSince = (site: Site): Date => retainedSince('removals', site.clock.now());

/** Restore a thread that staff deleted. */
export const restoreDeletedThread: Restore = async (tx, site, { subjectId: id }) => {
  await lockCategoryOf(tx, id);
  const categoryId = await queryFirstValue(
    tx,
    column.integer,
    sql`update forum_threads set deleted_at = null where id = ${id} and deleted_at > ${restorableSince(site)}
        returning category_id`,
  );
  if (categoryId === undefined) throw new AppError('notFound', STAFF_LIMIT_TEXTS.notRestorable);
  await adjustThreadCount(tx, categoryId, 1);
  firstPageCacheOf(site).invalidateAfterCommit(tx);
  site.realtime.broadcast(tx, 'forum:restored', { threadId: id }, { topic: threadTopic(id) });
};

/**
 * Restore a thread that staff deleted within the last 30 days, and record the restore in the audit log. A thread that
 * is not deleted stays unchanged.
 * @throws AppError `notFound` if the thread does not exist or cannot be restored; also the errors of `restoreContent`.
 */
export async function restoreThread(
  db: DbOrTx,
  site: Site,
  { id, staffId }: { id: number; staffId: number },
): Promise<ForumThread> {
  return transaction(db, async (tx) => {
    await restoreContent(tx, site, { kind: 'thread', subjectId: id, staffId });
    const opening = { ...NOBODY, seesHidden: true, deleted: false, page: 1, size: 1, postId: null };
    const found = await threadPage(tx, site, { id, ...opening });
    if (!found) throw new AppError('notFound', STAFF_LIMIT_TEXTS.notRestorable);
    return presentThread(found.thread);
  });
}

/**
 * Permanently delete a batch of a deleted player's threads that staff had marked as deleted. Return true if there
 * were none to delete.
 */
export const eraseDeletedThreads = async (tx: Tx, userId: number): Promise<boolean> =>
  (
    await queryValues(
      tx,
      column.integer,
      sql`delete from forum_threads where id in (
            select id from forum_threads where user_id = ${userId} and deleted_at is not null
            order by id limit ${PURGE_BATCH_SIZE}
          ) returning id`,
    )
  ).length === 0;

/**
 * Permanently delete threads 30 days after staff deleted them. If such a thread is locked because it is being moved,
 * the next run deletes it. Also delete the records of moved threads whose former category can no longer be restored.
 */
export async function purgeThreads(db: Db, site: Site): Promise<void> {
  await deleteInBatches(
    db,
    (limit) => sql`
      delete from forum_threads where id in (
        select id from forum_threads where deleted_at <= ${restorableSince(site)}
        order by deleted_at limit ${limit} for update skip locked
      ) returning id`,
    PURGE_BATCH_SIZE,
  );
  await purgeMoves(db);
}
