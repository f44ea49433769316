import type { Post } from '@rivalhold/shared/contract/feed.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { isStaff, mayDelete, type Viewer } from '@rivalhold/shared/roles.ts';
import { FEED_ERRORS } from '@rivalhold/shared/texts/feed.ts';
import { BatchLoader } from '../../platform/concurrency/batch-loader.ts';
import { type DbOrTx, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError, invalidFieldsError } from '../../platform/errors.ts';
import { decodeIdCursor, encodeIdCursor, type PageQuery, toPage } from '../../platform/http/cursor.ts';
import { perSite, type Site } from '../../platform/site.ts';
import { recordAudit } from '../audit/service.ts';
import { countNewAccountAction } from '../new-accounts/service.ts';
import { deletePostNotifications } from '../notifications/service.ts';
import { lockOwnPhotoByUrl } from '../profiles/service.ts';
import { completeQuest } from '../quests/service.ts';
import { firstPageCacheOf } from './first-page-cache.ts';
import { notifyMentionedInPost } from './mentions.ts';
import { type PostInput, validatePost } from './policy.ts';
import {
  deletePost,
  deletePostsOfPhoto,
  insertPost,
  lockPost,
  MAX_PAGES_PER_STATEMENT,
  type PageRequest,
  postById,
  postPages,
} from './queries.ts';

export { addComment } from './comments.ts';
export { likePost } from './likes.ts';

type Page = { viewerId: number } & PageQuery;

/**
 * Loads concurrently requested pages with as few statements as possible. Each page has its own promise, so a slow
 * batch does not delay another.
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
 * Return a full page of all posts, newest first, without players in a block relation with the viewer.
 * @throws AppError invalid for a malformed cursor.
 */
export async function listPosts(
  site: Site,
  { viewerId, cursor, limit }: Page,
): Promise<{ items: Post[]; nextCursor: string | null }> {
  const isFirst = cursor === undefined && limit <= LIMITS.feed.page;
  const posts =
    (isFirst ? await firstPageCacheOf(site).read(viewerId) : undefined) ??
    (await readPage(site, { viewerId, beforeId: decodeIdCursor(cursor), limit: limit + 1 }));
  return toPage(posts, limit, encodeIdCursor);
}

/**
 * Return a post.
 * @throws AppError notFound if it does not exist or is hidden by a block.
 */
export async function getPost(
  db: DbOrTx,
  site: Site,
  { id, viewerId }: { id: number; viewerId: number },
): Promise<Post> {
  const post = await postById(db, site, id, viewerId);
  if (!post) throw new AppError('notFound', FEED_ERRORS.postNotFound);
  return post;
}

/**
 * Create a post of text and at most one of: the author's own photo, a GIF, a YouTube video. Notify mentioned
 * players and everyone outside a block relation with the author.
 * @throws AppError invalid with a text for each invalid field; newAccountLimit.
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
    const post = await getPost(tx, site, { id, viewerId: user.id });
    firstPageCacheOf(site).invalidateAfterCommit(tx);
    site.realtime.broadcast(tx, 'feed:newPost', post, { about: user.id });
    await notifyMentionedInPost(tx, site, {
      text: draft.text,
      user,
      authorId: user.id,
      postId: id,
      in: 'post',
    });
    await completeQuest(tx, site, [user.id], 'post');
    return post;
  });
}

/**
 * Delete a post with its likes, comments and notifications.
 * @throws AppError notFound; forbidden unless the caller is its author or staff.
 */
export async function removePost(
  db: DbOrTx,
  site: Site,
  { id, viewer }: { id: number; viewer: Viewer },
): Promise<void> {
  await transaction(db, async (tx) => {
    const post = await lockPost(tx, id, viewer.id);
    if (!post || (post.hidden && !isStaff(viewer))) throw new AppError('notFound', FEED_ERRORS.postNotFound);
    if (!mayDelete(viewer, post.authorId)) throw new AppError('forbidden');
    const before = await deletePost(tx, id);
    if (viewer.id !== post.authorId)
      await recordAudit(tx, site, {
        kind: 'post.delete',
        actorId: viewer.id,
        targetId: post.authorId,
        subject: `post ${id}`,
        before,
      });
    await onPostDeleted(tx, site, id);
  });
}

/** Delete a removed post's notifications, invalidate the cache and broadcast the deletion. */
async function onPostDeleted(tx: Tx, site: Site, id: number): Promise<void> {
  await deletePostNotifications(tx, site, id);
  firstPageCacheOf(site).invalidateAfterCommit(tx);
  // Also across a block: the id reveals nothing, and players who saw the post before the block still show it.
  site.realtime.broadcast(tx, 'feed:deleted', { id });
}

/** Remove a photo from posts before it is deleted. Posts without other content are deleted. */
export async function removePhotoFromPosts(tx: Tx, site: Site, photoId: number): Promise<void> {
  firstPageCacheOf(site).invalidateAfterCommit(tx);
  for (const id of await deletePostsOfPhoto(tx, photoId)) await onPostDeleted(tx, site, id);
}
