import Type, { type Static } from 'typebox';
import { FORUM_SORTS } from '../forum/sorts.ts';
import { LIMITS } from '../limits.ts';
import { SEARCH_MAX } from '../search.ts';
import { StaffReason } from './decisions.ts';
import { PlayerRef } from './profiles.ts';
import { type Contract, closedObject, Id, idParams, Nullable, Time, withDefault } from './schema.ts';

export type ForumSort = (typeof FORUM_SORTS)[number];

export const ForumCategory = Type.Object({
  id: Id,
  slug: Type.String(),
  title: Type.String(),
  description: Type.String(),
  threadCount: Type.Integer(),
});
export type ForumCategory = Static<typeof ForumCategory>;

export const ForumThread = Type.Object({
  id: Id,
  title: Type.String(),
  /** Text of the opening post; in a list, only its beginning. */
  body: Type.String(),
  categoryId: Id,
  author: PlayerRef,
  /** Number of posts, including the opening post. */
  postCount: Type.Integer(),
  createdAt: Time,
  /** Time of the last post. */
  updatedAt: Time,
  /** Set if the thread is deleted. Only staff can see a deleted thread, and only while it can be restored. */
  deletedAt: Nullable(Time),
  /**
   * True if reports have hidden the opening post from everyone except its author and staff. The whole thread is then
   * hidden, too.
   */
  hidden: Type.Optional(Type.Boolean()),
});
export type ForumThread = Static<typeof ForumThread>;

/**
 * An image in a body. `url` is the URL as written in the body, and `src` is the URL from which the browser loads the
 * image.
 */
export const ForumImage = Type.Object({ url: Type.String(), src: Type.String() });
export type ForumImage = Static<typeof ForumImage>;

export const ForumPost = Type.Object({
  id: Id,
  threadId: Id,
  userId: Id,
  /** Empty if the post is hidden from the viewer. */
  body: Type.String(),
  /** True if URLs in the body are clickable. False while the author's account is new. */
  links: Type.Boolean(),
  images: Type.Array(ForumImage),
  /** Position in the thread: 1 for the opening post. It does not change when other posts are deleted. */
  position: Type.Integer({ minimum: 1 }),
  likeCount: Type.Integer(),
  liked: Type.Boolean(),
  author: PlayerRef,
  createdAt: Time,
  editedAt: Nullable(Time),
  /** True if reports have hidden the text from everyone except the author and staff. */
  hidden: Type.Optional(Type.Boolean()),
});
export type ForumPost = Static<typeof ForumPost>;

const Text = Type.String({ maxLength: 20_000 });
const Short = Type.String({ maxLength: 2_000 });
const pageQuery = (size: number, max: number) => ({
  page: withDefault(Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 })),
  size: withDefault(Type.Integer({ minimum: 1, maximum: max, default: size })),
});
const Paged = { total: Type.Integer(), page: Type.Integer(), size: Type.Integer() };

export const forum = {
  routes: {
    'GET /api/forum-categories': {
      access: 'player',
      reply: Type.Array(ForumCategory),
      summary: 'The forum categories with their thread counts.',
    },
    'POST /api/forum-categories': {
      access: 'moderator',
      requiresUnmuted: true,
      status: 201,
      idempotent: true,
      body: Type.Object(
        { slug: Short, title: Short, description: Type.Optional(Nullable(Short)) },
        closedObject,
      ),
      reply: Type.Object({ category: ForumCategory }),
      summary: 'Adds a category.',
    },
    'PATCH /api/forum-categories/{id}': {
      access: 'moderator',
      requiresUnmuted: true,
      params: idParams('id'),
      body: Type.Object(
        {
          slug: Type.Optional(Nullable(Short)),
          title: Type.Optional(Nullable(Short)),
          description: Type.Optional(Nullable(Short)),
        },
        closedObject,
      ),
      reply: Type.Object({ category: ForumCategory }),
      summary: 'Changes the given fields of a category.',
    },
    'DELETE /api/forum-categories/{id}': {
      access: 'admin',
      stepUp: true,
      params: idParams('id'),
      query: Type.Object({ moveTo: Type.Optional(Id) }),
      reply: Type.Object({ deleted: Type.Literal('category') }),
      summary: 'Deletes a category; 409 if it has threads, unless they are moved to another category.',
    },
    'GET /api/forum-threads': {
      access: 'player',
      query: Type.Object({
        search: Type.Optional(Type.String({ maxLength: SEARCH_MAX })),
        categoryId: Type.Optional(Id),
        sort: withDefault(Type.Enum([...FORUM_SORTS], { default: 'updated' })),
        ...pageQuery(LIMITS.forum.threadsPage, 50),
      }),
      reply: Type.Object({ threads: Type.Array(ForumThread), ...Paged }),
      summary: 'A page of threads; a search counts at most 1,000 threads.',
    },
    'GET /api/forum-threads/{id}': {
      access: 'player',
      params: idParams('id'),
      query: Type.Object({
        ...pageQuery(LIMITS.forum.postsPage, 100),
        /**
         * Id of a post. If it is set, the route returns the page that contains this post, and ignores the page number.
         */
        post: Type.Optional(Id),
      }),
      reply: Type.Object({ thread: ForumThread, posts: Type.Array(ForumPost), ...Paged }),
      summary:
        'A thread with a page of its posts; `total` is the last position, which determines the number of pages.',
    },
    'POST /api/forum-threads': {
      access: 'player',
      requiresUnmuted: true,
      status: 201,
      idempotent: true,
      body: Type.Object({ title: Short, body: Text, categoryId: Id }, closedObject),
      reply: Type.Object({ thread: ForumThread, post: ForumPost }),
      summary: 'Starts a thread.',
    },
    'POST /api/forum-threads/{id}/restore': {
      access: 'moderator',
      params: idParams('id'),
      reply: Type.Object({ thread: ForumThread }),
      summary: 'Restores a thread that was deleted less than 30 days ago.',
    },
    'POST /api/forum-posts': {
      access: 'player',
      requiresUnmuted: true,
      status: 201,
      idempotent: true,
      body: Type.Object({ threadId: Id, body: Text }, closedObject),
      reply: Type.Object({ post: ForumPost }),
      summary: 'Replies to a thread.',
    },
    'PATCH /api/forum-posts/{id}': {
      access: 'player',
      requiresUnmuted: true,
      params: idParams('id'),
      body: Type.Object({ body: Text }, closedObject),
      reply: Type.Object({ post: ForumPost }),
      summary: "Edits the caller's post.",
    },
    'DELETE /api/forum-posts/{id}': {
      access: 'player',
      params: idParams('id'),
      body: StaffReason,
      reply: Type.Object({ deleted: Type.Union([Type.Literal('thread'), Type.Literal('post')]) }),
      summary:
        'Deletes a post. Only its author and staff can do this. Deleting the opening post deletes the thread.',
    },
    'POST /api/forum-likes': {
      access: 'player',
      body: Type.Object({ postId: Id, like: Type.Boolean() }, closedObject),
      reply: Type.Object({ liked: Type.Boolean(), likeCount: Type.Integer() }),
      summary: 'Likes or unlikes a post; repeating the request is not an error.',
    },
  },
  clientEvents: {
    /** Subscribe to this thread, and unsubscribe from any other thread. If `threadId` is null, only unsubscribe. */
    'forum:watch': { payload: Type.Object({ threadId: Nullable(Id) }), reply: Type.Object({}) },
  },
  serverEvents: {
    /** Sent to subscribers of the thread. */
    'forum:post': ForumPost,
    /** A post was edited, hidden or shown again. */
    'forum:edited': ForumPost,
    'forum:deleted': Type.Object({
      id: Id,
      threadId: Id,
      deleted: Type.Union([Type.Literal('thread'), Type.Literal('post')]),
    }),
    /** A thread or reply was restored, or a thread was hidden or shown again. The client must reload the thread. */
    'forum:restored': Type.Object({ threadId: Id }),
  },
} as const satisfies Contract;
