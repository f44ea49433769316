import { LIMITS } from '@rivalhold/shared/limits.ts';
import { FEED_ERRORS as TEXTS } from '@rivalhold/shared/texts/feed.ts';
import { youtubeWatchUrl } from '@rivalhold/shared/youtube.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { raw, sql } from '../../platform/db/db.ts';
import { createTestApp, nextEvent, type TestPlayer, useTestApp } from '../../testing/app.ts';
import { query } from '../../testing/queries.ts';
import { block, notificationsOf } from '../blocks/testing.ts';
import { createStaff } from '../moderation/testing.ts';
import { addPhoto } from '../photos/testing.ts';
import { comment, createPost, GIF, like, listFeed, post, postOf, removePost, VIDEO } from './testing.ts';

const app = useTestApp();
let me: TestPlayer;
let other: TestPlayer;
beforeAll(async () => {
  [me, other] = [await app.player(), await app.player()];
});

const rowsOf = async (table: string, id: number) =>
  (await query(app.site.db, sql`select 1 from ${raw(table)} where post_id = ${id}`)).length;

describe('a post', () => {
  it('contains its trimmed text, and at first has no media, likes or comments', async () => {
    const answer = await post(me, '  Up at dawn.\n\nWho spars?  ');
    expect(answer.status).toBe(201);
    expect(answer.body.post).toEqual({
      id: expect.any(Number),
      text: 'Up at dawn.\n\nWho spars?',
      links: false,
      imageUrl: null,
      imageWidth: null,
      imageHeight: null,
      gifUrl: null,
      youtubeId: null,
      author: { id: me.id, username: me.username, avatarUrl: null, level: 1 },
      likes: 0,
      liked: false,
      commentsCount: 0,
      comments: [],
      createdAt: app.clock.now().toISOString(),
    });
    expect((await postOf(other, answer.body.post.id)).body.post).toEqual(answer.body.post);
  });

  it('can contain one of the author’s photos, a GIF or a video', async () => {
    const { imageUrl, width, height } = await addPhoto(me);
    const kinds = [
      await post(me, { imageUrl }),
      await post(me, { body: 'Look', gifUrl: GIF }),
      await post(me, { youtubeUrl: `youtu.be/${VIDEO}` }),
      await post(me, { youtubeUrl: youtubeWatchUrl(VIDEO), imageUrl: '', gifUrl: '  ' }),
    ];
    expect(kinds.map(({ body }) => body.post)).toMatchObject([
      { text: '', imageUrl, imageWidth: width, imageHeight: height, gifUrl: null, youtubeId: null },
      { text: 'Look', imageUrl: null, gifUrl: GIF, youtubeId: null },
      { imageUrl: null, gifUrl: null, youtubeId: VIDEO },
      { youtubeId: VIDEO },
    ]);
  });

  const long = 'x'.repeat(LIMITS.feed.text);
  it.each([
    ['no content', {}, { body: TEXTS.empty }],
    ['only spaces', { body: ' \n ', imageUrl: '' }, { body: TEXTS.empty }],
    ['only nulls', { body: null, imageUrl: null, gifUrl: null, youtubeUrl: null }, { body: TEXTS.empty }],
    ['text over the limit', { body: `${long}y` }, { body: 'Use at most 2,000 characters' }],
    ['two kinds of media', { gifUrl: GIF, youtubeUrl: `youtu.be/${VIDEO}` }, { media: TEXTS.oneMedium }],
    ['three kinds of media', { imageUrl: '/x', gifUrl: GIF, youtubeUrl: 'x' }, { media: TEXTS.oneMedium }],
    [
      'a video from another site',
      { youtubeUrl: 'https://vimeo.com/1234' },
      { youtubeUrl: 'Invalid YouTube URL' },
    ],
    [
      'a URL without a video',
      { youtubeUrl: 'https://www.youtube.com/watch' },
      { youtubeUrl: 'Invalid YouTube URL' },
    ],
    ['a GIF from another host', { gifUrl: 'https://example.com/a.gif' }, { gifUrl: TEXTS.gif }],
    ['a GIF over http', { gifUrl: GIF.replace('https', 'http') }, { gifUrl: TEXTS.gif }],
    ['an unknown photo', { imageUrl: '/media/photos/none.webp' }, { imageUrl: TEXTS.photo }],
    ['a photo from another site', { imageUrl: 'https://example.com/a.webp' }, { imageUrl: TEXTS.photo }],
    ['two invalid fields', { body: `${long}y`, gifUrl: 'x' }, { body: TEXTS.tooLong, gifUrl: TEXTS.gif }],
  ])('is rejected with an error for each invalid field if it has %s', async (_, body, errors) => {
    const answer = await me.call('POST /api/feed', { body });
    expect([answer.status, answer.body.errors]).toEqual([400, errors]);
    expect(answer.body.message).toBe(Object.values(errors)[0]);
  });

  it('can have text of the maximum length, but not another player’s photo', async () => {
    expect((await post(me, ` ${long} `)).body.post.text).toHaveLength(LIMITS.feed.text);
    const { imageUrl } = await addPhoto(other);
    const stolen = await post(me, { imageUrl });
    expect([stolen.status, stolen.body.errors]).toEqual([400, { imageUrl: TEXTS.photo }]);
  });

  it('is created once for requests with the same idempotency key', async () => {
    const key = { 'idempotency-key': 'post-once' };
    const answers = await Promise.all([post(me, 'Once', key), post(me, 'Once', key)]);
    const again = await post(me, 'Once', key);
    const made = [...answers, again].filter(({ status }) => status === 201).map(({ body }) => body.post.id);
    expect(new Set(made).size).toBe(1);
    const { body } = await listFeed(me, { limit: 50 });
    expect(body.items.filter(({ text }) => text === 'Once')).toHaveLength(1);
  });

  it('is broadcast to all players except those separated from the author by a block', async () => {
    const [blocked, third] = [await app.player(), await app.player()];
    await block(me, blocked);
    const sockets = await Promise.all([me.socket(), third.socket(), blocked.socket()]);
    const events: unknown[] = [];
    sockets[2]?.on('feed:newPost', (received) => events.push(received));
    const received = [nextEvent(sockets[0], 'feed:newPost'), nextEvent(sockets[1], 'feed:newPost')];
    const { body } = await post(me, 'Hear me');
    expect(await Promise.all(received)).toEqual([body.post, body.post]);
    const last = nextEvent(sockets[2], 'feed:newPost');
    await post(third, 'And me');
    expect(await last).toMatchObject({ text: 'And me' });
    expect(events).toHaveLength(1);
  });

  it('cannot be broadcast by a client', async () => {
    const [from, to] = [await me.socket(), await other.socket()];
    const events: unknown[] = [];
    to.on('feed:newPost', (received) => events.push(received));
    expect(await from.emitWithAck('feed:newPost', { id: 7, text: 'forged' })).toEqual({ ok: true });
    const real = nextEvent(to, 'feed:newPost');
    await post(me, 'real');
    await real;
    expect(events).toMatchObject([{ text: 'real' }]);
  });

  it('is rejected if its author has created ten posts in the last minute', async () => {
    const limited = await createTestApp({ env: { RATE_LIMITS: 'on' } });
    const player = await limited.player();
    const statuses = [];
    for (let times = 0; times < 11; times++) statuses.push((await post(player, 'again')).status);
    expect(statuses).toEqual([...Array(10).fill(201), 429]);
    await limited.close();
  });
});

describe('a mention', () => {
  const mentionsOf = async (player: TestPlayer, id: number) =>
    (await notificationsOf(player)).filter(({ type, data }) => type === 'system' && data.postId === id);

  it('shares one notification with other mentions in the post and its comments', async () => {
    const [named, author] = [await app.player(), await app.player()];
    const id = await createPost(author, `Hail @${named.username.toUpperCase()}, and @${named.username}!`);
    expect(await mentionsOf(named, id)).toMatchObject([
      {
        text: `${author.username} mentioned you in a post.`,
        data: { actorId: author.id, postId: id, unreadCount: 1, link: `/dashboard#post-${id}` },
      },
    ]);
    await comment(me, id, `As @${named.username} said.`);
    expect(await mentionsOf(named, id)).toMatchObject([
      { text: `${me.username} mentioned you in a comment.`, data: { unreadCount: 2 } },
    ]);
  });

  it('does not notify its writer, the post’s author, or a player who has blocked this author', async () => {
    const [writer, author, named] = [await app.player(), await app.player(), await app.player()];
    await block(named, author);
    const own = await createPost(author, `@${author.username} @nobody.here @${named.username}`);
    await comment(writer, own, `@${named.username} @${author.username} @${writer.username}`);
    for (const player of [writer, author, named]) expect(await mentionsOf(player, own)).toEqual([]);
  });

  it('notifies only the first ten players mentioned in a text', async () => {
    const names = await Promise.all(Array.from({ length: 12 }, () => app.player()));
    const id = await createPost(me, names.map(({ username }) => `@${username}`).join(' '));
    const received = await Promise.all(names.map((player) => mentionsOf(player, id)));
    expect(received.map(({ length }) => length)).toEqual([...Array(10).fill(1), 0, 0]);
  });
});

describe('deleting a post', () => {
  it.each(['author', 'moderator', 'admin'] as const)(
    'also deletes its likes, comments and notifications (by the %s)',
    async (role) => {
      const [author, named] = [await app.player(), await app.player()];
      const id = await createPost(author, `With @${named.username}`);
      const kept = await createPost(author, `Kept, with @${named.username}`);
      for (const one of [id, kept]) {
        await like(other, one);
        await comment(other, one);
      }
      const socket = await other.socket();
      const received = nextEvent(socket, 'feed:deleted');
      const answer = await removePost(role === 'author' ? author : await createStaff(app, role), id);
      expect([answer.status, answer.body]).toEqual([200, { deleted: 'post' }]);
      expect(await received).toEqual({ id });
      for (const table of ['post_likes', 'post_comments', 'notifications']) {
        expect([table, await rowsOf(table, id)]).toEqual([table, 0]);
        expect(await rowsOf(table, kept)).toBeGreaterThan(0);
      }
      expect((await postOf(author, kept)).body.post).toMatchObject({ likes: 1, commentsCount: 1 });
      expect((await removePost(author, id)).status).toBe(404);
      expect((await listFeed(author, { limit: 50 })).body.items.map((item) => item.id)).not.toContain(id);
    },
  );

  it('is forbidden for other players, but allowed for staff even if the author has blocked them', async () => {
    const author = await app.player();
    const id = await createPost(author);
    expect((await removePost(other, id)).status).toBe(403);
    const [blocked, moderator] = [await app.player(), await createStaff(app, 'moderator')];
    await block(author, blocked);
    await block(author, moderator);
    expect((await removePost(blocked, id)).status).toBe(404);
    expect((await postOf(blocked, id)).status).toBe(404);
    expect((await removePost(moderator, id)).status).toBe(200);
  });
});

describe('deleting a photo', () => {
  const removePhoto = (player: TestPlayer, id: number) =>
    player.call('DELETE /api/photos/{id}', { params: { id } });

  it('removes the photo from posts, and deletes posts left without content', async () => {
    const author = await app.player();
    const [photo, another] = [await addPhoto(author), await addPhoto(author)];
    const words = await createPost(author, { body: 'With words', imageUrl: photo.imageUrl });
    const bare = await createPost(author, { imageUrl: photo.imageUrl });
    const untouched = await createPost(author, { imageUrl: another.imageUrl });
    await like(other, bare);
    const received = nextEvent(await other.socket(), 'feed:deleted');
    expect((await removePhoto(author, photo.id)).status).toBe(200);
    expect(await received).toEqual({ id: bare });
    const left = (await listFeed(author)).body.items.filter((item) => item.author.id === author.id);
    expect(left.map(({ id, imageUrl }) => [id, imageUrl])).toEqual([
      [untouched, another.imageUrl],
      [words, null],
    ]);
    expect(await notificationsOf(author)).toEqual([]);
  });

  it('leaves no empty post if a post with the photo is created concurrently', async () => {
    const author = await app.player();
    for (let round = 0; round < 5; round++) {
      const { id, imageUrl } = await addPhoto(author);
      await Promise.all([post(author, { imageUrl }), removePhoto(author, id), post(author, { imageUrl })]);
    }
    const empty = await query(
      app.site.db,
      sql`select 1 from posts where text = '' and num_nonnulls(photo_id, gif_url, youtube_id) = 0`,
    );
    expect(empty).toEqual([]);
  });
});
