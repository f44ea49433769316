import { beforeAll, describe, expect, it } from 'vitest';
import { emitRaw, firstEvent, nextEvent, type TestPlayer, useTestApp } from '../../testing/app.ts';
import { block } from '../blocks/testing.ts';
import { createStaff } from '../moderation/testing.ts';
import {
  createReply,
  createThread,
  edit,
  firstCategoryId,
  like,
  remove,
  requestReply,
  restore,
} from './testing.ts';

const GIF = 'https://media1.giphy.com/media/abc/giphy.gif';

const app = useTestApp();
let author: TestPlayer;
let other: TestPlayer;
let third: TestPlayer;
let categoryId: number;
beforeAll(async () => {
  [author, other, third] = [await app.player(), await app.player(), await app.player()];
  categoryId = await firstCategoryId(author);
});

describe('forum events', () => {
  const watch = async (player: TestPlayer, threadId: number | null) => {
    const socket = await player.socket();
    expect(await emitRaw(socket, 'forum:watch', { threadId })).toMatchObject({ ok: true });
    return socket;
  };

  it('reach players who watch the thread', async () => {
    const [one, another] = [await createThread(author, categoryId), await createThread(author, categoryId)];
    const moderator = await createStaff(app);
    const watcher = await watch(third, one.id);
    const events: string[] = [];
    watcher.onAny((event: string) => event.startsWith('forum:') && events.push(event));
    await createReply(other, another.id);
    const posted = nextEvent(watcher, 'forum:post');
    const { post } = (await requestReply(other, one.id, GIF)).body;
    expect(await posted).toEqual(post);
    await like(other, post.id);
    const edited = nextEvent(watcher, 'forum:edited');
    await edit(other, post.id, 'Changed');
    expect(await edited).toMatchObject({ id: post.id, body: 'Changed', liked: false, likeCount: 1 });
    await remove(other, post.id);
    await remove(moderator, one.postId);
    await restore(moderator, one.id);
    await expect
      .poll(() => events)
      .toEqual(['forum:post', 'forum:edited', 'forum:deleted', 'forum:deleted', 'forum:restored']);
    expect(await firstEvent(watcher, 'forum:deleted')).toEqual({
      id: post.id,
      threadId: one.id,
      deleted: 'post',
    });
  });

  it('skip replies hidden by a block, and stop when the player stops watching the thread', async () => {
    const [blocker, quiet] = [await app.player(), await app.player()];
    const { id } = await createThread(author, categoryId);
    const hidden = await createThread(blocker, categoryId);
    const socket = await watch(quiet, id);
    const events: unknown[] = [];
    socket.on('forum:post', (post) => events.push(post.body));
    await block(blocker, quiet);
    expect(await emitRaw(socket, 'forum:watch', { threadId: hidden.id })).toMatchObject({
      ok: false,
      code: 'notFound',
    });
    await createReply(blocker, id, 'Not for you');
    await createReply(other, id, 'For all');
    await expect.poll(() => events).toEqual(['For all']);
    const others = await watch(third, id);
    await emitRaw(socket, 'forum:watch', { threadId: null });
    const received = nextEvent(others, 'forum:post');
    await createReply(other, id, 'After');
    await received;
    expect(events).toEqual(['For all']);
  });
});
