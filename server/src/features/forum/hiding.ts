import { queryExists, queryValue, sql, type Tx } from '../../platform/db/db.ts';
import type { Site } from '../../platform/site.ts';
import { NO_VIEWER } from '../blocks/service.ts';
import { changeHidden, isHiddenSql } from '../hidden-content/service.ts';
import { refreshUnreadCounts } from '../notifications/service.ts';
import { lockVisibleThread } from './deletion.ts';
import { firstPageCacheOf } from './first-page-cache.ts';
import { presentPost } from './presenters.ts';
import { findPost, mentionsCollapseKey, postById, repliesCollapseKey, threadTopic } from './queries.ts';
import { NOBODY } from './unseen-threads.ts';

/**
 * Hide the text of a post from everyone except its author and staff, or show it again. The thread of an
 * opening post is also hidden if no other player has a visible post in it. Staff and the player `by` notice that a post
 * is hidden when they reload the thread.
 * @returns false if the post does not exist, or if nothing changes
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
  const isChanged = await changeHidden(tx, site, { kind: 'forumPost', id, authorId: post?.authorId, hidden });
  if (!post || !isChanged) return false;
  const { threadId, authorId, threadAuthorId } = post;
  const isOpening = post.position === 1;
  const isThreadChanged =
    isOpening &&
    !(hidden && (await hasVisibleReply(tx, { threadId, authorId }))) &&
    (await changeHidden(tx, site, { kind: 'thread', id: threadId, authorId, hidden }));
  firstPageCacheOf(site).invalidateAfterCommit(tx);
  await refreshUnreadCounts(tx, site, [repliesCollapseKey(threadId), mentionsCollapseKey(threadId)]);

  const topic = threadTopic(threadId);
  const except = hidden ? [authorId, ...(by === null ? [] : [by])] : [];
  if (isThreadChanged && !hidden) site.realtime.broadcast(tx, 'forum:restored', { threadId }, { topic });
  else if (await isThreadHidden(tx, threadId)) {
    // Sockets that watched the thread before stay subscribed, so they must not receive its replies while it is hidden.
    if (isOpening) {
      site.realtime.broadcast(tx, 'forum:deleted', { id, threadId, deleted: 'thread' }, { topic, except });
      site.realtime.emit(tx, [authorId], 'forum:restored', { threadId });
    }
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

const isThreadHidden = (tx: Tx, threadId: number): Promise<boolean> =>
  queryValue(tx, sql`select ${isHiddenSql('thread', sql`${threadId}::bigint`)}`);

/** Report whether a thread has a visible post by a player other than its author. */
const hasVisibleReply = (
  tx: Tx,
  { threadId, authorId }: { threadId: number; authorId: number },
): Promise<boolean> =>
  queryExists(
    tx,
    sql`select 1 from forum_posts where thread_id = ${threadId} and user_id <> ${authorId}
        and not ${isHiddenSql('forumPost', sql`forum_posts.id`)} limit 1`,
  );
