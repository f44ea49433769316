import Type, { type Static } from 'typebox';
import { LIMITS } from '../limits.ts';
import { StaffReason } from './decisions.ts';
import { PlayerRef } from './profiles.ts';
import {
  type Contract,
  closedObject,
  cursorQuery,
  Id,
  idParams,
  Nullable,
  page,
  Time,
  withDefault,
} from './schema.ts';

export const PostComment = Type.Object({
  id: Id,
  text: Type.String(),
  /** True if URLs in the text are clickable. False while the author's account is new. */
  links: Type.Boolean(),
  gifUrl: Nullable(Type.String()),
  author: PlayerRef,
  /** True if reports have hidden the comment from everyone except its author and staff. */
  hidden: Type.Optional(Type.Boolean()),
  createdAt: Time,
});
export type PostComment = Static<typeof PostComment>;

export const Post = Type.Object({
  id: Id,
  text: Type.String(),
  /** True if URLs in the text are clickable. False while the author's account is new. */
  links: Type.Boolean(),
  /** One of the author's own photos, with its size in pixels. */
  imageUrl: Nullable(Type.String()),
  imageWidth: Nullable(Type.Integer()),
  imageHeight: Nullable(Type.Integer()),
  gifUrl: Nullable(Type.String()),
  youtubeId: Nullable(Type.String()),
  author: PlayerRef,
  likes: Type.Integer(),
  liked: Type.Boolean(),
  commentsCount: Type.Integer(),
  /** The latest two comments, the older one first. */
  comments: Type.Array(PostComment),
  /** True if reports have hidden the post from everyone except its author and staff. */
  hidden: Type.Optional(Type.Boolean()),
  createdAt: Time,
});
export type Post = Static<typeof Post>;

const LikeState = Type.Object({ liked: Type.Boolean(), likesCount: Type.Integer() });
const Text = Type.Optional(Nullable(Type.String({ maxLength: 20_000 })));
const UrlText = Type.Optional(Nullable(Type.String({ maxLength: 500 })));

const PostCounts = Type.Object({ id: Id, likes: Type.Integer(), commentsCount: Type.Integer() });
export type PostCounts = Static<typeof PostCounts>;

export const feed = {
  routes: {
    'GET /api/feed': {
      access: 'player',
      query: Type.Object(cursorQuery(LIMITS.feed.page, 50)),
      reply: page(Post),
      summary: 'Posts of all players, newest first.',
    },
    'POST /api/feed': {
      access: 'player',
      requiresUnmuted: true,
      status: 201,
      idempotent: true,
      body: Type.Object(
        { body: Text, imageUrl: UrlText, youtubeUrl: UrlText, gifUrl: UrlText },
        closedObject,
      ),
      reply: Type.Object({ post: Post }),
      summary: 'Creates a post with text and at most one photo, GIF or YouTube video.',
    },
    'GET /api/feed/{id}': {
      access: 'player',
      params: idParams('id'),
      reply: Type.Object({ post: Post }),
      summary: 'A post by its id.',
    },
    'DELETE /api/feed/{id}': {
      access: 'player',
      params: idParams('id'),
      body: StaffReason,
      reply: Type.Object({ deleted: Type.Literal('post') }),
      summary: 'Deletes a post. Only its author and staff can do this.',
    },
    'POST /api/feed/{id}/like': {
      access: 'player',
      params: idParams('id'),
      reply: LikeState,
      summary: 'Likes a post; liking it twice is not an error.',
    },
    'DELETE /api/feed/{id}/like': {
      access: 'player',
      params: idParams('id'),
      reply: LikeState,
      summary: 'Removes a like.',
    },
    'GET /api/feed/{id}/comments': {
      access: 'player',
      params: idParams('id'),
      query: Type.Object(cursorQuery(LIMITS.commentsPage, 50)),
      reply: Type.Object({ comments: Type.Array(PostComment), nextCursor: Nullable(Type.String()) }),
      summary: 'Comments on a post, newest first.',
    },
    'POST /api/feed/{id}/comments': {
      access: 'player',
      requiresUnmuted: true,
      status: 201,
      idempotent: true,
      params: idParams('id'),
      body: Type.Object({ body: Text, gifUrl: UrlText }, closedObject),
      reply: Type.Object({ comment: PostComment, commentsCount: Type.Integer() }),
      summary: 'Adds a comment to a post.',
    },
    'DELETE /api/feed/{id}/comments/{commentId}': {
      access: 'player',
      params: Type.Object({ id: Id, commentId: Id }),
      body: StaffReason,
      reply: Type.Object({ deleted: Type.Literal('comment'), commentsCount: Type.Integer() }),
      summary: 'Deletes a comment. Only its author and staff can do this.',
    },
    'GET /api/likes/{postId}/likers': {
      access: 'player',
      params: idParams('postId'),
      query: Type.Object({
        limit: withDefault(Type.Integer({ minimum: 1, maximum: 50, default: LIMITS.feed.likers })),
      }),
      reply: Type.Object({ total: Type.Integer(), users: Type.Array(PlayerRef) }),
      summary: 'Players who liked a post, latest first.',
    },
  },
  clientEvents: {
    /** The server accepts and ignores this event, because the server itself announces new posts. */
    'feed:newPost': { payload: Type.Unknown(), reply: Type.Object({}) },
  },
  serverEvents: {
    'feed:newPost': Post,
    'feed:deleted': Type.Object({ id: Id }),
    /** Sent to the author of a post that was hidden or is shown again. */
    'feed:hidden': Type.Object({ id: Id, hidden: Type.Boolean() }),
    /** New counts of the posts that have changed, sent at most once every two seconds. */
    'feed:counts': Type.Object({
      posts: Type.Array(PostCounts),
    }),
  },
} as const satisfies Contract;
