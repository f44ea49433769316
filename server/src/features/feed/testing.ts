import type { feed } from '@rivalhold/shared/contract/feed.ts';
import { type DbOrTx, sql } from '../../platform/db/db.ts';
import type { CallOptions, TestPlayer } from '../../testing/app.ts';
import { type CasesOf, ofTheirs, PUBLIC } from '../../testing/cases.ts';
import { queryOne } from '../../testing/queries.ts';
import { isHiddenSql } from '../hidden-content/service.ts';

type PostBody = { body?: string; imageUrl?: string; youtubeUrl?: string; gifUrl?: string };

/** The URL of a GIF from the GIF provider. */
export const GIF = 'https://media1.giphy.com/media/abc/giphy.gif';
/** The id of a YouTube video. */
export const VIDEO = 'dQw4w9WgXcQ';

/** Send a request to create a post. */
export const post = (player: TestPlayer, body: string | PostBody, headers: CallOptions['headers'] = {}) =>
  player.call('POST /api/feed', { body: typeof body === 'string' ? { body } : body, headers });
/** Create a post and return its id. */
export const createPost = async (player: TestPlayer, body: string | PostBody = 'A word'): Promise<number> =>
  (await post(player, body)).body.post.id;
/** Request a page of the feed. */
export const listFeed = (player: TestPlayer, query: CallOptions['query'] = {}) =>
  player.call('GET /api/feed', { query });
/** Request a post. */
export const postOf = (player: TestPlayer, id: number) =>
  player.call('GET /api/feed/{id}', { params: { id } });
/** Send a request to delete a post. */
export const removePost = (player: TestPlayer, id: number) =>
  player.call('DELETE /api/feed/{id}', { params: { id } });
/** Send a request to like a post. */
export const like = (player: TestPlayer, id: number) =>
  player.call('POST /api/feed/{id}/like', { params: { id } });
/** Send a request to remove a like. */
export const unlike = (player: TestPlayer, id: number) =>
  player.call('DELETE /api/feed/{id}/like', { params: { id } });
/** Request the players who like a post. */
export const likersOf = (player: TestPlayer, postId: number, query: CallOptions['query'] = {}) =>
  player.call('GET /api/likes/{postId}/likers', { params: { postId }, query });
/** Send a request to comment on a post. */
export const comment = (
  player: TestPlayer,
  id: number,
  body: string | PostBody = 'Well said',
  headers: CallOptions['headers'] = {},
) =>
  player.call('POST /api/feed/{id}/comments', {
    params: { id },
    body: typeof body === 'string' ? { body } : body,
    headers,
  });
/** Request a page of the comments on a post. */
export const commentsOf = (player: TestPlayer, id: number, query: CallOptions['query'] = {}) =>
  player.call('GET /api/feed/{id}/comments', { params: { id }, query });
/** Send a request to delete a comment. */
export const removeComment = (player: TestPlayer, id: number, commentId: number) =>
  player.call('DELETE /api/feed/{id}/comments/{commentId}', { params: { id, commentId } });

/**
 * Return the differences between the counters of a post and the actual numbers of likes and visible comments.
 * Both differences are 0 if the counters are correct.
 */
export const counterErrors = (db: DbOrTx, id: number) =>
  queryOne<{ likes: number; comments: number }>(
    db,
    sql`select like_count - (select count(*)::integer from post_likes where post_id = ${id}) as likes,
            comment_count - (select count(*)::integer from post_comments where post_id = ${id}
              and not ${isHiddenSql('comment', sql`post_comments.id`)}) as comments
     from posts where id = ${id}`,
  );

/** @public Used by the tests of all routes and events. See `testing/cases.ts`. */
export const cases: CasesOf<typeof feed> = {
  routes: {
    'GET /api/feed': {},
    'GET /api/feed/{id}': { call: ofTheirs('post'), acrossBlock: 404, owner: PUBLIC },
    'GET /api/feed/{id}/comments': { call: ofTheirs('post'), acrossBlock: 404, owner: PUBLIC },
    'GET /api/likes/{postId}/likers': {
      call: ({ theirs }) => ({ params: { postId: theirs.post } }),
      acrossBlock: 404,
      owner: PUBLIC,
    },
    'POST /api/feed': {
      requiresUnmuted: true,
      call: ({ other }) => ({ body: { body: `How rich is @${other.username}?` } }),
    },
    'POST /api/feed/{id}/like': { call: ofTheirs('post'), acrossBlock: 404, owner: PUBLIC },
    'DELETE /api/feed/{id}/like': { call: ofTheirs('post'), acrossBlock: 404, owner: PUBLIC },
    'POST /api/feed/{id}/comments': {
      requiresUnmuted: true,
      call: ofTheirs('post', { body: { body: 'hello' } }),
      acrossBlock: 404,
      owner: PUBLIC,
    },
    'DELETE /api/feed/{id}/comments/{commentId}': {
      call: ({ theirs }) => ({ params: { id: theirs.post, commentId: theirs.postComment } }),
      acrossBlock: 404,
      owner: {
        others: 403,
        staff: 'moderator',
        make: async ({ owner, otherPlayer }) => {
          const id = await createPost(otherPlayer);
          const { body } = await comment(owner, id);
          return { params: { id, commentId: body.comment.id } };
        },
      },
    },
    'DELETE /api/feed/{id}': {
      call: ofTheirs('post'),
      acrossBlock: 404,
      owner: {
        others: 403,
        staff: 'moderator',
        make: async ({ owner }) => ({ params: { id: await createPost(owner) } }),
      },
    },
  },
  clientEvents: {
    // The specification names this event. The server ignores it, because it broadcasts posts itself.
    'feed:newPost': {
      payload: ({ other }) => ({ id: 1, author: { id: other.id } }),
      acrossBlock: null,
      owner: null,
    },
  },
  fill: async ({ owner }) => {
    await post(owner, { gifUrl: GIF });
    await post(owner, { youtubeUrl: `https://youtu.be/${VIDEO}` });
  },
};
