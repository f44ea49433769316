import type { Post } from '@rivalhold/shared/contract/feed.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { isStaff, mayDelete, type Viewer } from '@rivalhold/shared/roles.ts';
import { FEED_REFUSALS } from '@rivalhold/shared/texts/feed.ts';
import { Together } from '../../platform/concurrency/batch-loader.ts';
import { type DbOrTx, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError, invalidFields } from '../../platform/errors.ts';
import { cutPage, type PageQuery, readIdCursor, writeIdCursor } from '../../platform/http/cursor.ts';
import type { Written } from '../../platform/http/routes.ts';
import { onePerSite, type Site } from '../../platform/site.ts';
import { record } from '../audit/service.ts';
import { dropOfPost } from '../notifications/service.ts';
import { ownPhoto } from '../profiles/service.ts';
import { questDone } from '../quests/service.ts';
import { headOf, type Posts } from './head.ts';
import { tellMentionedInPost } from './mentions.ts';
import { draftOf, type SentPost } from './policy.ts';
import {
  type AskedPage,
  deletePost,
  deletePostsOfPhoto,
  insertPost,
  lockPost,
  MOST_TOGETHER,
  postById,
  postPages,
} from './queries.ts';

export { addComment } from './comments.ts';
export { likePost } from './likes.ts';

type Page = { viewerId: number } & PageQuery;

/** The newest posts where that is what a page asks for, and no block changes them. */
async function newest(site: Site, { viewerId, cursor, limit }: Page) {
  return cursor === undefined && limit <= LIMITS.feed.page ? headOf(site).read(viewerId) : undefined;
}

/** All other pages: those that are asked for at the same time are read by one statement, as long as they are not too many. */
const pagesOf = onePerSite(
  ({ db }) =>
    new Together(async (asked: AskedPage[]) => {
      const answers = new Map<AskedPage, Promise<Post[] | undefined>>();
      for (let first = 0; first < asked.length; first += MOST_TOGETHER) {
        const together = asked.slice(first, first + MOST_TOGETHER);
        const pages = postPages(db, together);
        for (const [n, one] of together.entries())
          answers.set(
            one,
            pages.then((read) => read[n]),
          );
      }
      await Promise.allSettled(answers.values());
      return answers;
    }),
);

async function readPosts(site: Site, { viewerId, cursor, limit }: Page): Promise<Posts> {
  const asked = { viewerId, beforeId: readIdCursor(cursor), limit: limit + 1 };
  const found = await (await pagesOf(site).ask(asked)).get(asked);
  if (!found) throw new Error('A page was asked for and not read.');
  return cutPage(found, limit, writeIdCursor);
}

/**
 * A page of everybody's posts, newest first, without those of players in a block relation with the viewer; as many as
 * asked for as long as there are more.
 * @throws AppError invalid for a foreign cursor.
 */
export async function listPosts(site: Site, page: Page): Promise<Posts> {
  const seen = await newest(site, page);
  return seen ? seen.list(page.limit) : readPosts(site, page);
}

/** The same, written already where it was written for others before. */
export async function answerPosts(site: Site, page: Page): Promise<Posts | Written> {
  const seen = await newest(site, page);
  return seen ? seen.written(page.limit) : readPosts(site, page);
}

/** @throws AppError notFound for a post that is not there or hidden by a block. */
export async function getPost(db: DbOrTx, { id, viewerId }: { id: number; viewerId: number }): Promise<Post> {
  const post = await postById(db, id, viewerId);
  if (!post) throw new AppError('notFound', FEED_REFUSALS.postGone);
  return post;
}

/**
 * Posts a text, and one photo of the author's own, GIF or YouTube video at most; tells everybody outside a block
 * relation with the author, and whom the text mentions.
 * @throws AppError invalid with a text for each field at fault.
 */
export async function addPost(
  db: DbOrTx,
  site: Site,
  { user, ...sent }: { user: { id: number; username: string } } & SentPost,
): Promise<Post> {
  const { imageUrl, ...draft } = draftOf(sent, site.config.giphyApiBase);
  return transaction(db, async (tx) => {
    const photoId = imageUrl === null ? null : await ownPhoto(tx, user.id, imageUrl);
    if (photoId === undefined) throw invalidFields({ imageUrl: FEED_REFUSALS.photo });
    const id = await insertPost(tx, { ...draft, userId: user.id, photoId, at: site.clock.now() });
    const post = await getPost(tx, { id, viewerId: user.id });
    headOf(site).changed(tx);
    site.realtime.emitToAll(tx, 'feed:newPost', post, { about: user.id });
    await tellMentionedInPost(tx, site, {
      text: draft.text,
      user,
      authorId: user.id,
      postId: id,
      in: 'post',
    });
    await questDone(tx, site, [user.id], 'post');
    return post;
  });
}

/**
 * Deletes a post with its likes, its comments and the notifications about it.
 * @throws AppError notFound, forbidden for who is neither its author nor staff.
 */
export async function removePost(
  db: DbOrTx,
  site: Site,
  { id, viewer }: { id: number; viewer: Viewer },
): Promise<void> {
  await transaction(db, async (tx) => {
    const post = await lockPost(tx, id, viewer.id);
    if (!post || (post.hidden && !isStaff(viewer))) throw new AppError('notFound', FEED_REFUSALS.postGone);
    if (!mayDelete(viewer, post.authorId)) throw new AppError('forbidden');
    const before = await deletePost(tx, id);
    if (viewer.id !== post.authorId)
      await record(tx, site, {
        kind: 'post.delete',
        actorId: viewer.id,
        targetId: post.authorId,
        subject: `post ${id}`,
        before,
      });
    await postIsGone(tx, site, id);
  });
}

async function postIsGone(tx: Tx, site: Site, id: number): Promise<void> {
  await dropOfPost(tx, site, id);
  headOf(site).changed(tx);
  // Also across a block: the id says nothing, and who saw it before the block has it on the screen.
  site.realtime.emitToAll(tx, 'feed:deleted', { id });
}

/** To be called before a photo is deleted: the posts that show it go on without it, those that show nothing else go. */
export async function removePhotoFromPosts(tx: Tx, site: Site, photoId: number): Promise<void> {
  headOf(site).changed(tx);
  for (const id of await deletePostsOfPhoto(tx, photoId)) await postIsGone(tx, site, id);
}
