import { LIMITS } from '@rivalhold/shared/limits.ts';
import { STAFF_LIMIT_TEXTS } from '@rivalhold/shared/texts/staff-actions.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { slowTestTimeout } from '../../../../scripts/testing/timeouts.ts';
import { waitFor } from '../../../../scripts/testing/wait-for.ts';
import { sql } from '../../platform/db/db.ts';
import { PASSWORD, type TestPlayer, useTestApp } from '../../testing/app.ts';
import { createPng } from '../../testing/images.ts';
import { query, queryValue } from '../../testing/queries.ts';
import { insertPlayersSql } from '../../testing/statements.ts';
import { setRole } from '../accounts/service.ts';
import { listFiles } from '../attachments/testing.ts';
import { block } from '../blocks/testing.ts';
import { historyOf, reactToLobbyMessage, removeChatMessage, sendLobbyMessage } from '../chat/testing.ts';
import { uploadClip } from '../clips/testing.ts';
import { erase } from '../deletion/service.ts';
import { deleteWithoutJob, likeCounterErrors } from '../deletion/testing.ts';
import { recordEvents } from '../dms/testing.ts';
import { purgeThreads, restoreThread } from '../forum/service.ts';
import {
  categoriesOf,
  counterErrors,
  createReply,
  createThread,
  firstCategoryId,
  like,
  remove,
  threadOf,
  threadsOf,
} from '../forum/testing.ts';
import { createStaff, suspendOf } from '../moderation/testing.ts';
import { addPhoto } from '../photos/testing.ts';
import { clearAvatar } from '../profiles/service.ts';
import { moveRemovedFiles, purgeRemovals, restoreRemoval } from '../removals/service.ts';
import { reopenReport } from '../reports/service.ts';
import { createReport, fileOf, performReportAction } from '../reports/testing.ts';
import { undoActions } from './service.ts';
import { createPost, latestRemoval, restoreEntry, undoSince } from './testing.ts';

const app = useTestApp();
let admin: TestPlayer;
let moderator: TestPlayer;
let author: TestPlayer;
let friend: TestPlayer;
beforeAll(async () => {
  [admin, moderator] = [await createStaff(app, 'admin'), await createStaff(app)];
  [author, friend] = [await app.player(), await app.player()];
});

const byId = (id: number) => ({ params: { id } });
const deletePost = (by: TestPlayer, id: number) => by.call('DELETE /api/feed/{id}', byId(id));
const requestPost = (id: number) => friend.call('GET /api/feed/{id}', byId(id));
const postOf = async (id: number) => (await requestPost(id)).body.post;
const removalCount = () => queryValue<number>(app.site.db, sql`select count(*)::integer from removals`);
const unread = async (player: TestPlayer) => (await player.call('GET /api/notifications/unread-counts')).body;
const files = (prefix: string) => listFiles(app).filter((name) => name.startsWith(`files/${prefix}`));

/** Return a time that is after all earlier actions and before all later actions. */
function nextSecond(): Date {
  app.clock.advance(1_000);
  const time = app.clock.now();
  app.clock.advance(1_000);
  return time;
}

/** Restore the content that staff deleted most recently. */
const restoreLatest = async () => restoreEntry(admin, await latestRemoval(app));

/** Create a post with two likes and two comments. */
async function createPopularPost(): Promise<number> {
  const id = await createPost(author, 'Popular');
  for (const player of [friend, admin]) {
    await player.call('POST /api/feed/{id}/like', byId(id));
    await player.call('POST /api/feed/{id}/comments', { ...byId(id), body: { body: 'Well said' } });
  }
  return id;
}

describe('an admin', () => {
  it('restores a post once, with its likes, comments and counts', async () => {
    const id = await createPopularPost();
    const before = await postOf(id);
    expect(before).toMatchObject({ likes: 2, commentsCount: 2 });
    expect((await deletePost(moderator, id)).status).toBe(200);
    expect((await requestPost(id)).status).toBe(404);
    // The notifications about likes and comments were deleted. Only the one about the deleted post is left.
    expect(await unread(author)).toMatchObject({ all: 1, byType: { system: 1 } });

    const entryId = await latestRemoval(app);
    const { body: log } = await admin.call('GET /api/admin/audit', { query: { kind: 'post.delete' } });
    expect(log.items[0]).toMatchObject({ id: entryId, restorable: true });
    for (const by of [moderator, author]) expect((await restoreEntry(by, entryId)).status).toBe(403);
    const twice = await Promise.all([restoreEntry(admin, entryId), restoreEntry(admin, entryId)]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 404]);

    expect(await postOf(id)).toEqual(before);
    expect((await friend.call('GET /api/feed')).body.items.map((post) => post.id)).toContain(id);
    expect(await likeCounterErrors(app)).toEqual([]);
    const { body: after } = await admin.call('GET /api/admin/audit', { query: { limit: 2 } });
    expect(after.items).toMatchObject([
      { kind: 'content.restore', actorId: admin.id, targetId: author.id, subject: `post ${id}` },
      { id: entryId, restorable: false },
    ]);
  });

  it('restores a comment only while its post exists', async () => {
    const id = await createPopularPost();
    const comment = (await postOf(id)).comments[0];
    await moderator.call('DELETE /api/feed/{id}/comments/{commentId}', {
      params: { id, commentId: comment?.id ?? 0 },
    });
    expect((await postOf(id)).commentsCount).toBe(1);
    const commentEntry = await latestRemoval(app);
    await deletePost(moderator, id);
    const postEntry = await latestRemoval(app);
    expect((await restoreEntry(admin, commentEntry)).status).toBe(409);
    expect((await restoreEntry(admin, postEntry)).status).toBe(200);
    expect((await restoreEntry(admin, commentEntry)).status).toBe(200);
    const post = await postOf(id);
    expect([post.commentsCount, post.comments.map((one) => one.id)]).toEqual([
      2,
      expect.arrayContaining([comment?.id]),
    ]);
    expect(await likeCounterErrors(app)).toEqual([]);
  });

  it('restores a comment on a profile', async () => {
    const { body } = await friend.call('POST /api/profiles/{id}/status/comments', {
      ...byId(author.id),
      body: { body: 'On your profile' },
    });
    const list = async () =>
      (await friend.call('GET /api/profiles/{id}/status/comments', byId(author.id))).body.comments;
    const before = await list();
    await admin.call('DELETE /api/profiles/{id}/status/comments/{commentId}', {
      params: { id: author.id, commentId: body.comment.id },
    });
    expect(await list()).toEqual([]);
    expect((await restoreLatest()).status).toBe(200);
    expect(await list()).toEqual(before);
  });

  it('restores a photo with its likes, in its posts and as the avatar', async () => {
    const owner = await app.player();
    const photo = await addPhoto(owner, 'A caption');
    await friend.call('POST /api/photos/{id}/like', byId(photo.id));
    await owner.call('PATCH /api/photos/{id}/avatar', byId(photo.id));
    const share = async (body: object) => (await owner.call('POST /api/feed', { body })).body.post.id;
    const [withText, only] = [
      await share({ body: 'Look', imageUrl: photo.imageUrl }),
      await share({ imageUrl: photo.imageUrl }),
    ];
    await friend.call('POST /api/feed/{id}/like', byId(only));
    expect((await friend.fetch(photo.imageUrl)).status).toBe(200);
    await moderator.call('DELETE /api/photos/{id}', byId(photo.id));
    await waitFor(() => expect([files('photos').length, files('removed').length]).toEqual([0, 3]));
    for (const url of [photo.imageUrl, photo.thumbUrl]) expect((await friend.fetch(url)).status).toBe(404);
    for (const name of files('removed'))
      expect((await friend.fetch(`/media/${name.slice('files/'.length)}`)).status).toBe(404);
    expect((await requestPost(only)).status).toBe(404);
    expect((await postOf(withText)).imageUrl).toBeNull();

    expect((await restoreLatest()).status).toBe(200);
    await waitFor(() => expect([files('photos').length, files('removed').length]).toEqual([3, 0]));
    const { body: gallery } = await friend.call('GET /api/photos/user/{userId}', {
      params: { userId: owner.id },
    });
    const restored = gallery.photos[0];
    expect(restored).toMatchObject({
      id: photo.id,
      caption: 'A caption',
      likes: 1,
      likedByCurrentUser: true,
    });
    for (const url of [restored?.imageUrl, restored?.thumbUrl])
      expect((await friend.fetch(url ?? '')).status).toBe(200);
    expect(await postOf(only)).toMatchObject({ imageUrl: restored?.imageUrl, likes: 1 });
    expect((await postOf(withText)).imageUrl).toBe(restored?.imageUrl);
    const { body: profile } = await friend.call('GET /api/profiles/{id}', byId(owner.id));
    expect(profile.avatarUrl).toBe(restored?.imageUrl);
    expect(await likeCounterErrors(app)).toEqual([]);
  });

  it('restores an avatar, unless the player has a new avatar', async () => {
    const owner = await app.player();
    const form = [['avatar', await createPng(), 'me.png']] as const;
    const { body: uploaded } = await owner.call('POST /api/upload/avatar', { form });
    const avatarOf = async () => (await friend.call('GET /api/profiles/{id}', byId(owner.id))).body.avatarUrl;
    await moderator.call('PATCH /api/users/{id}/avatar/clear', byId(owner.id));
    await waitFor(async () => expect((await friend.fetch(uploaded.avatarUrl)).status).toBe(404));
    expect(await avatarOf()).toBeNull();
    expect((await restoreLatest()).status).toBe(200);
    const restored = (await avatarOf()) ?? '';
    expect((await friend.fetch(restored)).status).toBe(200);

    await moderator.call('PATCH /api/users/{id}/avatar/clear', byId(owner.id));
    const { body: next } = await owner.call('POST /api/upload/avatar', { form });
    expect((await restoreLatest()).status).toBe(409);
    expect(await avatarOf()).toBe(next.avatarUrl);
  });

  it('restores the avatar if staff cleared it and then deleted its photo', async () => {
    const owner = await app.player();
    const photo = await addPhoto(owner);
    await owner.call('PATCH /api/photos/{id}/avatar', byId(photo.id));
    const start = nextSecond();
    await moderator.call('PATCH /api/users/{id}/avatar/clear', byId(owner.id));
    await moderator.call('DELETE /api/photos/{id}', byId(photo.id));
    expect((await undoSince(admin, moderator.id, start)).body).toMatchObject({ content: 2, failed: 0 });
    const { body } = await friend.call('GET /api/profiles/{id}', byId(owner.id));
    expect((await friend.fetch(body.avatarUrl ?? '')).status).toBe(200);
  });

  it('can restore a clip only until it expires', async () => {
    const [first, second] = [await uploadClip(author, 'One'), await uploadClip(author, 'Two')];
    await friend.call('POST /api/clips/{id}/like', byId(second.id));
    const clips = async () =>
      (await friend.call('GET /api/clips/feed')).body.groups
        .filter(({ user }) => user.id === author.id)
        .flatMap((group) => group.clips.map(({ id, likesCount }) => ({ id, likesCount })));
    const before = await clips();
    await moderator.call('DELETE /api/clips/{id}', byId(second.id));
    expect((await clips()).map(({ id }) => id)).toEqual([first.id]);
    expect((await friend.fetch(second.url)).status).toBe(404);
    expect((await restoreLatest()).status).toBe(200);
    expect(await clips()).toEqual(before);
    expect((await friend.fetch(second.url)).status).toBe(200);
    await moderator.call('DELETE /api/clips/{id}', byId(second.id));
    app.clock.advance(app.site.config.clipTtlMs);
    expect((await restoreLatest()).status).toBe(404);
    await purgeRemovals(app.site.db, app.site);
    await waitFor(() => expect(files(`clips/${author.id}-`).length).toBeLessThanOrEqual(2));
  });

  it('restores a Lobby message', async () => {
    const [socket, reader] = [await author.socket(), await friend.socket()];
    const { message: sent } = await sendLobbyMessage(socket, 'In the lobby');
    const messageId = sent.id ?? 0;
    await reactToLobbyMessage(friend, messageId);
    const texts = async () => (await historyOf(reader)).map(({ text }) => text);
    await removeChatMessage(moderator, messageId);
    expect(await texts()).not.toContain('In the lobby');
    const [shown, blocked] = [recordEvents(reader, 'chat restored'), await app.player()];
    await block(blocked, author);
    const hidden = recordEvents(await blocked.socket(), 'chat restored');
    const separated = await app.player();
    await block(separated, friend);
    const shownApart = recordEvents(await separated.socket(), 'chat restored');
    expect((await restoreLatest()).status).toBe(200);
    expect(await texts()).toContain('In the lobby');
    const message = { id: messageId, text: 'In the lobby' };
    await waitFor(() =>
      expect(shown).toMatchObject([{ payload: { ...message, reactions: [{ emoji: '👍', count: 1 }] } }]),
    );
    await waitFor(() => expect(shownApart).toMatchObject([{ payload: { ...message, reactions: [] } }]));
    expect(hidden).toEqual([]);
  });

  it('restores a reply and a thread with their likes and counts', async () => {
    const categoryId = await firstCategoryId(author);
    const { id, postId } = await createThread(author, categoryId, { title: 'Griffin riders' });
    const replyId = await createReply(friend, id);
    await createReply(author, id, 'Later');
    await like(author, replyId);
    const before = (await threadOf(author, id)).body;
    expect((await remove(moderator, replyId)).body).toEqual({ deleted: 'post' });
    const replyEntry = await latestRemoval(app);
    await remove(moderator, postId);
    const found = async () => (await threadsOf(friend, { search: 'griffin' })).body.total;
    expect(await found()).toBe(0);
    const threadEntry = await latestRemoval(app);
    expect((await restoreEntry(admin, replyEntry)).status).toBe(409);
    expect((await restoreEntry(admin, threadEntry)).status).toBe(200);
    expect((await restoreEntry(admin, replyEntry)).status).toBe(200);
    expect((await threadOf(author, id)).body).toEqual(before);
    expect([await found(), await counterErrors(app.site.db)]).toEqual([1, []]);
  });

  it('restores categories with the threads that were moved out of them', async () => {
    const add = async (slug: string) =>
      (await admin.call('POST /api/forum-categories', { body: { slug, title: slug } })).body.category.id;
    const [a, b, c] = [await add('one'), await add('two'), await add('three')];
    const [inA, inB] = [await createThread(author, a), await createThread(author, b)];
    const categoryOf = async (id: number) => (await threadOf(author, id)).body.thread.categoryId;
    const removeInto = (id: number, moveTo: number) =>
      admin.call('DELETE /api/forum-categories/{id}', { ...byId(id), query: { moveTo } });
    const counts = async () =>
      (await categoriesOf(author)).filter(({ id }) => [a, b, c].includes(id)).map((one) => one.threadCount);
    const other = await createStaff(app, 'admin');
    const start = nextSecond();
    await removeInto(a, b);
    await removeInto(b, c);
    expect([await counts(), await categoryOf(inA.id)]).toEqual([[2], c]);
    expect((await undoSince(other, admin.id, start)).body).toMatchObject({ content: 2, failed: 0 });
    expect([await counts(), await categoryOf(inA.id), await categoryOf(inB.id)]).toEqual([[1, 1, 0], a, b]);
    expect(await counterErrors(app.site.db)).toEqual([]);
  });
});

describe('a staff member', () => {
  it('cannot clear the avatar of an equal or higher rank, and causes an alert by deleting a higher rank’s post', async () => {
    const [peer, boss] = [await createStaff(app), await createStaff(app, 'admin')];
    const form = [['avatar', await createPng(), 'me.png']] as const;
    const clear = async (by: TestPlayer, { id }: TestPlayer) =>
      (await by.call('PATCH /api/users/{id}/avatar/clear', byId(id))).status;
    for (const player of [moderator, peer, boss, admin])
      await player.call('POST /api/upload/avatar', { form });
    expect([await clear(moderator, peer), await clear(moderator, boss), await clear(boss, admin)]).toEqual([
      403, 403, 403,
    ]);
    // Simulate an outdated session in which `peer` is still an admin.
    const viewer = { id: peer.id, role: 'admin' as const };
    await expect(clearAvatar(app.site.db, app.site, { userId: moderator.id, viewer })).rejects.toMatchObject({
      code: 'forbidden',
    });
    expect([await clear(boss, peer), await clear(moderator, moderator)]).toEqual([200, 200]);

    const [ofPlayer, ofBoss] = [await createPost(author), await createPost(boss)];
    const alerts = async () =>
      (await boss.call('GET /api/notifications')).body.items.filter(
        ({ title }) => title === 'Content of higher-ranking staff was removed',
      );
    await deletePost(moderator, ofPlayer);
    expect(await alerts()).toEqual([]);
    expect((await deletePost(moderator, ofBoss)).status).toBe(200);
    expect(await alerts()).toMatchObject([
      {
        text: `${moderator.username}: Post deleted (content of ${boss.username}). You can restore it in the audit log.`,
        data: { link: `/admin/audit?actor=${moderator.id}` },
      },
    ]);
    expect((await restoreLatest()).status).toBe(200);
    expect((await requestPost(ofBoss)).status).toBe(200);
  });
});

describe('undoing all actions of a staff member', () => {
  it('requires the admin’s password, and notifies the other admins', async () => {
    const [other, thief] = [await createStaff(app, 'admin'), await createStaff(app)];
    const post = await createPost(author);
    const start = nextSecond();
    await deletePost(thief, post);
    const alerts = async (player: TestPlayer) =>
      (await player.call('GET /api/notifications')).body.items.filter(
        ({ title, text }) => title === 'Staff actions undone' && text.includes(thief.username),
      ).length;
    const wrong = await undoSince(other, thief.id, start, { password: 'a guess' });
    expect([wrong.status, wrong.body]).toMatchObject([
      400,
      { errors: { password: 'That’s not your password' } },
    ]);
    expect([(await requestPost(post)).status, await alerts(admin)]).toEqual([404, 0]);
    expect((await undoSince(other, thief.id, start)).body).toMatchObject({ content: 1, failed: 0 });
    expect((await requestPost(post)).status).toBe(200);
    expect([await alerts(admin), await alerts(other), await alerts(thief)]).toEqual([1, 0, 0]);
    const { body: log } = await admin.call('GET /api/admin/audit', { query: { limit: 2 } });
    expect(log.items).toMatchObject([
      { kind: 'content.undo', actorId: other.id, subject: `post ${post}` },
      { kind: 'actions.undo', actorId: other.id, targetId: thief.id },
    ]);
  });

  it('reopens the reports that the staff member resolved', async () => {
    const [thief, reporter] = [await createStaff(app), await app.player()];
    const dismiss = (by: TestPlayer, id: number) =>
      performReportAction(by, id, { action: 'resolve', outcome: 'dismiss' });
    const create = async () => createReport(reporter, 'post', await createPost(author));
    const before = await create();
    await dismiss(thief, before);
    const start = nextSecond();
    const [wanted, byOther] = [await create(), await create()];
    const post = await createPost(author);
    const first = await createReport(reporter, 'post', post);
    for (const id of [wanted, first]) await dismiss(thief, id);
    await dismiss(moderator, byOther);
    const again = await createReport(reporter, 'post', post);
    expect((await undoSince(admin, thief.id, start)).body).toMatchObject({ reports: 1, failed: 0 });
    const states = await Promise.all(
      [before, wanted, byOther, first, again].map(async (id) => (await fileOf(admin, id)).body.report.state),
    );
    expect(states).toEqual(['resolved', 'open', 'resolved', 'resolved', 'open']);
    expect((await dismiss(moderator, wanted)).status).toBe(200);
    expect((await undoSince(admin, thief.id, start)).body.reports).toBe(0);
  });

  it('needs several requests if there are many actions', { timeout: slowTestTimeout(60_000) }, async () => {
    const actions = LIMITS.undoBatch;
    const thief = await createStaff(app);
    for (const statement of insertPlayersSql(actions)) await query(app.site.db, statement);
    const start = nextSecond();
    // The comment on `post` cannot be restored, because `author` later deletes `post`.
    const [post, other] = [await createPost(author), await createPost(author)];
    const { body } = await friend.call('POST /api/feed/{id}/comments', {
      ...byId(post),
      body: { body: 'Well said' },
    });
    const comment = { id: post, commentId: body.comment.id };
    await deletePost(thief, other);
    await thief.call('DELETE /api/feed/{id}/comments/{commentId}', { params: comment });
    await deletePost(author, post);
    const now = app.clock.now();
    const until = new Date(now.getTime() + LIMITS.mute.ms['1d']);
    const crowd = sql`users where username like 'crowd%'`;
    await query(
      app.site.db,
      sql`insert into audit_log (kind, actor_id, target_id, after, created_at)
          select 'mute.begin', ${thief.id}::bigint, id, ${until.toISOString()}, ${now}::timestamptz from ${crowd}`,
    );
    await query(
      app.site.db,
      sql`update users set muted_until = ${until}, muted_by = ${thief.id} where username like 'crowd%'`,
    );
    const first = { content: 1, sanctions: actions - 2, reports: 0, failed: 1, left: 2 };
    expect((await undoSince(admin, thief.id, start)).body).toEqual(first);
    const second = { content: 0, sanctions: 2, reports: 0, failed: 0, left: 0 };
    expect((await undoSince(admin, thief.id, start, { left: first.left })).body).toEqual(second);
    expect((await requestPost(other)).status).toBe(200);
    const muted = sql`select count(*)::integer from ${crowd} and muted_until is not null`;
    expect(await queryValue<number>(app.site.db, muted)).toBe(0);
  });

  it('is rejected for a former admin', async () => {
    const former = await createStaff(app, 'admin');
    const start = nextSecond();
    const [post, { id: thread, postId }] = [
      await createPost(author),
      await createThread(author, await firstCategoryId(author)),
    ];
    await deletePost(moderator, post);
    const entry = await latestRemoval(app);
    await remove(moderator, postId);
    const report = await createReport(friend, 'post', await createPost(author));
    await performReportAction(moderator, report, { action: 'resolve', outcome: 'dismiss' });
    const forbidden = { code: 'forbidden' };
    const { db } = app.site;
    const by = { adminId: former.id, actorId: moderator.id };
    await setRole(db, app.site, { username: former.username, role: 'moderator' });
    await expect(restoreRemoval(db, app.site, { id: entry, staffId: former.id })).rejects.toMatchObject(
      forbidden,
    );
    await expect(
      undoActions(db, app.site, { ...by, since: start.toISOString(), password: PASSWORD }),
    ).rejects.toMatchObject(forbidden);
    await expect(reopenReport(db, app.site, { ...by, id: report })).rejects.toMatchObject(forbidden);
    await setRole(db, app.site, { username: former.username, role: 'player' });
    await expect(restoreThread(db, app.site, { id: thread, staffId: former.id })).rejects.toMatchObject(
      forbidden,
    );
    expect((await requestPost(post)).status).toBe(404);
  });
});

describe('content that cannot be restored', () => {
  it('includes content that its author has deleted', async () => {
    const before = await removalCount();
    const post = await createPopularPost();
    await deletePost(author, post);
    const photo = await addPhoto(author);
    await author.call('DELETE /api/photos/{id}', byId(photo.id));
    const thread = await createThread(author, await firstCategoryId(author));
    await createReply(friend, thread.id);
    expect((await remove(author, thread.postId)).body).toEqual({ deleted: 'thread' });
    expect(await removalCount()).toBe(before);
    const rows = await queryValue<number>(
      app.site.db,
      sql`select (select count(*) from forum_threads where id = ${thread.id})
            + (select count(*) from forum_posts where thread_id = ${thread.id})
            + (select count(*) from posts where id = ${post})`,
    );
    expect(Number(rows)).toBe(0);
    expect((await admin.call('POST /api/forum-threads/{id}/restore', byId(thread.id))).status).toBe(404);
    await waitFor(async () => expect((await friend.fetch(photo.imageUrl)).status).toBe(404));
    expect(await counterErrors(app.site.db)).toEqual([]);
  });

  it('includes the content of a deleted account', async () => {
    const leaver = await app.player();
    const post = await createPost(leaver, 'My secret');
    const thread = await createThread(leaver, await firstCategoryId(leaver), { title: 'My secret thread' });
    const { message } = await sendLobbyMessage(await leaver.socket(), 'My secret message');
    const photo = await addPhoto(leaver, 'My secret photo');
    const others = await createPost(author, 'Stays');
    await leaver.call('POST /api/feed/{id}/like', byId(others));
    await leaver.call('POST /api/feed/{id}/comments', { ...byId(others), body: { body: 'My secret word' } });
    await friend.call('POST /api/feed/{id}/like', byId(others));
    await deletePost(moderator, post);
    const postEntry = await latestRemoval(app);
    await remove(moderator, thread.postId);
    await removeChatMessage(moderator, message.id ?? 0);
    await moderator.call('DELETE /api/photos/{id}', byId(photo.id));
    await deletePost(moderator, others);
    const othersEntry = await latestRemoval(app);
    await moveRemovedFiles(app.site.db, app.site);
    const held = files('removed').length;
    app.clock.advance(1_000);
    await deleteWithoutJob(app, leaver);
    expect((await restoreEntry(admin, postEntry)).status).toBe(404);
    await erase(app.site, leaver.id);
    await waitFor(() => expect(files('removed').length).toBe(held - 3));
    const left = await query(
      app.site.db,
      sql`select 1 from removed_rows where data::text like '%My secret%' or user_id = ${leaver.id}
          union all select 1 from removals where owner_id = ${leaver.id}
          union all select 1 from chat_messages where text like '%My secret%'
          union all select 1 from forum_threads where title like 'My secret%'`,
    );
    expect(left).toEqual([]);
    expect((await restoreEntry(admin, othersEntry)).status).toBe(200);
    expect(await postOf(others)).toMatchObject({ likes: 1, commentsCount: 0 });
    expect(await likeCounterErrors(app)).toEqual([]);
  });

  it('includes content that staff deleted 30 days ago', async () => {
    await purgeRemovals(app.site.db, app.site);
    const post = await createPost(author, 'Too late');
    const photo = await addPhoto(author);
    const { id, postId } = await createThread(author, await firstCategoryId(author));
    await deletePost(moderator, post);
    const entry = await latestRemoval(app);
    await moderator.call('DELETE /api/photos/{id}', byId(photo.id));
    await remove(moderator, postId);
    app.clock.advance(LIMITS.restoreMs - 1);
    await purgeRemovals(app.site.db, app.site);
    await purgeThreads(app.site.db, app.site);
    expect(
      await queryValue(app.site.db, sql`select count(*)::integer from removals where id >= ${entry}`),
    ).toBe(3);
    app.clock.advance(1);
    for (const staff of [admin, moderator]) {
      staff.cookies.clear();
      await staff.signIn(staff.username);
    }
    const tooLate = { status: 404, body: { code: 'notFound', message: STAFF_LIMIT_TEXTS.notRestorable } };
    expect(await restoreEntry(admin, entry)).toMatchObject(tooLate);
    const restoreExpired = () => moderator.call('POST /api/forum-threads/{id}/restore', byId(id));
    expect(await restoreExpired()).toMatchObject(tooLate);
    await purgeRemovals(app.site.db, app.site);
    await purgeThreads(app.site.db, app.site);
    expect(await restoreExpired()).toMatchObject(tooLate);
    expect(await removalCount()).toBe(0);
    expect(
      await query(app.site.db, sql`select 1 from removed_rows union all select 1 from removed_files`),
    ).toEqual([]);
    expect((await threadOf(admin, id)).status).toBe(404);
    await waitFor(() => expect(files('removed')).toEqual([]));
  });
});

describe('undoing sanctions', () => {
  it('restores the previous state, unless other staff have changed the sanction since', async () => {
    const [player, kept] = [await app.player(), await app.player()];
    const thief = await createStaff(app);
    const until = (days: number) => new Date(app.clock.now().getTime() + days * 24 * 3_600_000).toISOString();
    const first = until(5);
    await suspendOf(moderator, player.id, { until: first, reason: 'Insults' });
    const start = nextSecond();
    await suspendOf(thief, player.id, { until: until(20), reason: 'Never again' });
    await suspendOf(thief, kept.id, { until: until(20), reason: 'Never again' });
    await suspendOf(moderator, kept.id, { until: until(3), reason: 'Spam' });
    expect((await undoSince(admin, thief.id, start)).body).toEqual({
      content: 0,
      sanctions: 1,
      reports: 0,
      failed: 0,
      left: 0,
    });
    const { body } = await admin.call('GET /api/mod/suspensions');
    expect(body.find(({ userId }) => userId === player.id)).toMatchObject({
      until: first,
      reason: 'Insults',
      suspendedBy: moderator.username,
    });
    expect(body.find(({ userId }) => userId === kept.id)).toMatchObject({ reason: 'Spam' });
    expect((await undoSince(admin, thief.id, start)).body.sanctions).toBe(0);
  });

  it('rejects a start time that is too long ago, and requests by moderators', async () => {
    const early = new Date(app.clock.now().getTime() - LIMITS.restoreMs * 2);
    expect((await undoSince(admin, moderator.id, early)).status).toBe(400);
    expect((await undoSince(moderator, moderator.id, app.clock.now())).status).toBe(403);
  });
});
