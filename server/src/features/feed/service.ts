import type { StaffReason } from '@rivalhold/shared/contract/decisions.ts';
import type { Post } from '@rivalhold/shared/contract/feed.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import type { Viewer } from '@rivalhold/shared/roles.ts';
import { FEED_ERRORS } from '@rivalhold/shared/texts/feed.ts';
import { STAFF_LIMIT_TEXTS } from '@rivalhold/shared/texts/staff-actions.ts';
import { BatchLoader } from '../../platform/concurrency/batch-loader.ts';
import { type DbOrTx, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError, invalidFieldsError } from '../../platform/errors.ts';
import { decodeIdCursor, encodeIdCursor, type PageQuery, toPage } from '../../platform/http/cursor.ts';
import { assertMayDelete, hasStaffAccess } from '../../platform/security/step-up.ts';
import { perSite, type Restore, type Site } from '../../platform/site.ts';
import { NO_VIEWER } from '../blocks/service.ts';
import { recordProgress } from '../goals/service.ts';
import { type ContentViewer, deleteHidden, setHidden } from '../hidden-content/service.ts';
import { countNewAccountAction } from '../new-accounts/service.ts';
import { deletePostNotifications, refreshUnreadCounts } from '../notifications/service.ts';
import { lockOwnPhotoByUrl } from '../profiles/service.ts';
import { completeQuest } from '../quests/service.ts';
import { recordRemoval } from '../removals/service.ts';
import { firstPageCacheOf } from './first-page-cache.ts';
import { mentionsCollapseKey, notifyMentionedInPost } from './mentions.ts';
import { type PostInput, validatePost } from './policy.ts';
import {
  deletePosts,
  insertPost,
  insertRemovedPosts,
  isEmptyPost,
  lockPost,
  MAX_PAGES_PER_STATEMENT,
  movePosts,
  type PageRequest,
  type PostsOfPhoto,
  postById,
  postPages,
  relinkPhoto,
} from './queries.ts';

export { addComment } from './comments.ts';
export { likePost } from './likes.ts';
export { lockPostsOfPhoto, type PostsOfPhoto } from './queries.ts';

type Page = ContentViewer & PageQuery;

/**
 * Batches concurrent page requests into as few statements as possible. Each page has its own promise, so if a batch
 * fails, the pages in other batches are still returned.
 */
const pageLoaderOf = perSite(
  (site) =>
    new BatchLoader(async (requests: PageRequest[]) => {
      const pages = new Map<PageRequest, Promise<Post[] | undefined>>();
      for (let first = 0; first < requests.length; first += MAX_PAGES_PER_STATEMENT) {
        const batch = requests.slice(first, first + MAX_PAGES_PER_STATEMENT);
        const read = postPages(site.db, site, batch);
        for (const [index, request] of batch.entries())
          pages.set(
            request,
            read.then((all) => all[index]),
          );
      }
      await Promise.allSettled(pages.values());
      return pages;
    }),
);

async function readPage(site: Site, request: PageRequest): Promise<Post[]> {
  const posts = await (await pageLoaderOf(site).load(request)).get(request);
  if (!posts) throw new Error('The requested page of posts is missing.');
  return posts;
}

/**
 * Return a page of the posts of all players, newest first. Leave out posts by players hidden from the viewer
 * by a block or a mute. Posts hidden by reports are visible only to their authors and staff.
 * @throws AppError `invalid` for a malformed cursor.
 */
export async function listPosts(
  site: Site,
  { cursor, limit, ...viewer }: Page,
): Promise<{ items: Post[]; nextCursor: string | null }> {
  const isFirst = cursor === undefined && limit <= LIMITS.feed.page;
  const posts =
    (isFirst ? await firstPageCacheOf(site).read(viewer) : undefined) ??
    (await readPage(site, { ...viewer, beforeId: decodeIdCursor(cursor), limit: limit + 1 }));
  return toPage(posts, limit, encodeIdCursor);
}

/**
 * Return a post.
 * @throws AppError `notFound` if it does not exist or is hidden from the viewer.
 */
export async function getPost(
  db: DbOrTx,
  site: Site,
  { id, ...viewer }: { id: number } & ContentViewer,
): Promise<Post> {
  const post = await postById(db, site, id, viewer);
  if (!post) throw new AppError('notFound', FEED_ERRORS.postNotFound);
  return post;
}

/**
 * Create a post with text, with a medium (one of the author's photos, a GIF or a YouTube video), or with both. Notify
 * mentioned players. Broadcast the post to everyone except players who do not see the author because of a block or a
 * mute.
 * @throws AppError `invalid` with a message for each invalid field; `newAccountLimit`.
 */
export async function addPost(
  db: DbOrTx,
  site: Site,
  { user, ...sent }: { user: { id: number; username: string } } & PostInput,
): Promise<Post> {
  const { imageUrl, ...draft } = validatePost(sent, site.config.giphyApiBase);
  return transaction(db, async (tx) => {
    const photoId = imageUrl === null ? null : await lockOwnPhotoByUrl(tx, user.id, imageUrl);
    if (photoId === undefined) throw invalidFieldsError({ imageUrl: FEED_ERRORS.photo });
    const id = await insertPost(tx, { ...draft, userId: user.id, photoId, at: site.clock.now() });
    await countNewAccountAction(tx, site, { userId: user.id, action: 'posts', towards: null });
    const post = await getPost(tx, site, { id, viewerId: user.id, seesHidden: false });
    firstPageCacheOf(site).invalidateAfterCommit(tx);
    site.realtime.broadcast(tx, 'feed:newPost', post, { about: user.id });
    await notifyMentionedInPost(tx, site, { text: draft.text, user, authorId: user.id, postId: id });
    await completeQuest(tx, site, [user.id], 'post');
    await recordProgress(tx, site, user.id, [{ count: 'posts', subject: 0, by: 1 }]);
    return post;
  });
}

/**
 * Delete a post with its likes, comments and notifications.
 * @throws AppError `notFound`; `forbidden` unless the caller is its author or staff.
 */
export async function removePost(
  db: DbOrTx,
  site: Site,
  { id, viewer, reason }: { id: number; viewer: Viewer; reason?: StaffReason | undefined },
): Promise<void> {
  await transaction(db, async (tx) => {
    const post = await lockPost(tx, id, viewer.id);
    if (!post || (post.isInvisible && !hasStaffAccess(site, viewer)))
      throw new AppError('notFound', FEED_ERRORS.postNotFound);
    assertMayDelete(site, viewer, post.authorId);
    await deleteHidden(tx, 'post', [id]);
    if (viewer.id === post.authorId) await deletePosts(tx, [id]);
    else {
      const removalId = await recordRemoval(tx, site, {
        kind: 'post',
        subjectId: id,
        audit: {
          kind: 'post.delete',
          actorId: viewer.id,
          targetId: post.authorId,
          subject: `post ${id}`,
          before: post.text,
        },
        reason,
      });
      await movePosts(tx, removalId, [id]);
    }
    await onPostDeleted(tx, site, id);
  });
}

/**
 * Hide a post from everyone except its author and staff, or show it again. A hidden post immediately disappears from
 * open pages, except those of its author and of `by`, the player whose report hid it. A post that is shown again
 * appears on other players' pages when they reload the feed.
 * @returns false if the post does not exist or is already in the requested state
 */
export async function setPostHidden(
  tx: Tx,
  site: Site,
  { id, hidden, by }: { id: number; hidden: boolean; by: number | null },
): Promise<boolean> {
  const post = await lockPost(tx, id, NO_VIEWER);
  const isChanged = await setHidden(tx, site, { kind: 'post', id, authorId: post?.authorId, hidden });
  if (!post || !isChanged) return false;
  const { authorId } = post;
  firstPageCacheOf(site).invalidateAfterCommit(tx);
  await refreshUnreadCounts(tx, site, [mentionsCollapseKey(id)]);
  if (hidden)
    site.realtime.broadcast(tx, 'feed:deleted', { id }, { except: [authorId, ...(by === null ? [] : [by])] });
  site.realtime.emit(tx, [authorId], 'feed:hidden', { id, hidden });
  return true;
}

/** Delete the notifications about a removed post, invalidate the cache, and broadcast the deletion. */
async function onPostDeleted(tx: Tx, site: Site, id: number): Promise<void> {
  await deletePostNotifications(tx, site, id);
  firstPageCacheOf(site).invalidateAfterCommit(tx);
  // Also send the event to players hidden from the author by a block. Their browsers might still show the post, if
  // they loaded it before the block. The id reveals nothing to them.
  site.realtime.broadcast(tx, 'feed:deleted', { id });
}

/** Restore a post that staff deleted, with its likes and comments. */
export const restorePost: Restore = async (tx, site, { id, subjectId }) => {
  await insertRemovedPosts(tx, id);
  if (await isEmptyPost(tx, subjectId)) throw new AppError('conflict', STAFF_LIMIT_TEXTS.parentMissing);
  firstPageCacheOf(site).invalidateAfterCommit(tx);
};

/**
 * Delete the locked posts that would be empty without their photo. If the photo has a removal record, store
 * these posts in it.
 */
export async function removePhotoFromPosts(
  tx: Tx,
  site: Site,
  { withoutText }: PostsOfPhoto,
  removalId: number | null,
): Promise<void> {
  firstPageCacheOf(site).invalidateAfterCommit(tx);
  if (removalId === null) {
    await deletePosts(tx, withoutText);
    await deleteHidden(tx, 'post', withoutText);
  } else await movePosts(tx, removalId, withoutText);
  for (const id of withoutText) await onPostDeleted(tx, site, id);
}

/** Restore the posts that were deleted together with a photo, and attach the photo again to the posts that lost it. */
export async function restorePhotoInPosts(
  tx: Tx,
  site: Site,
  { photoId, removalId, postIds }: { photoId: number; removalId: number; postIds: readonly number[] },
): Promise<void> {
  await insertRemovedPosts(tx, removalId);
  await relinkPhoto(tx, photoId, postIds);
  firstPageCacheOf(site).invalidateAfterCommit(tx);
}
