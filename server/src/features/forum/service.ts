import type { ForumPost, ForumSort, ForumThread } from '@rivalhold/shared/contract/forum.ts';
import { foldText } from '@rivalhold/shared/fold-text.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import type { Viewer } from '@rivalhold/shared/roles.ts';
import { FORUM_ERRORS } from '@rivalhold/shared/texts/forum.ts';
import { NOTIFICATION_MESSAGES } from '@rivalhold/shared/texts/notification-messages.ts';
import { type Db, type DbOrTx, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError, invalidFieldsError } from '../../platform/errors.ts';
import type { PreSerialized } from '../../platform/http/routes.ts';
import { hasStaffAccess } from '../../platform/security/step-up.ts';
import type { Site } from '../../platform/site.ts';
import { recordProgress } from '../goals/service.ts';
import { type ContentViewer, contentViewer } from '../hidden-content/service.ts';
import { notifyMentioned } from '../mentions/service.ts';
import { countNewAccountAction } from '../new-accounts/service.ts';
import { notify } from '../notifications/service.ts';
import { firstPageCacheOf } from './first-page-cache.ts';
import { validateBody, validateThread } from './policy.ts';
import { presentPost, presentThread } from './presenters.ts';
import {
  adjustThreadCount,
  findPost,
  insertReply,
  insertThread,
  isThreadVisible,
  lockThread,
  mentionsCollapseKey,
  postById,
  postLink,
  repliesCollapseKey,
  threadPage,
  threadTopic,
  updatePost,
} from './queries.ts';
import { searchStatsOf } from './search.ts';
import { threadList } from './thread-list.ts';
import { NOBODY } from './unseen-threads.ts';

export { addCategory, listCategories } from './categories.ts';
export { purgeThreads, restoreThread } from './deletion.ts';
export { likePost } from './likes.ts';
export { rebuildPageAnchors } from './page-anchors.ts';

type Player = { id: number; username: string };
type ThreadQuery = ContentViewer & {
  search: string;
  categoryId: number | null;
  sort: ForumSort;
  page: number;
  size: number;
};
type ThreadPageResult = { threads: ForumThread[]; total: number; page: number; size: number };

/**
 * Return a page of threads whose title contains the search string. Leave out threads that a block, a mute or reports
 * hide from the viewer. For a first page of the default size without a search, return serialized JSON from the cache if
 * the cached page is valid for the viewer.
 */
export async function listThreadsSerialized(
  db: Db,
  site: Site,
  request: ThreadQuery,
): Promise<ThreadPageResult | PreSerialized> {
  const { viewerId, seesHidden, page, size } = request;
  const viewer = { viewerId, seesHidden };
  const filter = { ...request, search: foldText(request.search).trim() };
  if (filter.search === '' && page === 1 && size === LIMITS.forum.threadsPage) {
    const first = await firstPageCacheOf(site).read(viewer, filter);
    if (first) return first;
  }
  const { threads, total } = await threadList(db, viewer, filter, searchStatsOf(site));
  return { threads: threads.map(presentThread), total, page, size };
}

/**
 * Return a thread with a page of its posts. The page is selected by its number, or by a post that it contains. Leave
 * out posts that a block or a mute hides from the viewer. If reports hide a post from the viewer, leave out only its
 * text. Staff can read deleted threads, and content that reports have hidden.
 * @throws AppError `notFound` if the thread does not exist or is hidden from the viewer, or if the post is not in it.
 */
export async function getThread(
  db: DbOrTx,
  site: Site,
  request: { id: number; viewer: Viewer; page: number; size: number; postId: number | null },
): Promise<{ thread: ForumThread; posts: ForumPost[]; total: number; page: number; size: number }> {
  const { viewer: user, size, postId } = request;
  const viewer = contentViewer(site, { user });
  const found = await threadPage(db, site, { ...request, ...viewer, deleted: viewer.seesHidden });
  if (!found)
    throw new AppError('notFound', postId === null ? FORUM_ERRORS.threadNotFound : FORUM_ERRORS.postNotFound);
  const { thread, posts, total, page } = found;
  return {
    thread: presentThread(thread),
    posts: posts.map((post) => presentPost(site, post, viewer)),
    total,
    page,
    size,
  };
}

/**
 * Create a thread and notify the players it mentions.
 * @throws AppError `invalid` with a message for each invalid field, such as `categoryId` for an unknown category;
 *   `newAccountLimit`.
 */
export async function startThread(
  db: DbOrTx,
  site: Site,
  { user, categoryId, ...sent }: { user: Player; categoryId: number; title: string; body: string },
): Promise<{ thread: ForumThread; post: ForumPost }> {
  const draft = validateThread(sent);
  return transaction(db, async (tx) => {
    if (!(await adjustThreadCount(tx, categoryId, 1)))
      throw invalidFieldsError({ categoryId: FORUM_ERRORS.category });
    const at = site.clock.now();
    const { id, postId } = await insertThread(tx, { ...draft, categoryId, userId: user.id, at });
    await countNewAccountAction(tx, site, { userId: user.id, action: 'posts', towards: null });
    const post = await postById(tx, site, postId, user.id);
    firstPageCacheOf(site).invalidateAfterCommit(tx);
    await notifyMentionedInText(tx, site, { text: draft.body, user, threadId: id, postId });
    await recordProgress(tx, site, user.id, [{ count: 'threads', subject: 0, by: 1 }]);
    const row = { ...post, id, title: draft.title, category_id: categoryId, post_count: 1 };
    return {
      thread: presentThread({ ...row, created_at: at, updated_at: at, deleted_at: null }),
      post: presentPost(site, post, NOBODY),
    };
  });
}

/**
 * Add a reply to a thread. Notify the author of the thread and mentioned players, and send the reply to the sockets
 * that watch the thread.
 * @throws AppError `invalid` with a message for the field; `notFound` if the thread does not exist or is hidden by a
 *   block or by reports; `newAccountLimit`.
 */
export async function replyToThread(
  db: DbOrTx,
  site: Site,
  { threadId, user, body: sent }: { threadId: number; user: Player; body: string },
): Promise<ForumPost> {
  const body = validateBody(sent);
  return transaction(db, async (tx) => {
    const thread = await lockThread(tx, user.id, threadId);
    if (!thread) throw new AppError('notFound', FORUM_ERRORS.threadNotFound);
    const { authorId, title } = thread;
    const postId = await insertReply(tx, { threadId, userId: user.id, body, at: site.clock.now() });
    await countNewAccountAction(tx, site, { userId: user.id, action: 'posts', towards: authorId });
    const post = presentPost(site, await postById(tx, site, postId, user.id), NOBODY);
    firstPageCacheOf(site).invalidateAfterCommit(tx);
    const about = [user.id, authorId];
    site.realtime.broadcast(tx, 'forum:post', post, { about, topic: threadTopic(threadId) });
    await notify(tx, site, {
      userId: authorId,
      type: 'comment',
      ...NOTIFICATION_MESSAGES.forumReply(user.username, title),
      link: postLink(threadId, postId),
      actorId: user.id,
      collapse: repliesCollapseKey(threadId),
      about: [{ kind: 'forumPost', id: postId }],
    });
    await notifyMentionedInText(tx, site, { text: body, user, authorId, threadId, postId });
    await recordProgress(tx, site, user.id, [{ count: 'replies', subject: 0, by: 1 }]);
    return post;
  });
}

const notifyMentionedInText = (
  tx: Tx,
  site: Site,
  {
    threadId,
    postId,
    ...content
  }: { text: string; user: Player; authorId?: number; threadId: number; postId: number },
): Promise<void> =>
  notifyMentioned(tx, site, {
    ...content,
    in: 'forum post',
    link: postLink(threadId, postId),
    collapse: mentionsCollapseKey(threadId),
    about: [
      { kind: 'thread', id: threadId },
      { kind: 'forumPost', id: postId },
    ],
  });

/**
 * Change the text of the caller's own post. Send the new text to the sockets that watch the thread.
 * @throws AppError `invalid` with a message for the field; `notFound` if the post or its thread does not exist, or is
 *   hidden by a block, a mute or reports; `forbidden` for another player's post.
 */
export async function editPost(
  db: DbOrTx,
  site: Site,
  { id, userId, body: sent }: { id: number; userId: number; body: string },
): Promise<ForumPost> {
  const body = validateBody(sent);
  return transaction(db, async (tx) => {
    const found = await findPost(tx, id, userId);
    if (!found || found.isInvisible) throw new AppError('notFound', FORUM_ERRORS.postNotFound);
    if (found.authorId !== userId) throw new AppError('forbidden');
    const { threadId, threadAuthorId } = found;
    const thread = await lockThread(tx, userId, threadId);
    if (!thread || !(await updatePost(tx, id, body, site.clock.now())))
      throw new AppError('notFound', FORUM_ERRORS.postNotFound);
    const post = presentPost(site, await postById(tx, site, id, userId), NOBODY);
    firstPageCacheOf(site).invalidateAfterCommit(tx);
    // Do not broadcast whether the author likes the post, because that is private.
    site.realtime.broadcast(
      tx,
      'forum:edited',
      { ...post, liked: false },
      {
        about: [userId, threadAuthorId],
        topic: threadTopic(threadId),
      },
    );
    return post;
  });
}

/**
 * Make a socket watch the thread `threadId`, or no thread if `threadId` is null. The socket stops watching any other
 * thread.
 * @throws AppError `notFound` if the thread is not visible to the viewer.
 */
export async function watchThread(
  db: DbOrTx,
  site: Site,
  { threadId, viewer, socketId }: { threadId: number | null; viewer: Viewer; socketId: string },
): Promise<void> {
  const isSeen =
    threadId === null ||
    (await isThreadVisible(db, {
      id: threadId,
      deleted: hasStaffAccess(site, viewer),
      ...contentViewer(site, { user: viewer }),
    }));
  if (!isSeen) throw new AppError('notFound', FORUM_ERRORS.threadNotFound);
  await site.realtime.subscribeToTopic(socketId, threadId === null ? null : threadTopic(threadId));
}
