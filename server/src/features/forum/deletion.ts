import type { ForumThread } from '@rivalhold/shared/contract/forum.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { mayDelete, type Viewer } from '@rivalhold/shared/roles.ts';
import { FORUM_ERRORS } from '@rivalhold/shared/texts/forum.ts';
import { deleteInBatches } from '../../platform/db/batches.ts';
import {
  type Db,
  type DbOrTx,
  query,
  queryExists,
  queryFirstValue,
  queryValues,
  sql,
  type Tx,
  transaction,
} from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { Site } from '../../platform/site.ts';
import { recordAudit } from '../audit/service.ts';
import { NO_VIEWER } from '../blocks/service.ts';
import { deleteCollapsedNotifications, deleteUnreadNotifications } from '../notifications/service.ts';
import { firstPageCacheOf } from './first-page-cache.ts';
import { presentThread } from './presenters.ts';
import {
  adjustThreadCount,
  findPost,
  likesCollapseKey,
  lockCategoryOf,
  mentionsCollapseKey,
  type PostInfo,
  postLink,
  repliesCollapseKey,
  threadPage,
  threadTopic,
} from './queries.ts';

/** The number of threads purged in one transaction. */
const PURGE_BATCH_SIZE = 50;

/**
 * Delete a post with its likes. Deleting an opening post deletes its thread, which staff can restore for 30 days.
 * Staff deletions of others' posts are recorded in the audit log.
 * @throws AppError notFound; forbidden unless the viewer is its author or staff.
 */
export async function deleteForumPost(
  db: DbOrTx,
  site: Site,
  { id, viewer }: { id: number; viewer: Viewer },
): Promise<'thread' | 'post'> {
  return transaction(db, async (tx) => {
    const post = await findPost(tx, id, viewer.id);
    const mayKnow = post && (!post.hidden || mayDelete(viewer, post.authorId));
    if (!mayKnow) throw new AppError('notFound', FORUM_ERRORS.postNotFound);
    if (!mayDelete(viewer, post.authorId)) throw new AppError('forbidden');
    const { threadId } = post;
    const deleted = post.position === 1 ? 'thread' : 'post';
    const gone =
      deleted === 'thread'
        ? await deleteThread(tx, site, threadId)
        : (await lockVisibleThread(tx, threadId)) && (await deleteReply(tx, site, { id, threadId }));
    if (!gone) throw new AppError('notFound', FORUM_ERRORS.postNotFound);
    if (viewer.id !== post.authorId) await recordDeletion(tx, site, { id, actorId: viewer.id, post });
    firstPageCacheOf(site).invalidateAfterCommit(tx);
    // Also across a block: the ids reveal nothing, and players who saw the post before the block may still show
    // it.
    site.realtime.broadcast(tx, 'forum:deleted', { id, threadId, deleted }, { topic: threadTopic(threadId) });
    return deleted;
  });
}

async function recordDeletion(
  tx: Tx,
  site: Site,
  { id, actorId, post }: { id: number; actorId: number; post: PostInfo },
): Promise<void> {
  const { position, threadId, title, body } = post;
  await recordAudit(tx, site, {
    ...(position === 1
      ? { kind: 'thread.delete', subject: `thread ${threadId}`, before: `${title}\n\n${body}` }
      : { kind: 'forumPost.delete', subject: `forum post ${id}`, before: body }),
    actorId,
    targetId: post.authorId,
  });
}

/** Lock a thread that is not deleted, and return whether there is one. */
async function lockVisibleThread(tx: Tx, id: number): Promise<boolean> {
  return queryExists(
    tx,
    sql`select 1 from forum_threads where id = ${id} and deleted_at is null for no key update`,
  );
}

/** Delete a reply from a locked thread, and return whether it existed. */
async function deleteReply(
  tx: Tx,
  site: Site,
  { id, threadId }: { id: number; threadId: number },
): Promise<boolean> {
  const isGone = await queryExists(
    tx,
    sql`delete from forum_posts where id = ${id} and thread_id = ${threadId} returning id`,
  );
  if (!isGone) return false;
  await query(
    tx,
    sql`update forum_threads set post_count = post_count - 1,
       updated_at = (
         select created_at from forum_posts where thread_id = ${threadId} order by position desc limit 1
       )
     where id = ${threadId}`,
  );
  await deleteCollapsedNotifications(tx, site, [likesCollapseKey(id)]);
  for (const collapse of [repliesCollapseKey(threadId), mentionsCollapseKey(threadId)])
    await deleteUnreadNotifications(tx, site, { collapse, link: postLink(threadId, id) });
  return true;
}

/** Mark a thread as deleted, and return whether it was not before. */
async function deleteThread(tx: Tx, site: Site, id: number): Promise<boolean> {
  await lockCategoryOf(tx, id);
  const categoryId = await queryFirstValue<number>(
    tx,
    sql`update forum_threads set deleted_at = ${site.clock.now()} where id = ${id} and deleted_at is null
     returning category_id`,
  );
  if (categoryId === undefined) return false;
  await adjustThreadCount(tx, categoryId, -1);
  const liked = await queryValues<number>(
    tx,
    sql`select id from forum_posts where thread_id = ${id} and like_count > 0`,
  );
  await deleteCollapsedNotifications(tx, site, [
    repliesCollapseKey(id),
    mentionsCollapseKey(id),
    ...liked.map(likesCollapseKey),
  ]);
  return true;
}

const retainedSince = (site: Site): Date => new Date(site.clock.now().getTime() - LIMITS.forum.restoreMs);

/**
 * Restore a thread deleted within the last 30 days and record that in the audit log. A thread that is not deleted
 * stays unchanged.
 * @throws AppError notFound if the thread no longer exists.
 */
export async function restoreThread(
  db: DbOrTx,
  site: Site,
  { id, staffId }: { id: number; staffId: number },
): Promise<ForumThread> {
  return transaction(db, async (tx) => {
    await lockCategoryOf(tx, id);
    const [restored] = await query<{ categoryId: number; userId: number; title: string }>(
      tx,
      sql`update forum_threads set deleted_at = null where id = ${id} and deleted_at > ${retainedSince(site)}
       returning category_id as "categoryId", user_id as "userId", title`,
    );
    if (restored) {
      await adjustThreadCount(tx, restored.categoryId, 1);
      firstPageCacheOf(site).invalidateAfterCommit(tx);
      await recordAudit(tx, site, {
        kind: 'thread.restore',
        actorId: staffId,
        targetId: restored.userId,
        subject: `thread ${id}`,
        after: restored.title,
      });
      site.realtime.broadcast(tx, 'forum:restored', { threadId: id }, { topic: threadTopic(id) });
    }
    const opening = { viewerId: NO_VIEWER, deleted: false, page: 1, size: 1, postId: null };
    const found = await threadPage(tx, site, { id, ...opening });
    if (!found) throw new AppError('notFound', FORUM_ERRORS.threadNotFound);
    return presentThread(found.thread);
  });
}

/**
 * Delete threads permanently 30 days after their deletion. Threads locked by a move are left for the next run.
 */
export async function purgeThreads(db: Db, site: Site): Promise<void> {
  await deleteInBatches(
    db,
    (limit) => sql`
      delete from forum_threads where id in (
        select id from forum_threads where deleted_at <= ${retainedSince(site)}
        order by deleted_at limit ${limit} for update skip locked
      ) returning id`,
    PURGE_BATCH_SIZE,
  );
}
