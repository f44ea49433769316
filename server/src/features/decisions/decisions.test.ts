import { LIMITS } from '@rivalhold/shared/limits.ts';
import { DAY } from '@rivalhold/shared/time-units.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import {
  nextEvent,
  PASSWORD,
  signInAgain,
  signUpBody,
  type TestPlayer,
  uniqueName,
  useTestApp,
} from '../../testing/app.ts';
import { query } from '../../testing/queries.ts';
import { sendLobbyMessage } from '../chat/testing.ts';
import { uploadClip } from '../clips/testing.ts';
import { erase } from '../deletion/service.ts';
import { deleteWithoutJob } from '../deletion/testing.ts';
import { sendDirectMessage } from '../dms/testing.ts';
import { createPost } from '../feed/testing.ts';
import { createReply, createThread, firstCategoryId } from '../forum/testing.ts';
import { suspendByOperator } from '../moderation/service.ts';
import { createStaff, muteOf, restoreOf, suspendOf, unmuteOf } from '../moderation/testing.ts';
import { addPhoto } from '../photos/testing.ts';
import { createReport, performReportAction } from '../reports/testing.ts';
import { latestRemoval, restoreEntry, undoSince } from '../staff-actions/testing.ts';
import { decisionsOf, latestDecision } from './testing.ts';

const app = useTestApp();
let admin: TestPlayer;
let moderator: TestPlayer;
let reporter: TestPlayer;
beforeAll(async () => {
  [admin, moderator, reporter] = [
    await createStaff(app, 'admin'),
    await createStaff(app),
    await app.player(),
  ];
});

const REASON = { rule: 'spam', reason: ' Advertising ' } as const;
const after = (ms: number): string => new Date(app.clock.now().getTime() + ms).toISOString();

describe('a mute or suspension', () => {
  it('is shown to the player as a decision, without the names of staff', async () => {
    const player = await app.player();
    const changed = nextEvent(await player.socket(), 'decision:changed');
    await muteOf(moderator, player.id, { duration: '1d', ...REASON });
    expect(await changed).toEqual({});
    const [decision, ...others] = await decisionsOf(player);
    expect(others).toEqual([]);
    expect(decision).toEqual({
      id: expect.any(Number),
      kind: 'mute',
      scope: 'publishing',
      rule: 'spam',
      reason: 'Advertising',
      excerpt: null,
      createdAt: after(0),
      endsAt: after(DAY),
      endedAt: null,
      appealUntil: after(LIMITS.appeal.ms),
      appeal: null,
    });
    expect(await decisionsOf(reporter)).toEqual([]);
    const [notice] = (await player.call('GET /api/notifications')).body.items;
    expect(notice?.data.link).toBe('/decisions');
  });

  it('has the rule “other” and an empty reason by default', async () => {
    const player = await app.player();
    expect((await muteOf(moderator, player.id)).status).toBe(200);
    expect(await latestDecision(player)).toMatchObject({ rule: 'other', reason: '' });
    expect((await suspendOf(moderator, player.id)).status).toBe(200);
    await restoreOf(moderator, player.id);
    const again = await signInAgain(app, player);
    expect(await latestDecision(again)).toMatchObject({
      kind: 'suspension',
      rule: 'other',
      reason: 'Cheats',
    });
    expect((await muteOf(moderator, player.id, { duration: '1d', rule: 'boredom' })).status).toBe(400);
  });

  it('ends when staff replace or lift it', async () => {
    const player = await app.player();
    await muteOf(moderator, player.id, { duration: '1y' });
    app.clock.advance(1_000);
    await muteOf(moderator, player.id, { duration: '1d' });
    const replacedAt = after(0);
    app.clock.advance(1_000);
    expect((await decisionsOf(player)).map(({ endedAt }) => endedAt)).toEqual([null, replacedAt]);
    await unmuteOf(moderator, player.id);
    expect((await decisionsOf(player)).map(({ endedAt }) => endedAt)).toEqual([after(0), replacedAt]);
  });

  it('is in effect again after an admin undoes the action that replaced it', async () => {
    const [player, thief] = [await app.player(), await createStaff(app)];
    await muteOf(moderator, player.id, { duration: '1y', ...REASON });
    app.clock.advance(1_000);
    const since = app.clock.now();
    await muteOf(thief, player.id, { duration: '1d' });
    expect((await undoSince(admin, thief.id, since)).body.sanctions).toBe(1);
    const [theirs, first] = await decisionsOf(player);
    expect([theirs?.endedAt, first?.endedAt, first?.reason]).toEqual([after(0), null, 'Advertising']);
    const fresh = await app.player();
    await muteOf(thief, fresh.id);
    await undoSince(admin, thief.id, since);
    expect(await decisionsOf(fresh)).toMatchObject([{ endedAt: after(0) }]);
  });

  it('is also stored as a decision if it comes from the operator or an accepted proposal', async () => {
    const [one, other] = [await app.player(), await app.player()];
    await suspendByOperator(app.site.db, app.site, { userId: one.id, until: null, reason: 'Fraud' });
    await moderator.call('POST /api/mod/suspension-proposals/{userId}', {
      params: { userId: other.id },
      body: { rule: 'cheating', reason: 'Scripts' },
    });
    await admin.call('POST /api/admin/suspension-proposals/{userId}/accept', {
      params: { userId: other.id },
    });
    const rows = await query(
      app.site.db,
      sql`select user_id, rule, reason, decided_by, ends_at from decisions where user_id in (${one.id}, ${other.id})
          order by user_id`,
    );
    expect(rows).toEqual([
      { user_id: one.id, rule: 'other', reason: 'Fraud', decided_by: null, ends_at: null },
      { user_id: other.id, rule: 'cheating', reason: 'Scripts', decided_by: admin.id, ends_at: null },
    ]);

    const muted = await app.player();
    await muteOf(moderator, muted.id, { duration: '1y', ...REASON });
    await admin.call('DELETE /api/admin/users/{id}', { params: { id: muted.id } });
    const again = app.browser();
    const email = `${muted.username.toLowerCase()}@test.invalid`;
    await again.call('POST /api/users', { body: { ...signUpBody(uniqueName()), email, password: PASSWORD } });
    const { items } = (await again.call('GET /api/decisions')).body;
    expect(items).toMatchObject([{ kind: 'mute', rule: 'other', reason: 'Advertising', endedAt: null }]);
  });
});

/**
 * Each entry has a kind of content and a function that creates such content. The function returns the route and the
 * parameters with which staff delete the content, and the excerpt to expect in the decision.
 */
const REMOVALS = [
  [
    'post',
    async (author: TestPlayer) => ['DELETE /api/feed/{id}', { id: await createPost(author, 'Buy!') }, 'Buy!'],
  ],
  [
    'comment',
    async (author: TestPlayer) => {
      const id = await createPost(reporter);
      const { body } = await author.call('POST /api/feed/{id}/comments', {
        params: { id },
        body: { body: 'Buy!' },
      });
      return ['DELETE /api/feed/{id}/comments/{commentId}', { id, commentId: body.comment.id }, 'Buy!'];
    },
  ],
  [
    'profileComment',
    async (author: TestPlayer) => {
      const params = { id: reporter.id };
      const { body } = await author.call('POST /api/profiles/{id}/status/comments', {
        params,
        body: { body: 'Buy!' },
      });
      const key = 'DELETE /api/profiles/{id}/status/comments/{commentId}';
      return [key, { ...params, commentId: body.comment.id }, 'Buy!'];
    },
  ],
  [
    'photo',
    async (author: TestPlayer) => ['DELETE /api/photos/{id}', await addPhoto(author, 'Buy!'), 'Buy!'],
  ],
  [
    'clip',
    async (author: TestPlayer) => ['DELETE /api/clips/{id}', await uploadClip(author, 'Buy!'), 'Buy!'],
  ],
  [
    'chatMessage',
    async (author: TestPlayer) => {
      const { message } = await sendLobbyMessage(await author.socket(), 'Buy!');
      return ['DELETE /api/mod/messages/{id}', message, 'Buy!'];
    },
  ],
  [
    'thread',
    async (author: TestPlayer) => {
      const { postId: id } = await createThread(author, await firstCategoryId(author));
      return ['DELETE /api/forum-posts/{id}', { id }, expect.any(String)];
    },
  ],
  [
    'forumPost',
    async (author: TestPlayer) => {
      const { id } = await createThread(reporter, await firstCategoryId(author));
      return ['DELETE /api/forum-posts/{id}', { id: await createReply(author, id, 'Buy!') }, 'Buy!'];
    },
  ],
  [
    'avatar',
    async (author: TestPlayer) => {
      const { id } = await addPhoto(author);
      await author.call('PATCH /api/photos/{id}/avatar', { params: { id } });
      return ['PATCH /api/users/{id}/avatar/clear', { id: author.id }, null];
    },
  ],
] as const;

describe('a removal', () => {
  it.each(REMOVALS)(
    'is stored as a decision, and notifies the author (content: %s)',
    async (scope, create) => {
      for (const [reason, expected] of [
        [REASON, { rule: 'spam', reason: 'Advertising' }],
        [undefined, { rule: 'other', reason: '' }],
      ] as const) {
        const author = await app.player();
        const [key, params, excerpt] = await create(author);
        const { status } = await admin.call(key as 'DELETE /api/feed/{id}', {
          params: params as { id: number },
          ...(reason && { body: reason }),
        });
        expect(status).toBe(200);
        expect(await decisionsOf(author)).toMatchObject([
          { kind: 'removal', scope, excerpt, endsAt: null, endedAt: null, ...expected },
        ]);
        const [notice] = (await author.call('GET /api/notifications')).body.items;
        expect(notice).toMatchObject({ title: 'Removed by staff', data: { link: '/decisions' } });
        expect(notice?.text.includes('Reason: Advertising')).toBe(reason !== undefined);
      }
    },
  );

  it('that resolves a report has the rule that staff chose', async () => {
    const author = await app.player();
    const reportId = await createReport(reporter, 'post', await createPost(author));
    await performReportAction(moderator, reportId, {
      action: 'resolve',
      outcome: 'mute',
      duration: '1d',
      rule: 'harassment',
      text: 'Insults',
      alsoDelete: true,
    });
    const found = await decisionsOf(author);
    expect(found.map(({ kind, rule, reason }) => [kind, rule, reason])).toEqual([
      ['mute', 'harassment', 'Insults'],
      ['removal', 'harassment', 'Insults'],
    ]);
    const { items } = (await author.call('GET /api/notifications')).body;
    expect(items.filter(({ title }) => title === 'Removed by staff')).toHaveLength(1);
    for (const text of [reporter.username, moderator.username])
      expect(JSON.stringify([found, items])).not.toContain(text);
  });

  it('creates a decision that quotes a profile’s status, but not a reported direct message', async () => {
    const author = await app.player();
    const { message } = await sendDirectMessage(await author.socket(), author, reporter, 'Buy!');
    const messageReport = await createReport(reporter, 'message', message.id);
    await performReportAction(moderator, messageReport, {
      action: 'resolve',
      outcome: 'delete',
      rule: 'spam',
    });
    await author.call('PATCH /api/users/me/status', { body: { statusMessage: 'Buy!' } });
    const profileReport = await createReport(reporter, 'profile', author.id);
    await performReportAction(moderator, profileReport, { action: 'resolve', outcome: 'delete' });
    expect(await decisionsOf(author)).toMatchObject([
      { scope: 'profile', excerpt: 'Buy!' },
      { scope: 'message', rule: 'spam', excerpt: null },
    ]);
  });

  it('creates no decision if authors delete their own content', async () => {
    const author = await app.player();
    const [own, theirs] = [await createPost(author), await createPost(author)];
    await author.call('DELETE /api/feed/{id}', { params: { id: own }, body: REASON });
    expect(await decisionsOf(author)).toEqual([]);
    await moderator.call('DELETE /api/feed/{id}', { params: { id: theirs } });
    app.clock.advance(1_000);
    await restoreEntry(admin, await latestRemoval(app));
    expect(await decisionsOf(author)).toMatchObject([{ endedAt: after(0) }]);
  });

  it('is rejected and deletes nothing if the reason is invalid', async () => {
    const author = await app.player();
    const id = await createPost(author);
    for (const body of [{ reason: 'x'.repeat(501) }, { rule: 'boredom' }, { text: 'Spam' }, 'Spam'])
      expect((await moderator.call('DELETE /api/feed/{id}', { params: { id }, body })).status).toBe(400);
    expect((await author.call('GET /api/feed/{id}', { params: { id } })).status).toBe(200);
    expect(await decisionsOf(author)).toEqual([]);
  });

  it('stores no decision if the deletion is rolled back', async () => {
    const author = await app.player();
    const id = await createPost(author);
    // Make a statement fail after the decision has been recorded.
    app.queryHooks.before = ({ text }) => {
      if (text.includes('feed:deleted') || text.includes('delete from notifications'))
        throw new Error('The connection was lost');
    };
    const { status } = await moderator.call('DELETE /api/feed/{id}', { params: { id } });
    delete app.queryHooks.before;
    expect(status).toBe(500);
    expect((await author.call('GET /api/feed/{id}', { params: { id } })).status).toBe(200);
    expect(await decisionsOf(author)).toEqual([]);
  });
});

it('a page of decisions ends with a cursor for the next page', async () => {
  const player = await app.player();
  for (let n = 0; n < 3; n++) await muteOf(moderator, player.id);
  const first = (await player.call('GET /api/decisions', { query: { limit: 2 } })).body;
  expect(first.items).toHaveLength(2);
  const next = await player.call('GET /api/decisions', { query: { cursor: String(first.nextCursor) } });
  expect([next.body.items.length, next.body.nextCursor]).toEqual([1, null]);
});

it('deleting an account erases the decisions about the player', async () => {
  const [staff, player, other] = [await createStaff(app), await app.player(), await app.player()];
  await muteOf(staff, player.id);
  await muteOf(staff, other.id);
  for (const { id } of [player, staff]) {
    await deleteWithoutJob(app, { id });
    await erase(app.site, id);
  }
  const rows = await query(
    app.site.db,
    sql`select user_id, decided_by from decisions where user_id in (${player.id}, ${other.id})`,
  );
  expect(rows).toEqual([{ user_id: other.id, decided_by: staff.id }]);
  const author = await app.player();
  const post = await createPost(author);
  await deleteWithoutJob(app, author);
  expect((await moderator.call('DELETE /api/feed/{id}', { params: { id: post } })).status).toBe(200);
  expect(await query(app.site.db, sql`select 1 from decisions where user_id = ${author.id}`)).toEqual([]);
});
