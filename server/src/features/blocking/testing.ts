import { run } from '../../platform/db/db.ts';
import type { TestApp, TestPlayer } from '../../testing/app.ts';
import { layClips } from '../clips/testing.ts';
import { fightOut, open, setCharacter } from '../combat/testing.ts';
import { anyCategory, replied, started } from '../forum/testing.ts';

export const block = (player: TestPlayer, other: { id: number }) =>
  player.call('POST /api/blocks/{userId}', { params: { userId: other.id } });
export const unblock = (player: TestPlayer, other: { id: number }) =>
  player.call('DELETE /api/blocks/{userId}', { params: { userId: other.id } });

const COMMENTS = '/api/profiles/{id}/status/comments';
export const comment = async (player: TestPlayer, onto: { id: number }) =>
  (await player.call(`POST ${COMMENTS}`, { params: { id: onto.id }, body: { body: 'Well met' } })).body
    .comment;
export const commentsOf = (player: TestPlayer, onto: { id: number }) =>
  player.call(`GET ${COMMENTS}`, { params: { id: onto.id } });
const commentPost = (player: TestPlayer, id: number) =>
  player.call('POST /api/feed/{id}/comments', { params: { id }, body: { body: 'Well said' } });
export const askFriend = (player: TestPlayer, other: { id: number }) =>
  player.call('POST /api/friend-requests/{userId}', { params: { userId: other.id } });
export const unreadOf = async (player: TestPlayer) =>
  (await player.call('GET /api/notifications', { query: { limit: 50 } })).body.items;

/** What each of two players, and a third, had done before a block came between the two. */
export type World = {
  app: TestApp;
  photoOf: Map<number, number>;
  /** A comment by each of the two on the profile of the third. */
  commentOn: Map<number, number>;
  /** A fight that is over of each of the two with the third. */
  fightOf: Map<number, number>;
  /** A post of each of the three, with a comment by themselves. */
  postOf: Map<number, number>;
  postCommentOf: Map<number, number>;
  /** A thread of each of the three, and a reply of each of the two in that of the third. */
  threadOf: Map<number, { id: number; postId: number }>;
  replyOf: Map<number, number>;
  /** A clip of each of the two. */
  clipOf: Map<number, number>;
  third: TestPlayer;
};

export async function makeWorld(app: TestApp, pair: readonly TestPlayer[]): Promise<World> {
  const third = await app.player();
  const world: World = {
    app,
    third,
    photoOf: new Map(),
    commentOn: new Map(),
    fightOf: new Map(),
    postOf: new Map(),
    postCommentOf: new Map(),
    threadOf: new Map(),
    replyOf: new Map(),
    clipOf: new Map(),
  };
  const category = await anyCategory(third);
  for (const player of [...pair, third]) {
    world.threadOf.set(player.id, await started(player, category, { title: `By ${player.username}` }));
    const { body } = await player.call('POST /api/feed', { body: { body: 'A post' } });
    world.postOf.set(player.id, body.post.id);
    const said = await commentPost(player, body.post.id);
    world.postCommentOf.set(player.id, said.body.comment.id);
  }
  for (const player of pair) {
    await commentPost(player, world.postOf.get(third.id) as number);
    const { id = 0 } = world.threadOf.get(third.id) ?? {};
    world.replyOf.set(player.id, await replied(player, id, `Says ${player.username}`));
  }
  for (const player of pair) {
    const [photo] = await run<{ id: number }>(
      app.site.db,
      `insert into photos (user_id, file_key, thumb_key, width, height, created_at)
       values ($1, 'photos/' || $1::bigint || '.webp', 'photos/' || $1::bigint || '-thumb.webp', 1, 1, now()) returning id`,
      [player.id],
    );
    const [clipId] = await layClips(app, [{ userId: player.id, endsInMs: 3_600_000 }]);
    world.clipOf.set(player.id, clipId as number);
    world.photoOf.set(player.id, photo?.id as number);
    world.commentOn.set(player.id, (await comment(player, third)).id);
    await setCharacter(app, player, { attack: 500, energy: 100 });
    const { body } = await open(player, third);
    await fightOut(app, player, third);
    world.fightOf.set(player.id, body.id);
  }
  return world;
}
