import { APPEAL_ERRORS } from '@rivalhold/shared/texts/appeals.ts';
import { DAY, HOUR } from '@rivalhold/shared/time-units.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { firstEvent, type TestPlayer, useTestApp } from '../../testing/app.ts';
import { query } from '../../testing/queries.ts';
import { setRole } from '../accounts/service.ts';
import { waitForMail } from '../accounts/testing.ts';
import { decisionsOf, latestDecision } from '../decisions/testing.ts';
import { deleteWithoutJob } from '../deletion/testing.ts';
import { createPost } from '../feed/testing.ts';
import { auditEntriesAbout, createStaff, muteOf, suspendOf, unmuteOf } from '../moderation/testing.ts';
import { addPhoto } from '../photos/testing.ts';
import { latestRemoval, restoreEntry, undoSince } from '../staff-actions/testing.ts';
import { answerOf, appealOf, createAppeal, queueOf, tokenOf } from './testing.ts';

const app = useTestApp();
let admin: TestPlayer;
let moderator: TestPlayer;
let reviewer: TestPlayer;
beforeAll(async () => {
  [admin, moderator, reviewer] = [
    await createStaff(app, 'admin'),
    await createStaff(app),
    await createStaff(app),
  ];
});

const after = (ms: number): string => new Date(app.clock.now().getTime() + ms).toISOString();
const kindsAbout = async ({ id }: TestPlayer) => (await auditEntriesAbout(app, id)).map(({ kind }) => kind);

/** Create a player who has appealed against a mute. */
async function appellant(by = moderator): Promise<{ player: TestPlayer; id: number }> {
  const player = await app.player();
  await muteOf(by, player.id, { duration: '1m', rule: 'spam', reason: 'Advertising' });
  return { player, id: await createAppeal(player) };
}
/** Create a player who has appealed against the removal of a post. */
async function authorOfRemovedPost(by = moderator) {
  const player = await app.player();
  const postId = await createPost(player, 'A quote');
  await by.call('DELETE /api/feed/{id}', { params: { id: postId } });
  const isShown = async () =>
    (await admin.call('GET /api/feed/{id}', { params: { id: postId } })).status === 200;
  return { player, postId, id: await createAppeal(player), isShown };
}

describe('an answer', () => {
  it('that upholds a decision leaves it unchanged', async () => {
    const { player, id } = await appellant();
    const socket = await player.socket();
    const before = await latestDecision(player);
    const { status, body } = await answerOf(reviewer, id, 'upheld', { answer: ' The links were ads. ' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      answeredBy: reviewer.username,
      decision: { appeal: { outcome: 'upheld' } },
    });
    const now = await latestDecision(player);
    expect(now).toEqual({
      ...before,
      appeal: {
        ...before.appeal,
        outcome: 'upheld',
        answer: 'The links were ads.',
        answeredAt: after(0),
        bySoleAdmin: false,
        restored: null,
      },
    });
    expect(JSON.stringify(now)).not.toContain(reviewer.username);
    expect(await firstEvent(socket, 'notify:new')).toMatchObject({
      title: 'Your appeal was answered',
      text: 'The decision stays in place. The links were ads.',
      data: { link: '/decisions' },
    });
    expect((await auditEntriesAbout(app, player.id)).at(-1)).toMatchObject({
      kind: 'appeal.answer',
      actor_id: reviewer.id,
      subject: `decision ${id}`,
      after: 'upheld',
      reason: 'The links were ads.',
    });
  });

  it('lifts a mute', async () => {
    const { player, id } = await appellant();
    expect((await answerOf(reviewer, id, 'lifted')).status).toBe(200);
    expect((await player.call('POST /api/feed', { body: { body: 'Free' } })).status).toBe(201);
    expect(await latestDecision(player)).toMatchObject({ endedAt: after(0), appeal: { outcome: 'lifted' } });
    expect(await kindsAbout(player)).toEqual(['mute.begin', 'mute.end', 'appeal.answer']);
  });

  it('lifts a suspension, and the player can log in again', async () => {
    const player = await app.player();
    await query(app.site.db, sql`update users set email_verified_at = now() where id = ${player.id}`);
    await suspendOf(moderator, player.id);
    const token = await tokenOf(app, player);
    const { decisions } = (await app.browser().call('GET /api/appeals/{token}', { params: { token } })).body;
    const id = decisions[0]?.id ?? 0;
    await app.browser().call('POST /api/appeals/{token}', {
      params: { token },
      body: { decisionId: id, text: 'It was my brother.' },
    });
    await answerOf(reviewer, id, 'lifted', { answer: 'You were right.' });
    expect((await app.browser().signIn(player.username)).status).toBe(200);
    const mail = await waitForMail(
      app,
      `${player.username.toLowerCase()}@test.invalid`,
      'The decision was overturned.',
    );
    expect(mail.text).toContain('The decision was overturned. You were right.');
  });

  it('can change the end of a mute or suspension to an earlier time', async () => {
    const { player, id } = await appellant();
    for (const until of [undefined, after(-HOUR), after(30 * DAY), after(31 * DAY)])
      expect(
        (await answerOf(reviewer, id, 'changed', { ...(until && { until }) })).body.errors,
      ).toHaveProperty('until');
    expect((await answerOf(reviewer, id, 'changed', { until: after(DAY) })).status).toBe(200);
    expect(await player.user()).toMatchObject({ mutedUntil: after(DAY), muteReason: 'Advertising' });
    expect(await latestDecision(player)).toMatchObject({ endsAt: after(DAY), endedAt: null });

    const suspended = await app.player();
    await suspendOf(admin, suspended.id, { until: null, reason: 'Fraud' });
    const token = await tokenOf(app, suspended);
    const { decisions } = (await app.browser().call('GET /api/appeals/{token}', { params: { token } })).body;
    const decisionId = decisions[0]?.id ?? 0;
    await app
      .browser()
      .call('POST /api/appeals/{token}', { params: { token }, body: { decisionId, text: 'No' } });
    const boss = await createStaff(app, 'admin');
    expect((await answerOf(boss, decisionId, 'changed', { until: after(DAY) })).status).toBe(200);
    const { message } = (await app.browser().signIn(suspended.username)).body as { message?: string };
    expect(message).toContain('Your account is suspended until');
    expect(message).toContain('Reason: Fraud');
    app.clock.advance(DAY);
    expect((await app.browser().signIn(suspended.username)).status).toBe(200);
  });

  it('restores the content if it lifts a removal', async () => {
    const lifted = await authorOfRemovedPost();
    expect((await answerOf(reviewer, lifted.id, 'lifted')).body.decision.appeal?.restored).toBe(true);
    expect(await lifted.isShown()).toBe(true);
    expect(await latestDecision(lifted.player)).toMatchObject({ endedAt: after(0) });
    expect(await kindsAbout(lifted.player)).toEqual(['post.delete', 'appeal.answer', 'content.restore']);

    const owner = await app.player();
    const photo = await addPhoto(owner, 'A quote');
    await moderator.call('DELETE /api/photos/{id}', { params: { id: photo.id } });
    const photoId = await createAppeal(owner);
    await answerOf(reviewer, photoId, 'lifted');
    expect(
      (await owner.call('GET /api/photos/user/{userId}', { params: { userId: owner.id } })).body.photos,
    ).toHaveLength(1);

    const restored = await authorOfRemovedPost();
    await restoreEntry(admin, await latestRemoval(app));
    expect((await answerOf(reviewer, restored.id, 'lifted')).body.decision.appeal?.restored).toBe(true);
  });

  it('cannot set a new end for a removal or an ended mute', async () => {
    const removed = await authorOfRemovedPost();
    expect((await answerOf(reviewer, removed.id, 'changed', { until: after(HOUR) })).status).toBe(400);
    const muted = await appellant();
    await unmuteOf(moderator, muted.player.id);
    expect((await answerOf(reviewer, muted.id, 'changed', { until: after(HOUR) })).status).toBe(400);
    expect((await answerOf(reviewer, muted.id, 'lifted')).status).toBe(200);
  });

  it('must have text of at most 500 characters', async () => {
    const { player, id } = await appellant();
    for (const answer of ['', ' ', 'x'.repeat(501)])
      expect((await answerOf(reviewer, id, 'upheld', { answer })).body.errors).toHaveProperty('answer');
    await muteOf(moderator, player.id);
    const { id: other } = await latestDecision(player);
    expect((await answerOf(reviewer, other, 'upheld')).status).toBe(404);
    expect((await answerOf(reviewer, 999_999, 'upheld')).status).toBe(404);
  });
});

describe('two answers', () => {
  it('that arrive at the same time are not both accepted', async () => {
    for (const [one, other] of [
      ['upheld', 'lifted'],
      ['lifted', 'lifted'],
    ] as const)
      for (const { player, id } of [await appellant(), await authorOfRemovedPost()]) {
        const responses = await Promise.all([answerOf(reviewer, id, one), answerOf(admin, id, other)]);
        expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
        expect(responses.find(({ status }) => status === 409)?.body).toMatchObject({
          message: APPEAL_ERRORS.alreadyAnswered,
        });
        const { appeal, endedAt } = await latestDecision(player);
        expect(endedAt === null).toBe(appeal?.outcome === 'upheld');
        expect((await kindsAbout(player)).filter((kind) => kind === 'appeal.answer')).toHaveLength(1);
      }
  });

  it('that arrive one after the other are not both accepted', async () => {
    const { id, isShown } = await authorOfRemovedPost();
    expect((await answerOf(reviewer, id, 'lifted')).status).toBe(200);
    expect((await answerOf(reviewer, id, 'lifted')).status).toBe(409);
    expect((await answerOf(admin, id, 'upheld')).status).toBe(409);
    expect(await isShown()).toBe(true);
  });
});

it('an answer is rolled back completely if storing it fails', async () => {
  for (const { player, id } of [await appellant(), await authorOfRemovedPost()]) {
    const before = await decisionsOf(player);
    app.queryHooks.after = ({ text }) => {
      if (text.includes('update appeals')) throw new Error('The connection was lost');
    };
    expect((await answerOf(reviewer, id, 'lifted')).status).toBe(500);
    delete app.queryHooks.after;
    expect(await decisionsOf(player)).toEqual(before);
    expect(await kindsAbout(player)).not.toContain('appeal.answer');
    expect((await answerOf(reviewer, id, 'lifted')).status).toBe(200);
    expect(await latestDecision(player)).toMatchObject({ appeal: { outcome: 'lifted' } });
  }
});

describe('answering an appeal', () => {
  it('is forbidden for the player who appealed and the staff member who decided', async () => {
    const { player, id } = await appellant();
    expect((await answerOf(player, id, 'lifted')).status).toBe(403);
    const own = await answerOf(moderator, id, 'lifted');
    expect([own.status, own.body]).toMatchObject([403, { message: APPEAL_ERRORS.ownDecision }]);
    expect((await queueOf(moderator)).find((entry) => entry.id === id)?.refusal).toBe(
      APPEAL_ERRORS.ownDecision,
    );
    expect(await latestDecision(player)).toMatchObject({ endedAt: null, appeal: { outcome: null } });
  });

  it('is forbidden for a moderator if an admin decided or the player is staff', async () => {
    const { id } = await appellant(admin);
    const refused = await answerOf(reviewer, id, 'lifted');
    expect([refused.status, refused.body]).toMatchObject([403, { message: APPEAL_ERRORS.byAdmins }]);
    const staff = await createStaff(app);
    const post = await createPost(staff);
    await moderator.call('DELETE /api/feed/{id}', { params: { id: post } });
    const theirs = await createAppeal(staff);
    expect((await queueOf(staff)).map((entry) => entry.id)).not.toContain(theirs);
    expect((await staff.call('GET /api/mod/appeals/{id}', { params: { id: theirs } })).status).toBe(404);
    for (const [by, status] of [
      [staff, 404],
      [reviewer, 403],
      [admin, 200],
    ] as const)
      expect((await answerOf(by, theirs, 'lifted')).status).toBe(status);
  });

  it('is rejected for a former staff member, or after the player has deleted the account', async () => {
    const { player, id } = await appellant();
    const former = await createStaff(app);
    await setRole(app.site.db, app.site, { username: former.username, role: 'player' });
    expect((await answerOf(former, id, 'lifted')).status).toBe(403);
    await deleteWithoutJob(app, player);
    expect((await answerOf(reviewer, id, 'lifted')).status).toBe(404);
    expect(await kindsAbout(player)).not.toContain('appeal.answer');
  });

  it('is allowed for the only admin, even against their own decision', async () => {
    const admins = await query<{ id: number; username: string }>(
      app.site.db,
      sql`select id, username from users where role = 'admin'`,
    );
    const { player, id } = await appellant(admin);
    expect((await answerOf(admin, id, 'lifted')).status).toBe(403);
    for (const { id: other, username } of admins)
      if (other !== admin.id) await setRole(app.site.db, app.site, { username, role: 'player' });
    expect((await queueOf(admin)).find((entry) => entry.id === id)).toMatchObject({
      refusal: null,
      asSoleAdmin: true,
    });
    expect((await answerOf(admin, id, 'lifted')).status).toBe(200);
    expect((await latestDecision(player)).appeal).toMatchObject({ outcome: 'lifted', bySoleAdmin: true });
    expect((await auditEntriesAbout(app, player.id)).at(-1)?.subject).toBe(
      `decision ${id} (by the sole admin)`,
    );
  });
});

describe('the queue of appeals', () => {
  it('lists open appeals oldest first and answered appeals latest first', async () => {
    const fresh = await createStaff(app);
    const left = (await queueOf(fresh)).length;
    const ids: number[] = [];
    const players = [await app.player(), await app.player(), await app.player()];
    for (const player of players) await muteOf(moderator, player.id);
    // Appeal in reverse order, because the queue must be sorted by the time of the appeal, not of the decision.
    for (const player of players.reverse()) {
      app.clock.advance(1_000);
      ids.push(await createAppeal(player));
    }
    const pages: number[] = [];
    const readFrom = async (cursor: string | null): Promise<void> => {
      const query = { limit: 2, ...(cursor && { cursor }) };
      const { body } = await fresh.call('GET /api/mod/appeals', { query });
      pages.push(...body.items.map(({ id }) => id));
      if (body.nextCursor) await readFrom(body.nextCursor);
    };
    await readFrom(null);
    expect(pages.slice(left)).toEqual(ids);
    for (const id of ids) {
      app.clock.advance(1_000);
      await answerOf(fresh, id, 'upheld');
    }
    const answered = await queueOf(fresh, 'answered');
    expect(answered.slice(0, 3).map(({ id }) => id)).toEqual(ids.reverse());
    const first = (await fresh.call('GET /api/mod/appeals', { query: { state: 'answered', limit: 1 } })).body;
    const next = await fresh.call('GET /api/mod/appeals', {
      query: { state: 'answered', limit: 1, cursor: String(first.nextCursor) },
    });
    expect([first.items[0]?.id, next.body.items[0]?.id]).toEqual(ids.slice(0, 2));
  });
});

it('undoing a staff member’s actions restores a sanction that the staff member lifted', async () => {
  const { player, id } = await appellant();
  const thief = await createStaff(app);
  app.clock.advance(1_000);
  const since = app.clock.now();
  await answerOf(thief, id, 'lifted');
  expect((await undoSince(admin, thief.id, since)).body.sanctions).toBe(1);
  expect(await latestDecision(player)).toMatchObject({
    id,
    endedAt: null,
    appeal: { outcome: null, answer: null },
  });
  expect((await appealOf(player)).status).toBe(409);
  expect((await answerOf(reviewer, id, 'upheld')).status).toBe(200);
});

it('undoing a staff member’s actions deletes content that the staff member restored', async () => {
  const { player, postId, id } = await authorOfRemovedPost();
  const earlier = await latestDecision(player);
  const thief = await createStaff(app);
  const author = await app.player();
  const ownPost = await createPost(author, 'Deleted and restored by the same person');
  app.clock.advance(1_000);
  const since = app.clock.now();
  await answerOf(thief, id, 'lifted');
  await thief.call('DELETE /api/feed/{id}', { params: { id: ownPost } });
  const again = await createAppeal(author);
  await answerOf(admin, again, 'lifted');
  const isShown = async (postOf: TestPlayer, shownId: number) =>
    (await postOf.call('GET /api/feed/{id}', { params: { id: shownId } })).status === 200;
  expect([await isShown(player, postId), await isShown(author, ownPost)]).toEqual([true, true]);
  app.clock.advance(1_000);
  expect((await undoSince(admin, thief.id, since)).body).toMatchObject({ content: 1, failed: 0 });
  expect([await isShown(player, postId), await isShown(author, ownPost)]).toEqual([false, true]);
  const { rule, reason, endedAt, appeal, id: newId } = await latestDecision(player);
  expect({ rule, reason, endedAt, appeal }).toEqual({
    rule: earlier.rule,
    reason: earlier.reason,
    endedAt: null,
    appeal: null,
  });
  expect(newId).not.toBe(id);
  expect((await undoSince(admin, thief.id, since)).body).toMatchObject({ content: 0, failed: 0 });
  // The player can appeal against the new decision.
  expect((await appealOf(player)).status).toBe(201);
});
