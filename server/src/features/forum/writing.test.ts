import { LIMITS } from '@rivalhold/shared/limits.ts';
import { FORUM_ERRORS } from '@rivalhold/shared/texts/forum.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { type TestPlayer, useTestApp } from '../../testing/app.ts';
import { query } from '../../testing/queries.ts';
import { block, notificationsOf } from '../blocks/testing.ts';
import { createStaff } from '../moderation/testing.ts';
import {
  counterErrors,
  createReply,
  createThread,
  edit,
  firstCategoryId,
  lastAuditEntry,
  like,
  remove,
  requestReply,
  requestThread,
  threadOf,
} from './testing.ts';

const GIF = 'https://media1.giphy.com/media/abc/giphy.gif';
const { title: TITLE, body: BODY } = LIMITS.forum;

const app = useTestApp();
let author: TestPlayer;
let other: TestPlayer;
let third: TestPlayer;
let categoryId: number;
beforeAll(async () => {
  [author, other, third] = [await app.player(), await app.player(), await app.player()];
  categoryId = await firstCategoryId(author);
});
afterAll(async () => {
  expect(await counterErrors(app.site.db)).toEqual([]);
});

describe('a thread', () => {
  it('is returned with cleaned-up texts and its opening post', async () => {
    const { status, body } = await requestThread(author, {
      title: '  Fire \n\r\n and\u202e  oil\u2066 ',
      body: ' One\n\ntwo ',
      categoryId,
    });
    expect(status).toBe(201);
    const at = app.clock.now().toISOString();
    const person = { id: author.id, username: author.username, avatarUrl: null, level: 1 };
    expect(body).toEqual({
      thread: {
        id: body.thread.id,
        title: 'Fire and  oil',
        body: 'One\n\ntwo',
        categoryId,
        author: person,
        postCount: 1,
        createdAt: at,
        updatedAt: at,
        deletedAt: null,
      },
      post: {
        id: body.post.id,
        threadId: body.thread.id,
        userId: author.id,
        body: 'One\n\ntwo',
        links: false,
        images: [],
        position: 1,
        likeCount: 0,
        liked: false,
        author: person,
        createdAt: at,
        editedAt: null,
      },
    });
    const read = await threadOf(other, body.thread.id);
    expect(read.body).toEqual({ thread: body.thread, posts: [body.post], total: 1, page: 1, size: 50 });
  });

  it.each([
    ['an empty title', { title: ' \u200b\u202e ' }, { title: FORUM_ERRORS.titleEmpty }],
    ['a title over the limit', { title: 'x'.repeat(TITLE + 1) }, { title: FORUM_ERRORS.titleTooLong }],
    ['an empty body', { body: '\n\u2800\u00ad' }, { body: FORUM_ERRORS.bodyEmpty }],
    ['a body over the limit', { body: 'x'.repeat(BODY + 1) }, { body: FORUM_ERRORS.bodyTooLong }],
    ['an unknown category', { categoryId: 9_999 }, { categoryId: FORUM_ERRORS.category }],
    [
      'an empty title and body',
      { title: '', body: '' },
      { title: FORUM_ERRORS.titleEmpty, body: FORUM_ERRORS.bodyEmpty },
    ],
  ])('is rejected if it has %s', async (_, sent, errors) => {
    const { status, body } = await requestThread(author, { categoryId, ...sent });
    expect([status, body.errors]).toEqual([400, errors]);
  });

  it('can have texts of the maximum length, and markup in them stays unchanged', async () => {
    const sent = {
      title: '<script>alert(1)</script>“x”'.padEnd(TITLE, '%'),
      body: '<img src=x>'.repeat(909),
    };
    const { body } = await requestThread(author, { categoryId, ...sent });
    expect(body.thread).toMatchObject(sent);
    expect(sent.body.length).toBeLessThanOrEqual(BODY);
  });

  it('is created once for concurrent requests with the same idempotency key', async () => {
    const headers = { 'idempotency-key': 'double' };
    const title = 'Only once';
    const answers = await Promise.all(
      [1, 2].map(() => requestThread(author, { categoryId, title }, headers)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, expect.any(Number)]);
    const again = await requestThread(author, { categoryId, title }, headers);
    expect(again.body.thread.id).toBe(answers.find(({ status }) => status === 201)?.body.thread.id);
    expect(await query(app.site.db, sql`select 1 from forum_threads where title = ${title}`)).toHaveLength(1);
  });
});

describe('a reply', () => {
  it('gets the next position, updates its thread and notifies the thread’s author', async () => {
    const { id } = await createThread(author, categoryId, { title: 'Asked' });
    app.clock.advance(60_000);
    const first = await requestReply(other, id, ' First ');
    expect([first.status, first.body.post.position, first.body.post.body]).toEqual([201, 2, 'First']);
    const second = await createReply(third, id);
    await createReply(author, id);
    const { thread, total } = (await threadOf(other, id)).body;
    expect([thread.postCount, total, thread.updatedAt]).toEqual([4, 4, app.clock.now().toISOString()]);
    const received = (await notificationsOf(author)).filter(({ data }) =>
      data.link.startsWith(`/forum?thread=${id}`),
    );
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({
      type: 'comment',
      text: `${third.username} replied to your thread “Asked”.`,
      data: { link: `/forum?thread=${id}&post=${second}`, unreadCount: 2, actorName: third.username },
    });
  });

  it('is rejected if it is empty, too long or for an unknown thread', async () => {
    const { id } = await createThread(author, categoryId);
    const texts = [
      ['\u200b', FORUM_ERRORS.bodyEmpty],
      ['x'.repeat(BODY + 1), FORUM_ERRORS.bodyTooLong],
    ] as const;
    for (const [text, error] of texts)
      expect((await requestReply(other, id, text)).body.errors).toEqual({ body: error });
    expect((await requestReply(other, 99_999)).status).toBe(404);
  });

  it('is created once for retries with the same idempotency key', async () => {
    const { id } = await createThread(author, categoryId);
    const headers = { 'idempotency-key': 'reply' };
    const [one, again] = [
      await requestReply(other, id, 'Once', headers),
      await requestReply(other, id, 'Once', headers),
    ];
    expect(again.body).toEqual(one.body);
    expect((await threadOf(author, id)).body.posts).toHaveLength(2);
  });

  it('notifies each mentioned player once', async () => {
    const [blocked, named] = [await app.player(), await app.player()];
    await block(blocked, other);
    const { id } = await createThread(author, categoryId);
    const postId = await createReply(
      other,
      id,
      `@${named.username} @${blocked.username} @${author.username} @${other.username}`,
    );
    expect(await notificationsOf(named)).toMatchObject([
      {
        type: 'system',
        text: `${other.username} mentioned you in a forum post.`,
        data: { link: `/forum?thread=${id}&post=${postId}` },
      },
    ]);
    expect(await notificationsOf(blocked)).toEqual([]);
    expect(await notificationsOf(other)).toEqual([]);
    const of = (await notificationsOf(author)).filter(({ data }) =>
      data.link.startsWith(`/forum?thread=${id}&`),
    );
    expect(of.map(({ type }) => type)).toEqual(['comment']);
  });
});

it('an image URL on its own line in a forum post is shown as a picture', async () => {
  const far = 'http://pictures.example/a.png?b=c';
  const { id } = await createThread(author, categoryId, {
    body: `Look\n${GIF}\n ${far} \n${far}\nand https://a.example/b.png`,
  });
  const post = (await threadOf(other, id)).body.posts[0];
  expect(post?.images.map(({ url }) => url)).toEqual([GIF, far]);
  expect(post?.images[0]?.src).toBe(GIF);
  const src = post?.images[1]?.src ?? '';
  expect(src).toMatch(/^\/media\/outside\?/);
  expect(new URLSearchParams(src.split('?')[1]).get('url')).toBe(far);
  expect((await threadOf(third, id)).body.posts[0]?.images).toEqual(post?.images);
});

describe('an edit', () => {
  it('is allowed only for the author, and sets the time of the edit', async () => {
    const { id, postId } = await createThread(author, categoryId);
    const replyId = await createReply(other, id, 'Tpyo');
    app.clock.advance(1_000);
    const { status, body } = await edit(other, replyId, ' Typo ');
    expect([status, body.post.body, body.post.editedAt]).toEqual([
      200,
      'Typo',
      app.clock.now().toISOString(),
    ]);
    const moderator = await createStaff(app, 'moderator');
    for (const [player, post] of [
      [author, replyId],
      [other, postId],
      [moderator, replyId],
    ] as const)
      expect((await edit(player, post, 'Mine')).status).toBe(403);
    expect((await edit(other, replyId, ' ')).body.errors).toEqual({ body: FORUM_ERRORS.bodyEmpty });
    await remove(author, postId);
    expect((await edit(other, replyId, 'Too late')).status).toBe(404);
    expect((await edit(other, 99_999, 'Nowhere')).status).toBe(404);
  });
});

describe('deletion', () => {
  it('deleting a reply keeps the positions of the other replies', async () => {
    const { id } = await createThread(author, categoryId);
    const before = app.clock.now().toISOString();
    const mention = `@${other.username}`;
    const [two, three] = [await createReply(other, id), await createReply(third, id, mention)];
    app.clock.advance(1_000);
    const four = await createReply(other, id);
    await like(author, three);
    expect((await remove(other, three)).status).toBe(403);
    expect((await remove(third, three)).body).toEqual({ deleted: 'post' });
    expect((await remove(third, three)).status).toBe(404);
    expect(await notificationsOf(third)).toEqual([]);
    const received = async (player: TestPlayer) =>
      (await notificationsOf(player))
        .map(({ data }) => data.link)
        .filter((link) => `${link}&`.startsWith(`/forum?thread=${id}&`));
    // Notifications with a link to another post stay.
    expect([await received(other), await received(author)]).toEqual([
      [],
      [`/forum?thread=${id}&post=${four}`],
    ]);
    const { body } = await threadOf(author, id);
    expect(body.posts.map(({ position }) => position)).toEqual([1, 2, 4]);
    expect([body.total, body.thread.postCount]).toEqual([4, 3]);
    await remove(other, four);
    // The merged notification is also about the reply `two`, which still exists. Therefore, it now links to
    // the thread.
    expect(await received(author)).toEqual([`/forum?thread=${id}`]);
    expect((await threadOf(author, id)).body.thread.updatedAt).toBe(before);
    await remove(other, two);
    expect(await received(author)).toEqual([]);
    expect((await requestReply(other, id)).body.post.position).toBe(5);
  });

  it('deleting another player’s post is recorded in the audit log with its text', async () => {
    const moderator = await createStaff(app, 'moderator');
    const { id, postId } = await createThread(author, categoryId, { title: 'Rude', body: '<b>You</b>' });
    const own = await createReply(moderator, id);
    const replyId = await createReply(other, id, 'So are you');
    expect((await remove(moderator, replyId)).body).toEqual({ deleted: 'post' });
    const act = { kind: 'forumPost.delete', actor_id: moderator.id, target_id: other.id, after: null };
    expect(await lastAuditEntry(app.site.db)).toEqual({
      ...act,
      subject: `forum post ${replyId}`,
      before: 'So are you',
    });
    await remove(moderator, own);
    expect(await lastAuditEntry(app.site.db)).toMatchObject(act);
    expect((await remove(moderator, postId)).body).toEqual({ deleted: 'thread' });
    expect(await lastAuditEntry(app.site.db)).toMatchObject({
      kind: 'thread.delete',
      subject: `thread ${id}`,
      before: 'Rude\n\n<b>You</b>',
      target_id: author.id,
    });
  });
});

describe('likes', () => {
  it('count each player once, and can be removed', async () => {
    const { postId } = await createThread(author, categoryId);
    expect((await like(other, postId)).body).toEqual({ liked: true, likeCount: 1 });
    expect((await like(other, postId)).body).toEqual({ liked: true, likeCount: 1 });
    expect((await like(author, postId)).body).toEqual({ liked: true, likeCount: 2 });
    const of = (await notificationsOf(author)).filter(({ type }) => type === 'like');
    expect(of).toMatchObject([{ data: { unreadCount: 1, actorName: other.username } }]);
    expect((await like(other, postId, false)).body).toEqual({ liked: false, likeCount: 1 });
    expect((await like(other, postId, false)).body).toEqual({ liked: false, likeCount: 1 });
    expect((await like(other, 99_999)).status).toBe(404);
  });
});
