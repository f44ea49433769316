import Type from 'typebox';
import { column } from '../../platform/db/columns.ts';
import { queryFirst, sql, type Tx } from '../../platform/db/db.ts';
import type { Site } from '../../platform/site.ts';
import { NO_VIEWER } from '../blocks/service.ts';
import { isHiddenSql, setHidden } from '../hidden-content/service.ts';
import { refreshUnreadCounts } from '../notifications/service.ts';
import { firstPageCacheOf } from './first-page-cache.ts';
import { presentPost } from './presenters.ts';
import {
  findPost,
  lockVisibleThread,
  mentionsCollapseKey,
  postById,
  repliesCollapseKey,
  threadTopic,
} from './queries.ts';
import { NOBODY } from './unseen-threads.ts';

/**
 * Hide the text of a post from everyone except its author and staff, or show it again. `by` is the player whose report
 * hides the post, or null. This player gets no event, so their page shows the post as hidden only after a reload.
 * @returns false if the post does not exist or is already in the requested state
 */
export async function setForumPostHidden(
  tx: Tx,
  site: Site,
  { id, hidden, by }: { id: number; hidden: boolean; by: number | null },
): Promise<boolean> {
  const found = await findPost(tx, id, NO_VIEWER);
  // Read the post again after locking the thread, because it might have been deleted in the meantime.
  const post =
    found && (await lockVisibleThread(tx, found.threadId)) ? await findPost(tx, id, NO_VIEWER) : undefined;
  const isChanged = await setHidden(tx, site, { kind: 'forumPost', id, authorId: post?.authorId, hidden });
  if (!post || !isChanged) return false;
  const { threadId, authorId, threadAuthorId } = post;
  const isOpening = post.position === 1;
  const thread = await updateThreadHidden(tx, site, threadId);
  firstPageCacheOf(site).invalidateAfterCommit(tx);
  await refreshUnreadCounts(tx, site, [repliesCollapseKey(threadId), mentionsCollapseKey(threadId)]);

  const topic = threadTopic(threadId);
  const except = hidden ? [authorId, ...(by === null ? [] : [by])] : [];
  if (thread.isChanged && !hidden) site.realtime.broadcast(tx, 'forum:restored', { threadId }, { topic });
  else if (thread.isHidden) {
    // While the thread is hidden, do not broadcast its posts, because sockets that were already watching it
    // are still subscribed.
    if (isOpening || thread.isChanged) emitThreadHidden(tx, site, { id, threadId, threadAuthorId, by });
  } else {
    const row = await postById(tx, site, id, NO_VIEWER);
    const about = [authorId, threadAuthorId];
    site.realtime.broadcast(tx, 'forum:edited', presentPost(site, row, NOBODY), { about, topic, except });
    if (hidden) {
      const own = presentPost(site, row, { viewerId: authorId, seesHidden: false });
      site.realtime.emit(tx, [authorId], 'forum:edited', own);
    }
  }
  return true;
}

/** The author of a thread, and whether the thread must be hidden. */
const ThreadState = Type.Object({ authorId: column.integer, hidden: column.boolean });

/**
 * Hide a thread if its opening post is hidden, and the thread has no visible post by a player other than its author.
 * Otherwise, show it. The caller must have locked the thread. Return whether the thread is hidden, and whether this
 * changed.
 */
export async function updateThreadHidden(
  tx: Tx,
  site: Site,
  threadId: number,
): Promise<{ isHidden: boolean; isChanged: boolean }> {
  const thread = await queryFirst(
    tx,
    ThreadState,
    sql`select t.user_id as "authorId",
          exists (
            select 1 from forum_posts p where p.thread_id = t.id and p.position = 1
              and ${isHiddenSql('forumPost', sql`p.id`)}
          ) and not exists (
            select 1 from forum_posts p where p.thread_id = t.id and p.user_id <> t.user_id
              and not ${isHiddenSql('forumPost', sql`p.id`)}
          ) as hidden
        from forum_threads t where t.id = ${threadId}`,
  );
  if (!thread) return { isHidden: false, isChanged: false };
  const isChanged = await setHidden(tx, site, { kind: 'thread', id: threadId, ...thread });
  return { isHidden: thread.hidden, isChanged };
}

/**
 * Remove a hidden thread from the open pages of all players except its author and `by`, the player whose report hid it.
 * The page of the thread's author reloads the thread instead.
 * @param options.id the post whose change caused the thread to be hidden
 */
export function emitThreadHidden(
  tx: Tx,
  site: Site,
  {
    id,
    threadId,
    threadAuthorId,
    by = null,
  }: { id: number; threadId: number; threadAuthorId: number; by?: number | null },
): void {
  const except = [threadAuthorId, ...(by === null ? [] : [by])];
  const options = { topic: threadTopic(threadId), except };
  site.realtime.broadcast(tx, 'forum:deleted', { id, threadId, deleted: 'thread' }, options);
  site.realtime.emit(tx, [threadAuthorId], 'forum:restored', { threadId });
}
