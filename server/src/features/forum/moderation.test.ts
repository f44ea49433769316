import { LIMITS } from '@rivalhold/shared/limits.ts';
import { FORUM_ERRORS } from '@rivalhold/shared/texts/forum.ts';
import { STAFF_LIMIT_TEXTS } from '@rivalhold/shared/texts/staff-actions.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql, transaction } from '../../platform/db/db.ts';
import { type TestPlayer, useTestApp } from '../../testing/app.ts';
import { query } from '../../testing/queries.ts';
import { collectAll } from '../../testing/statements.ts';
import { block } from '../blocks/testing.ts';
import { createStaff } from '../moderation/testing.ts';
import { getForumPostContext, getReportedForumPost } from './feature.ts';
import { erasePlayer, exportSections } from './personal-data.ts';
import { purgeThreads } from './service.ts';
import {
  addCategory,
  categoriesOf,
  counterErrors,
  createReply,
  createThread,
  firstCategoryId,
  lastAuditEntry,
  like,
  remove,
  removeCategory,
  requestReply,
  requestThread,
  restore,
  threadOf,
  threadsOf,
} from './testing.ts';

const app = useTestApp();
let admin: TestPlayer;
let moderator: TestPlayer;
let player: TestPlayer;
let other: TestPlayer;
beforeAll(async () => {
  [admin, moderator] = [await createStaff(app, 'admin'), await createStaff(app, 'moderator')];
  [player, other] = [await app.player(), await app.player()];
});
afterAll(async () => {
  expect(await counterErrors(app.site.db)).toEqual([]);
});

const db = () => app.site.db;
const acts = async () =>
  (await query<{ count: number }>(db(), sql`select count(*)::integer as count from audit_log`))[0]?.count;
const editCategory = (staff: TestPlayer, id: number, body: object) =>
  staff.call('PATCH /api/forum-categories/{id}', { params: { id }, body });

describe('categories', () => {
  it('include five default categories, always in the same order', async () => {
    const found = await categoriesOf(player);
    expect(found.map(({ slug }) => slug)).toEqual(['general', 'strategy', 'trading', 'help', 'off-topic']);
    expect(await categoriesOf(player)).toEqual(found);
  });

  it('can be added and changed by staff', async () => {
    const sent = { slug: ' Lore-1 ', title: ' <i>Lore</i>\n', description: null };
    const { status, body } = await addCategory(moderator, sent);
    const { id } = body.category;
    const added = { id, slug: 'lore-1', title: '<i>Lore</i>', description: '', threadCount: 0 };
    expect([status, body.category]).toEqual([201, added]);
    expect(await lastAuditEntry(db())).toMatchObject({
      kind: 'category.add',
      actor_id: moderator.id,
      target_id: null,
      subject: '<i>Lore</i>',
      before: null,
      after: '<i>Lore</i> · lore-1',
    });
    const changed = await editCategory(moderator, id, { description: 'Old tales', title: null });
    expect(changed.body.category).toEqual({ ...added, description: 'Old tales' });
    expect(await lastAuditEntry(db())).toMatchObject({
      kind: 'category.edit',
      before: '<i>Lore</i> · lore-1',
      after: '<i>Lore</i> · lore-1 · Old tales',
    });
    const before = await acts();
    expect((await editCategory(moderator, id, { slug: 'LORE-1' })).status).toBe(200);
    expect(await acts()).toBe(before);
    expect((await editCategory(moderator, 9_999, { title: 'x' })).status).toBe(404);
  });

  it('are rejected with an error for each invalid field', async () => {
    const { slug, title, description } = LIMITS.forum.category;
    const long = {
      slug: 'x'.repeat(slug + 1),
      title: 'x'.repeat(title + 1),
      description: 'x'.repeat(description + 1),
    };
    const errors = {
      slug: FORUM_ERRORS.slug,
      title: FORUM_ERRORS.categoryTitle,
      description: FORUM_ERRORS.categoryDescription,
    };
    expect((await addCategory(admin, long)).body.errors).toEqual(errors);
    for (const wrong of ['', ' ', 'a b', 'ä', 'a_b', 'a/b'])
      expect((await addCategory(admin, { slug: wrong, title: 'x' })).body.errors).toEqual({
        slug: errors.slug,
      });
    expect((await addCategory(admin, { slug: 'x', title: '\u200b' })).body.errors).toEqual({
      title: errors.title,
    });
    const again = await addCategory(admin, { slug: 'GENERAL', title: 'x' });
    expect([again.status, again.body.code, again.body.errors]).toEqual([
      409,
      'taken',
      { slug: FORUM_ERRORS.slugTaken },
    ]);
    const taken = await editCategory(admin, await firstCategoryId(admin), { slug: 'help' });
    expect([taken.status, taken.body.code]).toEqual([409, 'taken']);
  });

  it('can be deleted only by admins, who must move any threads to another category', async () => {
    const add = async (slug: string) => (await addCategory(admin, { slug, title: slug })).body.category.id;
    const [from, to] = [await add('from'), await add('to')];
    const kept = await createThread(player, from, { title: 'Kept' });
    const gone = await createThread(player, from, { title: 'Gone' });
    await createThread(player, to);
    await remove(moderator, gone.postId);
    expect((await removeCategory(moderator, from, { moveTo: to })).status).toBe(403);
    const full = await removeCategory(admin, from);
    expect([full.status, full.body.message]).toEqual([409, FORUM_ERRORS.categoryFull]);
    for (const moveTo of [from, 9_999])
      expect((await removeCategory(admin, from, { moveTo })).body.errors).toEqual({
        moveTo: FORUM_ERRORS.moveTo,
      });
    await threadsOf(player, { categoryId: to });
    expect((await removeCategory(admin, from, { moveTo: to })).body).toEqual({ deleted: 'category' });
    expect(await lastAuditEntry(db())).toMatchObject({
      kind: 'category.delete',
      actor_id: admin.id,
      subject: 'from',
      before: 'from · from',
      after: 'Threads moved to to · to',
    });
    expect((await categoriesOf(player)).find(({ id }) => id === to)?.threadCount).toBe(2);
    expect((await threadsOf(player, { categoryId: to })).body.threads[1]?.id).toBe(kept.id);
    expect((await restore(moderator, gone.id)).body.thread.categoryId).toBe(to);
    expect((await removeCategory(admin, from)).status).toBe(404);
    expect((await requestThread(player, { categoryId: from })).status).toBe(400);
    const empty = await add('empty');
    expect((await removeCategory(admin, empty)).status).toBe(200);
    const once = await createThread(player, await add('once'));
    await remove(moderator, once.postId);
    const held = (await threadOf(admin, once.id)).body.thread.categoryId;
    expect((await removeCategory(admin, held)).status).toBe(409);
  });
});

describe('a deleted thread', () => {
  /** Set the time at which a thread was deleted to `ms` milliseconds ago. */
  const age = (id: number, ms: number) =>
    query(
      db(),
      sql`update forum_threads set deleted_at = ${new Date(app.clock.now().getTime() - ms)} where id = ${id}`,
    );

  it('is visible only to staff, who can restore it completely for 30 days', async () => {
    const categoryId = await firstCategoryId(player);
    const { id, postId } = await createThread(player, categoryId, { title: 'Back again' });
    const replyId = await createReply(other, id);
    await like(player, replyId);
    const before = (await threadOf(player, id)).body;
    expect((await remove(moderator, postId)).body).toEqual({ deleted: 'thread' });
    for (const viewer of [player, other]) expect((await threadOf(viewer, id)).status).toBe(404);
    const seen = (await threadOf(moderator, id)).body;
    expect(seen.thread).toEqual({ ...before.thread, deletedAt: app.clock.now().toISOString() });
    expect(seen.posts).toHaveLength(2);
    expect((await threadsOf(moderator, { search: 'back again' })).body).toMatchObject({
      threads: [],
      total: 0,
    });
    for (const viewer of [player, moderator]) {
      expect((await requestReply(viewer, id)).status).toBe(404);
      expect((await like(viewer, replyId)).status).toBe(404);
      expect((await remove(viewer, postId)).status).toBe(404);
      expect((await remove(viewer, replyId)).status).toBe(404);
    }
    expect((await restore(player, id)).status).toBe(403);
    await age(id, LIMITS.restoreMs - 1);
    await purgeThreads(db(), app.site);
    expect((await restore(moderator, id)).body.thread).toEqual(before.thread);
    expect(await lastAuditEntry(db())).toMatchObject({
      kind: 'thread.restore',
      actor_id: moderator.id,
      target_id: player.id,
      subject: `thread ${id}`,
    });
    expect((await threadOf(player, id)).body).toEqual(before);
    const written = await acts();
    expect((await restore(moderator, id)).status).toBe(200);
    expect(await acts()).toBe(written);
  });

  it('can be restored only by admins if it belongs to the moderator, or if an admin deleted it', async () => {
    const categoryId = await firstCategoryId(player);
    const another = await createStaff(app, 'moderator');
    for (const [author, remover] of [
      [moderator, another],
      [player, admin],
    ] as const) {
      const { id, postId } = await createThread(author, categoryId);
      await remove(remover, postId);
      expect((await restore(moderator, id)).body).toMatchObject({
        code: 'forbidden',
        message: STAFF_LIMIT_TEXTS.restoredByAdmins,
      });
      expect((await threadOf(player, id)).status).toBe(404);
      expect((await restore(admin, id)).status).toBe(200);
    }
  });

  it('is removed immediately, with its replies, if its author deleted it', async () => {
    const { id, postId } = await createThread(player, await firstCategoryId(player));
    await createReply(other, id);
    expect((await remove(player, postId)).body).toEqual({ deleted: 'thread' });
    expect((await restore(admin, id)).status).toBe(404);
    expect((await threadOf(admin, id)).status).toBe(404);
    expect(await query(db(), sql`select 1 from forum_posts where thread_id = ${id}`)).toEqual([]);
  });

  it('is deleted permanently after 30 days', async () => {
    const categoryId = await firstCategoryId(player);
    const { id, postId } = await createThread(player, categoryId);
    await like(other, await createReply(other, id));
    await remove(moderator, postId);
    await age(id, LIMITS.restoreMs);
    expect((await restore(admin, id)).status).toBe(404);
    await purgeThreads(db(), app.site);
    expect((await threadOf(admin, id)).status).toBe(404);
    expect(await query(db(), sql`select 1 from forum_posts where thread_id = ${id}`)).toEqual([]);
    expect(await query(db(), sql`select 1 from forum_titles where thread_id = ${id}`)).toEqual([]);
  });
});

describe('the forum', () => {
  it('provides the text, media and context of a reported post if the reporter can see it', async () => {
    const categoryId = await firstCategoryId(player);
    const image = 'https://pictures.example/a.gif';
    const gif = 'https://media.giphy.com/media/x/giphy.gif';
    const { id, postId } = await createThread(player, categoryId, {
      title: 'Seen',
      body: `${image}\n${gif}`,
    });
    const ids = [postId];
    for (let n = 2; n <= 9; n++) ids.push(await createReply(other, id, `${n}`));
    const { site } = app;
    expect(await getReportedForumPost(db(), { site, id: postId, viewerId: other.id })).toEqual({
      ownerId: player.id,
      text: `Seen\n\n${image}\n${gif}`,
      media: [
        { url: image, kind: 'image', key: null, outside: true },
        { url: gif, kind: 'image', key: null },
      ],
      link: `/forum?thread=${id}&post=${postId}`,
      createdAt: app.clock.now(),
    });
    const around = async (at: number) =>
      (await getForumPostContext(db(), ids[at] as number)).map(({ text, isReported }) =>
        isReported ? `[${text}]` : text,
      );
    expect(await around(0)).toEqual([`[${image}\n${gif}]`, '2', '3', '4', '5', '6']);
    expect(await around(7)).toEqual(['3', '4', '5', '6', '7', '[8]', '9']);
    const stranger = await app.player();
    await block(other, stranger);
    const asked = { site, id: ids[1] as number, viewerId: stranger.id };
    expect(await getReportedForumPost(db(), asked)).toBeUndefined();
    await remove(other, ids[1] as number);
    expect(await getForumPostContext(db(), ids[1] as number)).toEqual([]);
    await remove(player, postId);
    expect(await getReportedForumPost(db(), { site, id: postId, viewerId: other.id })).toBeUndefined();
  });

  it('exports a player’s threads, posts and likes, and erases the likes in batches', async () => {
    const categoryId = await firstCategoryId(player);
    const writer = await app.player();
    const { id, postId } = await createThread(writer, categoryId, { title: 'Mine' });
    const { postId: liked } = await createThread(player, categoryId);
    for (const post of [postId, liked]) await like(writer, post);
    await like(other, liked);
    const taken = (name: string) => collectAll(exportSections(db(), writer.id)[name]);
    expect(await taken('forum-threads')).toMatchObject([
      { id, title: 'Mine', category: 'General', deletedAt: null },
    ]);
    expect(await taken('forum-posts')).toMatchObject([
      { id: postId, threadId: id, thread: 'Mine', position: 1, body: 'Where it begins', likes: 1 },
    ]);
    expect(await taken('forum-likes')).toMatchObject([{ id: postId }, { id: liked }]);
    // Insert more likes than are removed in one batch.
    await query(
      db(),
      sql`with posts as (
         insert into forum_posts (thread_id, user_id, position, body, like_count, created_at)
         select ${id}, ${player.id}, n, 'x', 1, now() from generate_series(2, 300) n returning id, created_at
       ), counted as (update forum_threads set post_count = 300, last_position = 300 where id = ${id})
       insert into forum_likes (post_id, user_id, created_at) select id, ${writer.id}, created_at from posts`,
    );
    const rounds: boolean[] = [];
    while (rounds.at(-1) !== true && rounds.length < 9)
      rounds.push(await transaction(db(), (tx) => erasePlayer(tx, app.site, writer.id)));
    expect(rounds).toEqual([false, false, true]);
    expect(await taken('forum-likes')).toEqual([]);
    expect((await like(player, liked)).body.likeCount).toBe(2);
  });
});
