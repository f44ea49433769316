import type { PostCounts } from '@rivalhold/shared/contract/feed.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { FEED_ERRORS as TEXTS } from '@rivalhold/shared/texts/feed.ts';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { waitFor } from '../../../../scripts/testing/wait-for.ts';
import { sql, type Tx } from '../../platform/db/db.ts';
import type { Site } from '../../platform/site.ts';
import { type TestPlayer, useTestApp } from '../../testing/app.ts';
import { query } from '../../testing/queries.ts';
import { block, notificationsOf } from '../blocks/testing.ts';
import { createStaff } from '../moderation/testing.ts';
import { markPostChanged, stopBroadcasting } from './count-broadcast.ts';
import {
  comment,
  commentsOf,
  counterErrors,
  createPost,
  GIF,
  like,
  likersOf,
  postOf,
  removeComment,
  unlike,
} from './testing.ts';

const app = useTestApp();
let author: TestPlayer;
let other: TestPlayer;
let blocked: TestPlayer;
beforeAll(async () => {
  [author, other, blocked] = [await app.player(), await app.player(), await app.player()];
  await block(author, blocked);
});

const NONE = 999_999;

describe('a like', () => {
  it('can be added and removed', async () => {
    const id = await createPost(author);
    const answers = [await like(other, id), await like(other, id), await like(author, id)];
    answers.push(await unlike(other, id), await unlike(other, id));
    expect(answers.map(({ status, body }) => [status, body.liked, body.likesCount])).toEqual([
      [200, true, 1],
      [200, true, 1],
      [200, true, 2],
      [200, false, 1],
      [200, false, 1],
    ]);
    expect((await postOf(author, id)).body.post).toMatchObject({ likes: 1, liked: true });
    expect((await postOf(other, id)).body.post).toMatchObject({ likes: 1, liked: false });
  });

  it('counts once if a player likes a post several times concurrently', async () => {
    const id = await createPost(author);
    await Promise.all(Array.from({ length: 6 }, () => like(other, id)));
    expect((await postOf(other, id)).body.post.likes).toBe(1);
    await Promise.all(Array.from({ length: 6 }, () => unlike(other, id)));
    expect((await postOf(other, id)).body.post.likes).toBe(0);
  });

  it('is rejected as “not found” if the post does not exist or a block hides it', async () => {
    const id = await createPost(author);
    for (const act of [like, unlike, likersOf])
      for (const [player, which] of [
        [other, NONE],
        [blocked, id],
      ] as const) {
        const { status, body } = await act(player, which);
        expect([status, body.message]).toEqual([404, TEXTS.postNotFound]);
      }
  });

  it('creates at most one notification per post', async () => {
    const [writer, third] = [await app.player(), await app.player()];
    const id = await createPost(writer);
    for (let times = 0; times < 5; times++) {
      await like(other, id);
      await unlike(other, id);
    }
    await like(writer, id);
    await like(third, id);
    expect(await notificationsOf(writer)).toMatchObject([
      {
        type: 'like',
        text: `${third.username} likes your post.`,
        data: { actorId: third.id, postId: id, unreadCount: 1, link: `/dashboard#post-${id}` },
      },
    ]);
  });

  it('adds its player to the list of likers, latest first', async () => {
    const id = await createPost(author);
    const players = await Promise.all(Array.from({ length: 8 }, () => app.player()));
    for (const player of players) await like(player, id);
    const latest = players.toReversed().map((player) => player.id);
    const few = (await likersOf(other, id)).body;
    expect([few.total, few.users.map((user) => user.id)]).toEqual([8, latest.slice(0, LIMITS.feed.likers)]);
    const many = (await likersOf(other, id, { limit: LIMITS.feed.likersShown })).body;
    expect(many.users.map((user) => user.id)).toEqual(latest);
    expect(many.users[0]).toEqual({
      id: latest[0],
      username: players.at(-1)?.username,
      avatarUrl: null,
      level: 1,
    });
    await block(other, players[7] as TestPlayer);
    expect((await likersOf(other, id)).body.users[0]?.id).toBe(latest[1]);
    expect((await likersOf(other, await createPost(author))).body).toEqual({ total: 0, users: [] });
  });
});

describe('a comment', () => {
  it('contains its text, its author and optionally a GIF', async () => {
    const id = await createPost(author);
    const { status, body } = await comment(other, id, { body: ' Well said ', gifUrl: GIF });
    expect([status, body.commentsCount]).toEqual([201, 1]);
    expect(body.comment).toEqual({
      id: expect.any(Number),
      text: 'Well said',
      links: false,
      gifUrl: GIF,
      author: { id: other.id, username: other.username, avatarUrl: null, level: 1 },
      createdAt: app.clock.now().toISOString(),
    });
    expect((await commentsOf(author, id)).body).toEqual({ comments: [body.comment], nextCursor: null });
    expect((await postOf(author, id)).body.post).toMatchObject({
      commentsCount: 1,
      comments: [body.comment],
    });
  });

  const long = 'x'.repeat(LIMITS.comment);
  it.each([
    ['no content', {}, { body: 'Write something first.' }],
    ['only spaces', { body: '  ', gifUrl: GIF }, { body: 'Write something first.' }],
    ['text over the limit', { body: `${long}y` }, { body: 'Use at most 1,000 characters' }],
    [
      'a GIF from another host',
      { body: 'x', gifUrl: 'https://example.com/a.gif' },
      { gifUrl: 'Invalid GIF. Choose another one.' },
    ],
  ])('is rejected with an error for each invalid field if it has %s', async (_, body, errors) => {
    const answer = await comment(other, await createPost(author), body);
    expect([answer.status, answer.body.errors]).toEqual([400, errors]);
  });

  it('is rejected as “not found” if the post does not exist or a block hides it', async () => {
    const id = await createPost(author);
    for (const answer of [
      await comment(other, NONE),
      await comment(blocked, id),
      await commentsOf(other, NONE),
      await commentsOf(blocked, id),
    ])
      expect([answer.status, answer.body.message]).toEqual([404, TEXTS.postNotFound]);
  });

  it('is created once for retries with the same idempotency key', async () => {
    const id = await createPost(author);
    const answers = [];
    for (let times = 0; times < 3; times++)
      answers.push((await comment(other, id, 'Once', { 'idempotency-key': 'comment-once' })).body);
    expect(answers[2]).toEqual(answers[0]);
    expect((await postOf(other, id)).body.post.commentsCount).toBe(1);
  });

  it('is listed exactly once across pages while other comments are added', async () => {
    const id = await createPost(author);
    const said: string[] = [];
    for (let n = 0; n < 7; n++) said.unshift((await comment(other, id, `Word ${n}`)).body.comment.text);
    const read: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body }: Awaited<ReturnType<typeof commentsOf>> = await commentsOf(author, id, {
        limit: 3,
        ...(cursor && { cursor }),
      });
      read.push(...body.comments.map(({ text }) => text));
      cursor = body.nextCursor;
      await comment(author, id, 'Meanwhile');
    }
    expect(read).toEqual(said);
    expect((await commentsOf(author, id, { cursor: 'x' })).status).toBe(400);
  });

  it('is left out of lists if its author is blocked', async () => {
    const [reader, hidden] = [await app.player(), await app.player()];
    const id = await createPost(author);
    for (const player of [other, hidden, other, hidden]) await comment(player, id, player.username);
    await block(reader, hidden);
    const texts = [other.username, other.username];
    expect((await commentsOf(reader, id)).body.comments.map(({ text }) => text)).toEqual(texts);
    expect((await postOf(reader, id)).body.post.comments.map(({ text }) => text)).toEqual(texts);
    const { body } = await reader.call('GET /api/feed', { query: { limit: 1 } });
    expect(body.items[0]?.comments.map(({ text }) => text)).toEqual(texts);
  });

  it('shares one notification with other comments on the post until all of them are deleted', async () => {
    const writer = await app.player();
    const id = await createPost(writer);
    await comment(writer, id);
    expect(await notificationsOf(writer)).toEqual([]);
    const first = await comment(other, id);
    const second = await comment(author, id);
    expect(await notificationsOf(writer)).toMatchObject([
      {
        type: 'comment',
        text: `${author.username} commented on your post.`,
        data: { postId: id, unreadCount: 2, link: `/dashboard#post-${id}` },
      },
    ]);
    const { body } = await commentsOf(writer, id);
    for (const said of [first.body.comment, second.body.comment, body.comments[2]])
      await removeComment(writer.id === said?.author.id ? writer : await admin(), id, said?.id as number);
    expect(await notificationsOf(writer)).toEqual([]);
  });

  const admin = () => createStaff(app, 'admin');

  it('can be deleted only by its author, a moderator or an admin', async () => {
    const id = await createPost(author);
    const mine = async () => (await comment(other, id)).body.comment.id;
    const one = await mine();
    const refused = await removeComment(author, id, one);
    expect(refused.status).toBe(403);
    for (const [actor, which] of [
      [other, one],
      [await createStaff(app), await mine()],
      [await admin(), await mine()],
    ] as const) {
      const { status, body } = await removeComment(actor, id, which);
      expect([status, body.deleted]).toEqual([200, 'comment']);
      expect((await removeComment(actor, id, which)).status).toBe(404);
    }
    expect((await removeComment(blocked, id, await mine())).status).toBe(404);
    const elsewhere = await removeComment(other, await createPost(author), await mine());
    expect([elsewhere.status, elsewhere.body.message]).toEqual([404, TEXTS.commentNotFound]);
    expect(await counterErrors(app.site.db, id)).toEqual({ likes: 0, comments: 0 });
  });
});

describe('the counts of a post', () => {
  it('are broadcast to all players except those separated from the author by a block', async () => {
    const [writer, reader, hidden] = [await app.player(), await app.player(), await app.player()];
    await block(writer, hidden);
    const [socket, deaf] = [await reader.socket(), await hidden.socket()];
    const events: PostCounts[] = [];
    const missed: PostCounts[] = [];
    const [id, others] = [await createPost(writer), await createPost(reader)];
    socket.on('feed:counts', ({ posts }) => events.push(...posts));
    deaf.on('feed:counts', ({ posts }) => missed.push(...posts));
    const of = (received: PostCounts[], post: number) => received.filter((one) => one.id === post);
    await like(reader, id);
    await waitFor(() => expect(of(events, id)).toEqual([{ id, likes: 1, commentsCount: 0 }]));
    for (let times = 0; times < 3; times++) await comment(reader, id);
    await like(writer, others);
    await like(writer, id);
    const counts = { id: others, likes: 1, commentsCount: 0 };
    for (const received of [events, missed])
      await waitFor(() => expect(of(received, others)).toEqual([counts]));
    await waitFor(() => expect(of(events, id).at(-1)).toEqual({ id, likes: 2, commentsCount: 3 }));
    expect(of(missed, id)).toEqual([]);
  });

  it('are broadcast immediately, and then at most once every two seconds', async () => {
    const id = await createPost(author);
    const received: unknown[] = [];
    const realtime = {
      hasListeners: () => true,
      broadcastVolatile: (...all: unknown[]) => received.push(all[1]),
    };
    const site = { ...app.site, realtime: realtime as unknown as Site['realtime'], instances: new Map() };
    const change = () => markPostChanged({ afterCommit: (act: () => void) => act() } as Tx, site, id);
    const waitForBroadcasts = async (times: number) => {
      while (received.length < times) await new Promise(setImmediate);
    };
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      change();
      await waitForBroadcasts(1);
      for (let times = 0; times < 5; times++) change();
      vi.advanceTimersByTime(LIMITS.feed.countsIntervalMs - 1);
      await query(app.site.db, sql`select 1`);
      expect(received).toHaveLength(1);
      vi.advanceTimersByTime(1);
      await waitForBroadcasts(2);
      vi.advanceTimersByTime(3 * LIMITS.feed.countsIntervalMs);
      await stopBroadcasting(site);
      expect(received).toMatchObject(Array(2).fill({ posts: [{ id, likes: 0, commentsCount: 0 }] }));
    } finally {
      vi.useRealTimers();
    }
  });
});
