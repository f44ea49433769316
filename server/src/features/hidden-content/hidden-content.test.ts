import type { ReportKind } from '@rivalhold/shared/contract/reports.ts';
import { NOTIFICATION_MESSAGES } from '@rivalhold/shared/texts/notification-messages.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { waitFor } from '../../../../scripts/testing/wait-for.ts';
import { queryExists, sql, transaction } from '../../platform/db/db.ts';
import { emitRaw, nextEvent, signUp, type TestPlayer, useTestApp } from '../../testing/app.ts';
import { makeTrusted } from '../account-standing/testing.ts';
import { answerOf, createAppeal } from '../appeals/testing.ts';
import { latestDecision } from '../decisions/testing.ts';
import {
  comment,
  commentsOf,
  createPost,
  counterErrors as feedCounterErrors,
  postOf,
  removeComment,
} from '../feed/testing.ts';
import {
  categoriesOf,
  counterErrors,
  createReply,
  createThread,
  edit,
  firstCategoryId,
  like,
  remove,
  requestReply,
  restore,
  threadOf,
  threadsOf,
} from '../forum/testing.ts';
import { createStaff } from '../moderation/testing.ts';
import { kindOf } from '../reports/kinds.ts';
import { createReport, performReportAction, report } from '../reports/testing.ts';

const app = useTestApp({ env: { TRUST_PROXY: '1' } });

let admin: TestPlayer;
let moderator: TestPlayer;
let one: TestPlayer;
let two: TestPlayer;
let author: TestPlayer;
let owner: TestPlayer;
let reader: TestPlayer;
beforeAll(async () => {
  [admin, moderator] = [await createStaff(app, 'admin'), await createStaff(app)];
});
beforeEach(async () => {
  [one, two] = [
    await signUp(app.url, undefined, { 'x-forwarded-for': '10.2.0.1' }),
    await signUp(app.url, undefined, { 'x-forwarded-for': '10.2.1.1' }),
  ];
  for (const player of [one, two]) await makeTrusted(app, player);
  [author, owner, reader] = [await signUp(app.url), await app.player(), await app.player()];
});

type Socket = Awaited<ReturnType<TestPlayer['socket']>>;
/** Return a list to which the payloads of an event are added as they arrive. */
function recordEvents(
  socket: Socket,
  event: 'feed:counts' | 'forum:edited' | 'forum:deleted' | 'notify:counts',
): unknown[] {
  const payloads: unknown[] = [];
  socket.on(event, (payload: unknown) => payloads.push(payload));
  return payloads;
}

const setHidden = (kind: ReportKind, id: number, hidden: boolean) =>
  transaction(app.site.db, (tx) => kindOf(app.site, kind).setHidden!(tx, app.site, { id, hidden, by: null }));
/** Let two trusted players report content, so that it is hidden. Return the id of the first report. */
async function hide(kind: ReportKind, id: number): Promise<number> {
  const reportId = await createReport(one, kind, id);
  await createReport(two, kind, id);
  expect(await isHidden(kind, id)).toBe(true);
  return reportId;
}
const isHidden = (kind: string, id: number) =>
  queryExists(app.site.db, sql`select 1 from hidden_content where kind = ${kind} and subject_id = ${id}`);
const resolve = (by: TestPlayer, id: number, outcome: string) =>
  performReportAction(by, id, { action: 'resolve', outcome });

/** Return the titles of a player's unread notifications. Check that the unread counts match them. */
async function noticesOf(player: TestPlayer): Promise<string[]> {
  const { items } = (await player.call('GET /api/notifications', { query: { limit: 50 } })).body;
  const counts = (await player.call('GET /api/notifications/unread-counts')).body;
  expect(counts.all).toBe(items.length);
  for (const [type, count] of Object.entries(counts.byType))
    expect(count).toBe(items.filter((item) => item.type === type).length);
  return items.map(({ title }) => title);
}
const MENTION = NOTIFICATION_MESSAGES.mention('', 'post').title;
const COMMENT = NOTIFICATION_MESSAGES.comment('').title;
const REPLY = NOTIFICATION_MESSAGES.forumReply('', '').title;
const LIKE = NOTIFICATION_MESSAGES.forumLike('').title;

describe('notifications about hidden content', () => {
  /** Hide content, and show it again. Expect the players' notifications about it to disappear and then to come back. */
  async function expectToDisappear(
    kind: ReportKind,
    id: number,
    notified: readonly (readonly [TestPlayer, string])[],
  ): Promise<void> {
    for (const [player, title] of notified) expect(await noticesOf(player)).toEqual([title]);
    const sockets = await Promise.all(notified.map(([player]) => player.socket()));
    // Check only the latest counts, because the counts sent when the notification was created can still arrive.
    const counts = sockets.map((socket) => recordEvents(socket, 'notify:counts'));
    await setHidden(kind, id, true);
    for (const received of counts) await waitFor(() => expect(received.at(-1)).toMatchObject({ all: 0 }));
    for (const [player] of notified) {
      expect(await noticesOf(player)).toEqual([]);
      await player.call('POST /api/notifications/mark-all-read');
    }
    await setHidden(kind, id, false);
    for (const received of counts) await waitFor(() => expect(received.at(-1)).toMatchObject({ all: 1 }));
    for (const [player, title] of notified) expect(await noticesOf(player)).toEqual([title]);
  }

  it('disappear while the post is hidden', async () => {
    const id = await createPost(author, `Buy, @${reader.username}`);
    await expectToDisappear('post', id, [[reader, MENTION]]);
  });

  it('disappear while the comment is hidden', async () => {
    const postId = await createPost(owner);
    const { id } = (await comment(author, postId, `Buy, @${reader.username}`)).body.comment;
    await expectToDisappear('comment', id, [
      [owner, COMMENT],
      [reader, MENTION],
    ]);
  });

  it('a notification about a comment disappears while its post is hidden', async () => {
    const postId = await createPost(author);
    await comment(owner, postId, `Look, @${reader.username}`);
    await expectToDisappear('post', postId, [[reader, MENTION]]);
    expect(await noticesOf(author)).toEqual([COMMENT]);
  });

  it('disappear while the profile comment is hidden', async () => {
    const { body } = await author.call('POST /api/profiles/{id}/status/comments', {
      params: { id: owner.id },
      body: { body: 'Buy' },
    });
    await expectToDisappear('profileComment', body.comment.id, [[owner, COMMENT]]);
  });

  it('disappear while the forum reply is hidden', async () => {
    const thread = await createThread(owner, await firstCategoryId(owner));
    const id = await createReply(author, thread.id, `Buy, @${reader.username}`);
    await expectToDisappear('forumPost', id, [
      [owner, REPLY],
      [reader, MENTION],
    ]);
  });

  it('notifications about a thread disappear while it is hidden', async () => {
    const thread = await createThread(author, await firstCategoryId(author), {
      body: `Buy, @${reader.username}`,
    });
    const other = await app.player();
    await createReply(author, thread.id, `Look, @${other.username}`);
    await createReply(author, thread.id, `Look again, @${other.username}`);
    await expectToDisappear('forumPost', thread.postId, [
      [reader, MENTION],
      [other, MENTION],
    ]);
  });

  it('do not prevent a notification about the next visible comment', async () => {
    const postId = await createPost(owner);
    const { id } = (await comment(author, postId, `Buy, @${reader.username}`)).body.comment;
    const reportId = await hide('comment', id);
    expect(await noticesOf(owner)).toEqual([]);
    const { body } = await comment(reader, postId, 'Fine');
    expect(await noticesOf(owner)).toEqual([COMMENT]);
    await resolve(moderator, reportId, 'delete');
    expect([await noticesOf(owner), await noticesOf(reader)]).toEqual([[COMMENT], []]);
    await removeComment(reader, postId, body.comment.id);
    expect(await noticesOf(owner)).toEqual([]);
  });
});

describe('a notification about visible content stays when later content is hidden', () => {
  /**
   * Hide content of the author, and let staff delete it. Expect the notifications about other content to
   * stay.
   */
  async function expectToStay(
    kind: ReportKind,
    id: number,
    notified: readonly (readonly [TestPlayer, string])[],
  ) {
    const reportId = await hide(kind, id);
    for (const [player, title] of notified) expect(await noticesOf(player)).toEqual([title]);
    await resolve(moderator, reportId, 'delete');
    for (const [player, title] of notified) expect(await noticesOf(player)).toEqual([title]);
  }

  it('on a post', async () => {
    const postId = await createPost(owner);
    const other = await app.player();
    await comment(other, postId, `Fine, @${reader.username}`);
    const { id } = (await comment(author, postId, `Buy, @${reader.username}`)).body.comment;
    await expectToStay('comment', id, [
      [owner, COMMENT],
      [reader, MENTION],
    ]);
  });

  it('in the forum', async () => {
    const thread = await createThread(owner, await firstCategoryId(owner));
    const other = await app.player();
    await createReply(other, thread.id, `Fine, @${reader.username}`);
    const id = await createReply(author, thread.id, `Buy, @${reader.username}`);
    await expectToStay('forumPost', id, [
      [owner, REPLY],
      [reader, MENTION],
    ]);
  });

  it('on a profile', async () => {
    const write = () =>
      author.call('POST /api/profiles/{id}/status/comments', {
        params: { id: owner.id },
        body: { body: 'Hm' },
      });
    await write();
    const { id } = (await write()).body.comment;
    await setHidden('profileComment', id, true);
    expect(await noticesOf(owner)).toEqual([COMMENT]);
  });
});

describe('a hidden comment on a post', () => {
  it('is not counted, and open pages receive the new count', async () => {
    const postId = await createPost(owner);
    await comment(reader, postId, 'Fine');
    const { id } = (await comment(author, postId, 'Buy')).body.comment;
    const countOf = async (viewer: TestPlayer) => (await postOf(viewer, postId)).body.post.commentsCount;
    const events = recordEvents(await reader.socket(), 'feed:counts');
    const expectCount = async (count: number) => {
      expect(await countOf(reader)).toBe(count);
      expect(await countOf(author)).toBe(count);
      expect((await commentsOf(reader, postId)).body.comments).toHaveLength(count);
      expect(await feedCounterErrors(app.site.db, postId)).toEqual({ likes: 0, comments: 0 });
    };
    for (const hidden of [true, false, true]) {
      expect(await setHidden('comment', id, hidden)).toBe(true);
      expect(await setHidden('comment', id, hidden)).toBe(false);
      await expectCount(hidden ? 1 : 2);
    }
    await waitFor(() =>
      expect(events.at(-1)).toMatchObject({
        posts: expect.arrayContaining([expect.objectContaining({ id: postId, commentsCount: 1 })]),
      }),
    );
    expect((await removeComment(moderator, postId, id)).body.commentsCount).toBe(1);
    await expectCount(1);
    expect(await isHidden('comment', id)).toBe(false);
    await answerOf(admin, await createAppeal(author), 'lifted');
    await expectCount(2);
  });

  it('is shown to its author and staff even if the post has no other comment', async () => {
    const postId = await createPost(owner);
    const { id } = (await comment(author, postId, 'Buy')).body.comment;
    await setHidden('comment', id, true);
    for (const viewer of [author, moderator])
      expect((await postOf(viewer, postId)).body.post).toMatchObject({
        commentsCount: 0,
        comments: [{ id, hidden: true }],
      });
    expect((await postOf(reader, postId)).body.post.comments).toEqual([]);
  });

  it('stays hidden and uncounted if its post is removed and restored', async () => {
    const postId = await createPost(owner);
    const { id } = (await comment(author, postId, 'Buy')).body.comment;
    await setHidden('comment', id, true);
    await moderator.call('DELETE /api/feed/{id}', { params: { id: postId } });
    await answerOf(admin, await createAppeal(owner), 'lifted');
    expect((await postOf(reader, postId)).body.post).toMatchObject({ commentsCount: 0, comments: [] });
  });
});

describe('a hidden reply in the forum', () => {
  let threadId: number;
  let id: number;
  beforeEach(async () => {
    ({ id: threadId } = await createThread(owner, await firstCategoryId(owner)));
    id = await createReply(author, threadId, 'Buy coins https://img.example/coins.png');
  });
  const seenBy = async (viewer: TestPlayer) =>
    (await threadOf(viewer, threadId)).body.posts.find((shown) => shown.id === id);
  const EMPTY = { body: '', images: [], hidden: true, position: 2 };

  it('shows its text only to its author and staff', async () => {
    const before = await seenBy(reader);
    const reportId = await hide('forumPost', id);
    for (const viewer of [author, moderator, admin])
      expect(await seenBy(viewer)).toEqual({ ...before, hidden: true });
    for (const viewer of [owner, reader, one]) expect(await seenBy(viewer)).toMatchObject(EMPTY);
    expect((await threadOf(reader, threadId, { post: id })).body.page).toBe(1);
    expect((await threadOf(reader, threadId)).body.thread).toMatchObject({ postCount: 2 });
    expect(await noticesOf(author)).toEqual([NOTIFICATION_MESSAGES.contentHidden('forumPost').title]);
    const guest = await fetch(`${app.url}/api/forum-threads/${threadId}`);
    expect(guest.status).toBe(401);

    expect((await resolve(moderator, reportId, 'dismiss')).status).toBe(200);
    for (const viewer of [author, moderator, owner, reader]) expect(await seenBy(viewer)).toEqual(before);
    expect((await noticesOf(author))[0]).toBe(NOTIFICATION_MESSAGES.contentShown('forumPost').title);
    for (const player of [one, two]) await createReport(player, 'forumPost', id);
    expect(await isHidden('forumPost', id)).toBe(false);
  });

  it('cannot be liked, edited or reported, but can be deleted by its author', async () => {
    await like(reader, id);
    expect(await noticesOf(author)).toEqual([LIKE]);
    await setHidden('forumPost', id, true);
    expect(await noticesOf(author)).toEqual([LIKE]);
    for (const viewer of [author, reader, moderator]) {
      expect((await like(viewer, id)).status).toBe(404);
      expect((await like(viewer, id, false)).status).toBe(404);
      expect((await edit(viewer, id, 'Hm')).status).toBe(404);
    }
    for (const { status } of [await report(reader, 'forumPost', id), await remove(reader, id)])
      expect(status).toBe(404);
    expect((await remove(author, id)).status).toBe(200);
    expect(await isHidden('forumPost', id)).toBe(false);
    expect(await counterErrors(app.site.db)).toEqual([]);
  });

  it('loses its text on other players’ open pages while it is hidden', async () => {
    const [readerSocket, authorSocket] = [await reader.socket(), await author.socket()];
    for (const socket of [readerSocket, authorSocket]) await emitRaw(socket, 'forum:watch', { threadId });
    const all = recordEvents(readerSocket, 'forum:edited');
    const own = recordEvents(authorSocket, 'forum:edited');
    await setHidden('forumPost', id, true);
    await waitFor(() => expect([all.length, own.length]).toEqual([1, 1]));
    expect(all[0]).toMatchObject({ ...EMPTY, id });
    expect(own[0]).toMatchObject({ id, body: expect.stringContaining('Buy'), hidden: true });
    await setHidden('forumPost', id, false);
    await waitFor(() => expect([all.length, own.length]).toEqual([2, 2]));
    for (const event of [all[1], own[1]]) {
      expect(event).toMatchObject({ id, body: expect.stringContaining('Buy') });
      expect(event).not.toHaveProperty('hidden');
    }
  });

  it('keeps all counters correct while its visibility changes', async () => {
    await like(reader, id);
    const countOf = async () => (await threadOf(reader, threadId)).body.thread.postCount;
    for (const hidden of [true, false, true]) {
      expect(await setHidden('forumPost', id, hidden)).toBe(true);
      expect(await setHidden('forumPost', id, hidden)).toBe(false);
      expect(await countOf()).toBe(2);
      expect(await counterErrors(app.site.db)).toEqual([]);
    }
    expect((await remove(moderator, id)).status).toBe(200);
    expect(await latestDecision(author)).toMatchObject({ kind: 'removal', scope: 'forumPost' });
    expect([await countOf(), await isHidden('forumPost', id)]).toEqual([1, false]);
    expect(await noticesOf(owner)).toEqual([]);
    expect(await counterErrors(app.site.db)).toEqual([]);
    await answerOf(admin, await createAppeal(author), 'lifted');
    expect(await seenBy(reader)).toMatchObject({ body: expect.stringContaining('Buy'), likeCount: 1 });
    expect([await countOf(), await counterErrors(app.site.db)]).toEqual([2, []]);
  });

  it('stays hidden if its author edits it at the same time', async () => {
    const socket = await reader.socket();
    await emitRaw(socket, 'forum:watch', { threadId });
    for (let n = 0; n < 5; n++) {
      const replyId = await createReply(author, threadId, 'Buy');
      const events = recordEvents(socket, 'forum:edited');
      const [edited] = await Promise.all([
        edit(author, replyId, 'Buy more'),
        setHidden('forumPost', replyId, true),
      ]);
      expect([200, 404]).toContain(edited.status);
      expect(await isHidden('forumPost', replyId)).toBe(true);
      // If the edit was first, an event with the new text arrives before the event that hides the post.
      await waitFor(() => expect(events).toHaveLength(edited.status === 200 ? 2 : 1));
      expect(events.at(-1)).toMatchObject({ id: replyId, body: '', hidden: true });
    }
  });
});

describe('a hidden opening post', () => {
  let categoryId: number;
  let threadId: number;
  let postId: number;
  const title = 'Buy coins here';
  beforeEach(async () => {
    categoryId = await firstCategoryId(author);
    ({ id: threadId, postId } = await createThread(author, categoryId, { title }));
    await createReply(author, threadId, 'Hm');
  });
  const isListed = async (viewer: TestPlayer, filter: Record<string, string | number>) =>
    (await threadsOf(viewer, filter)).body.threads.some(({ id }) => id === threadId);
  const countsOf = async (viewer: TestPlayer) => [
    (await threadsOf(viewer)).body.total,
    (await threadsOf(viewer, { categoryId, page: 2 })).body.total,
    (await threadsOf(viewer, { search: 'buy COINS' })).body.total,
    (await categoriesOf(viewer)).find(({ id }) => id === categoryId)?.threadCount,
  ];
  const filters = (): Record<string, string | number>[] => [
    {},
    { categoryId },
    { search: 'buy coins' },
    { sort: 'newest', size: 50 },
  ];

  it('hides its thread from everyone except its author and staff', async () => {
    const before = await countsOf(reader);
    const reportId = await hide('forumPost', postId);
    for (const viewer of [author, moderator, admin]) {
      expect((await threadOf(viewer, threadId)).body.thread).toMatchObject({ title, hidden: true });
      expect((await threadOf(viewer, threadId)).body.posts[0]).toMatchObject({ id: postId, hidden: true });
      for (const filter of filters()) expect(await isListed(viewer, filter)).toBe(true);
      expect(await countsOf(viewer)).toEqual(before);
    }
    for (const viewer of [owner, reader, one]) {
      expect((await threadOf(viewer, threadId)).status).toBe(404);
      expect((await threadOf(viewer, threadId, { post: postId })).status).toBe(404);
      for (const filter of filters()) expect(await isListed(viewer, filter)).toBe(false);
      expect(await countsOf(viewer)).toEqual(before.map((count) => (count as number) - 1));
    }
    await resolve(moderator, reportId, 'dismiss');
    expect((await threadOf(reader, threadId)).body.thread).not.toHaveProperty('hidden');
    for (const filter of filters()) expect(await isListed(reader, filter)).toBe(true);
    expect(await countsOf(reader)).toEqual(before);
  });

  it('hides its thread when no visible reply of another player is left', async () => {
    const replyId = await createReply(owner, threadId, 'No, thanks');
    await setHidden('forumPost', postId, true);
    expect((await threadOf(reader, threadId)).body.thread).toMatchObject({ title });
    const socket = await reader.socket();
    await emitRaw(socket, 'forum:watch', { threadId });
    const deleted = nextEvent(socket, 'forum:deleted');
    await setHidden('forumPost', replyId, true);
    expect(await deleted).toEqual({ id: replyId, threadId, deleted: 'thread' });
    expect((await threadOf(reader, threadId)).status).toBe(404);
    expect((await threadOf(author, threadId)).status).toBe(200);

    await setHidden('forumPost', replyId, false);
    expect((await threadOf(reader, threadId)).status).toBe(200);
    expect((await remove(moderator, replyId)).status).toBe(200);
    expect((await threadOf(reader, threadId)).status).toBe(404);
    expect(await isListed(reader, {})).toBe(false);
    await setHidden('forumPost', postId, false);
    expect((await threadOf(reader, threadId)).status).toBe(200);
  });

  it('prevents replies, likes and edits in its thread', async () => {
    await setHidden('forumPost', postId, true);
    const [reply] = (await threadOf(moderator, threadId)).body.posts.slice(1);
    for (const viewer of [author, owner, reader, moderator]) {
      expect((await requestReply(viewer, threadId)).status).toBe(404);
      expect((await like(viewer, reply?.id as number)).status).toBe(404);
      const socket = await viewer.socket();
      const answer = await emitRaw(socket, 'forum:watch', { threadId });
      expect(answer).toMatchObject({ ok: viewer === author || viewer === moderator });
    }
    expect((await report(reader, 'forumPost', reply?.id as number)).status).toBe(404);
    expect((await edit(author, postId, 'Hm')).status).toBe(404);
    expect((await remove(reader, postId)).status).toBe(404);
    // Restoring a thread that is not deleted succeeds, but changes nothing.
    expect((await restore(moderator, threadId)).status).toBe(200);
    expect(await isHidden('thread', threadId)).toBe(true);
  });

  it('removes the thread from other players’ open pages', async () => {
    const [readerSocket, authorSocket] = [await reader.socket(), await author.socket()];
    for (const socket of [readerSocket, authorSocket]) await emitRaw(socket, 'forum:watch', { threadId });
    const deleted = nextEvent(readerSocket, 'forum:deleted');
    const marked = nextEvent(authorSocket, 'forum:restored');
    const unwanted = recordEvents(authorSocket, 'forum:deleted');
    await setHidden('forumPost', postId, true);
    expect(await deleted).toEqual({ id: postId, threadId, deleted: 'thread' });
    expect(await marked).toEqual({ threadId });
    const restored = [readerSocket, authorSocket].map((socket) => nextEvent(socket, 'forum:restored'));
    await setHidden('forumPost', postId, false);
    for (const event of restored) expect(await event).toEqual({ threadId });
    expect(unwanted).toEqual([]);
  });

  it('keeps all counters correct while its visibility changes', async () => {
    const before = await countsOf(reader);
    for (const hidden of [true, false, true]) {
      expect(await setHidden('forumPost', postId, hidden)).toBe(true);
      expect(await setHidden('forumPost', postId, hidden)).toBe(false);
      expect(await isHidden('thread', threadId)).toBe(hidden);
      expect(await countsOf(reader)).toEqual(before.map((count) => (count as number) - (hidden ? 1 : 0)));
      expect(await counterErrors(app.site.db)).toEqual([]);
    }
    expect((await remove(moderator, postId)).status).toBe(200);
    for (const viewer of [author, reader])
      expect(await countsOf(viewer)).toEqual(before.map((count) => (count as number) - 1));
    expect([await isHidden('forumPost', postId), await isHidden('thread', threadId)]).toEqual([false, false]);
    await answerOf(admin, await createAppeal(author), 'lifted');
    expect([await countsOf(reader), await counterErrors(app.site.db)]).toEqual([before, []]);
  });

  it('can be deleted with its thread by its author', async () => {
    const reportId = await hide('forumPost', postId);
    expect((await remove(author, postId)).body.deleted).toBe('thread');
    expect([await isHidden('forumPost', postId), await isHidden('thread', threadId)]).toEqual([false, false]);
    expect((await resolve(moderator, reportId, 'dismiss')).status).toBe(200);
  });
});

describe('a hidden opening post of a thread with replies by other players', () => {
  let threadId: number;
  let postId: number;
  let replyId: number;
  const body = 'Buy coins';
  beforeEach(async () => {
    ({ id: threadId, postId } = await createThread(author, await firstCategoryId(author), { body }));
    replyId = await createReply(owner, threadId, 'Fine');
  });
  const excerptFor = async (viewer: TestPlayer) =>
    (await threadsOf(viewer)).body.threads.find(({ id }) => id === threadId)?.body;

  it('leaves the thread visible, but without the text of the opening post', async () => {
    expect(await excerptFor(reader)).toBe(body);
    const socket = await reader.socket();
    await emitRaw(socket, 'forum:watch', { threadId });
    const edited = nextEvent(socket, 'forum:edited');
    const reportId = await hide('forumPost', postId);
    expect(await edited).toMatchObject({ id: postId, body: '', hidden: true });
    expect(await isHidden('thread', threadId)).toBe(false);
    for (const viewer of [owner, reader]) {
      const { thread, posts } = (await threadOf(viewer, threadId)).body;
      expect(thread).toMatchObject({ body: '' });
      expect(thread).not.toHaveProperty('hidden');
      expect(posts).toMatchObject([
        { id: postId, body: '', hidden: true },
        { id: replyId, body: 'Fine' },
      ]);
      expect(await excerptFor(viewer)).toBe('');
    }
    for (const viewer of [author, moderator])
      expect((await threadOf(viewer, threadId)).body).toMatchObject({
        thread: { body },
        posts: [{ body, hidden: true }, { body: 'Fine' }],
      });
    expect((await requestReply(reader, threadId)).status).toBe(201);
    expect((await like(reader, postId)).status).toBe(404);
    await resolve(moderator, reportId, 'dismiss');
    expect((await threadOf(reader, threadId)).body.posts[0]).toMatchObject({ body });
    expect(await excerptFor(reader)).toBe(body);
    expect(await counterErrors(app.site.db)).toEqual([]);
  });

  it('hides the thread if the replies are hidden, too', async () => {
    const socket = await reader.socket();
    await emitRaw(socket, 'forum:watch', { threadId });
    const edited = recordEvents(socket, 'forum:edited');
    await setHidden('forumPost', replyId, true);
    await setHidden('forumPost', postId, true);
    expect(await isHidden('thread', threadId)).toBe(true);
    const restored = nextEvent(socket, 'forum:restored');
    await setHidden('forumPost', replyId, false);
    await restored;
    expect(edited).toMatchObject([{ id: replyId, body: '', hidden: true }]);
    const shown = nextEvent(socket, 'forum:edited');
    await setHidden('forumPost', postId, false);
    expect(await shown).toMatchObject({ id: postId, body });
    expect((await threadOf(reader, threadId)).body.posts).toMatchObject([{ body }, { body: 'Fine' }]);
  });
});

describe('a forum post that is reported', () => {
  it('is not hidden if staff decide about an earlier report at the same time', async () => {
    for (let n = 0; n < 5; n++) {
      const { id, postId } = await createThread(author, await firstCategoryId(author));
      const reportId = await createReport(one, 'forumPost', postId);
      const [reported, resolved] = await Promise.all([
        report(two, 'forumPost', postId),
        resolve(moderator, reportId, n % 2 === 0 ? 'dismiss' : 'delete'),
      ]);
      expect([201, 404]).toContain(reported.status);
      expect(resolved.status).toBe(200);
      expect([await isHidden('forumPost', postId), await isHidden('thread', id)]).toEqual([false, false]);
      expect((await threadOf(reader, id)).status).toBe(n % 2 === 0 ? 200 : 404);
      expect(await counterErrors(app.site.db)).toEqual([]);
    }
  });

  it('is hidden once if two reports arrive at the same time', async () => {
    for (let n = 0; n < 5; n++) {
      const { id, postId } = await createThread(author, await firstCategoryId(author));
      await Promise.all([one, two].map((player) => report(player, 'forumPost', postId)));
      expect([await isHidden('forumPost', postId), await isHidden('thread', id)]).toEqual([true, true]);
    }
    expect(await noticesOf(author)).toHaveLength(5);
  });

  it('is not hidden if its author deletes it at the same time', async () => {
    for (let n = 0; n < 5; n++) {
      const { id, postId } = await createThread(author, await firstCategoryId(author));
      await createReport(one, 'forumPost', postId);
      await Promise.all([report(two, 'forumPost', postId), remove(author, postId)]);
      expect((await threadOf(author, id)).status).toBe(404);
      expect([await isHidden('forumPost', postId), await isHidden('thread', id)]).toEqual([false, false]);
    }
  });
});
