import { sendLobbyMessage } from '../features/chat/testing.ts';
import { insertClips } from '../features/clips/testing.ts';
import { fightToEnd, openFightOf, setCharacter } from '../features/combat/testing.ts';
import { sendDirectMessage } from '../features/dms/testing.ts';
import { comment as commentPost, createPost } from '../features/feed/testing.ts';
import { createReply, createThread, firstCategoryId } from '../features/forum/testing.ts';
import { createReport } from '../features/reports/testing.ts';
import { sql } from '../platform/db/db.ts';
import type { TestApp, TestPlayer } from './app.ts';
import type { ContentIds, Scene } from './cases.ts';
import { queryOne } from './queries.ts';

/** Create a scene for `me` and `other`. It has content of every kind that routes can refer to. */
export async function makeScene(app: TestApp, me: TestPlayer, other: TestPlayer): Promise<Scene> {
  const third = await app.player();
  const category = await firstCategoryId(third);
  const thread = (await createThread(third, category, { title: `By ${third.username}` })).id;
  const post = await createPost(third, 'A post');
  await commentPost(third, post, 'Well said');
  const thirdContent = { post, thread };
  const theirs = await createContent(app, { of: other, to: me, third, category, thirdContent });
  const mine = await createContent(app, { of: me, to: other, third, category, thirdContent });
  const { message } = await sendLobbyMessage(await other.socket(), 'Good evening');
  const report = await createReport(me, 'post', theirs.post);
  const { body } = await other.call('POST /api/friend-requests/{userId}', { params: { userId: me.id } });
  const { body: notices } = await me.call('GET /api/notifications');
  const notification = notices.items[0]?.id ?? 0;
  return {
    me,
    other,
    third,
    mine,
    theirs,
    thirdContent,
    request: body.request.id,
    lobbyMessage: message.id ?? 0,
    report,
    notification,
  };
}

/** Return the scene with the two players swapped. */
export const swapPlayers = (scene: Scene): Scene => ({
  ...scene,
  me: scene.other,
  other: scene.me,
  mine: scene.theirs,
  theirs: scene.mine,
});

async function createContent(
  app: TestApp,
  made: {
    of: TestPlayer;
    to: TestPlayer;
    third: TestPlayer;
    category: number;
    thirdContent: Scene['thirdContent'];
  },
): Promise<ContentIds> {
  const { of: player, to, third, category, thirdContent } = made;
  const thread = (await createThread(player, category, { title: `By ${player.username}` })).id;
  const post = await createPost(player, 'A post');
  const postComment = (await commentPost(player, post, 'Well said')).body.comment.id;
  await commentPost(player, thirdContent.post, 'Well said');
  const reply = await createReply(player, thirdContent.thread, `Says ${player.username}`);
  const photo = await queryOne<{ id: number }>(
    app.site.db,
    sql`insert into photos (user_id, file_key, thumb_key, width, height, created_at)
     values (${player.id}, ${`photos/${player.id}.webp`}, ${`photos/${player.id}-thumb.webp`}, 1, 1, now())
     returning id`,
  );
  const [clip = 0] = await insertClips(app, [{ userId: player.id, endsInMs: 3_600_000 }]);
  const { body: said } = await player.call('POST /api/profiles/{id}/status/comments', {
    params: { id: third.id },
    body: { body: 'Well met' },
  });
  await setCharacter(app, player, { attack: 500, energy: 100 });
  const { body: fight } = await openFightOf(player, third);
  await fightToEnd(app, player, third);
  const { message } = await sendDirectMessage(await player.socket(), player, to, 'hi');
  return {
    ...{ photo: photo.id, clip, post, postComment, profileComment: said.comment.id },
    ...{ thread, reply, fight: fight.id, message: message.id },
  };
}
