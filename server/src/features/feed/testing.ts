import { type DbOrTx, runOne } from '../../platform/db/db.ts';
import type { CallOptions, TestPlayer } from '../../testing/app.ts';

type PostBody = { body?: string; imageUrl?: string; youtubeUrl?: string; gifUrl?: string };

export const GIF = 'https://media1.giphy.com/media/abc/giphy.gif';
export const VIDEO = 'dQw4w9WgXcQ';

export const post = (player: TestPlayer, body: string | PostBody, headers: CallOptions['headers'] = {}) =>
  player.call('POST /api/feed', { body: typeof body === 'string' ? { body } : body, headers });
/** Posts; answers the post's id. */
export const posted = async (player: TestPlayer, body: string | PostBody = 'A word'): Promise<number> =>
  (await post(player, body)).body.post.id;
export const feedOf = (player: TestPlayer, query: CallOptions['query'] = {}) =>
  player.call('GET /api/feed', { query });
export const postOf = (player: TestPlayer, id: number) =>
  player.call('GET /api/feed/{id}', { params: { id } });
export const removePost = (player: TestPlayer, id: number) =>
  player.call('DELETE /api/feed/{id}', { params: { id } });
export const like = (player: TestPlayer, id: number) =>
  player.call('POST /api/feed/{id}/like', { params: { id } });
export const unlike = (player: TestPlayer, id: number) =>
  player.call('DELETE /api/feed/{id}/like', { params: { id } });
export const likersOf = (player: TestPlayer, postId: number, query: CallOptions['query'] = {}) =>
  player.call('GET /api/likes/{postId}/likers', { params: { postId }, query });
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
export const commentsOf = (player: TestPlayer, id: number, query: CallOptions['query'] = {}) =>
  player.call('GET /api/feed/{id}/comments', { params: { id }, query });
export const removeComment = (player: TestPlayer, id: number, commentId: number) =>
  player.call('DELETE /api/feed/{id}/comments/{commentId}', { params: { id, commentId } });

/** How far the counters of a post are from the rows they count: 0 and 0. */
export const countersOff = (db: DbOrTx, id: number) =>
  runOne<{ likes: number; comments: number }>(
    db,
    `select likes_count - (select count(*)::integer from post_likes where post_id = $1) as likes,
            comments_count - (select count(*)::integer from post_comments where post_id = $1) as comments
     from posts where id = $1`,
    [id],
  );
