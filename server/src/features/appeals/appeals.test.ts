import { utcTime } from '@rivalhold/shared/dates.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { APPEAL_ERRORS } from '@rivalhold/shared/texts/appeals.ts';
import { HOUR } from '@rivalhold/shared/time-units.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { nextEvent, PASSWORD, signInAgain, type TestPlayer, useTestApp } from '../../testing/app.ts';
import { queryValue } from '../../testing/queries.ts';
import { decisionsOf, latestDecision } from '../decisions/testing.ts';
import { erase } from '../deletion/service.ts';
import { deleteWithoutJob } from '../deletion/testing.ts';
import { createStaff, muteOf, restoreOf, suspendOf } from '../moderation/testing.ts';
import { appealOf, createAppeal, queueOf, tokenOf } from './testing.ts';

const app = useTestApp();
let moderator: TestPlayer;
let reviewer: TestPlayer;
beforeAll(async () => {
  [moderator, reviewer] = [await createStaff(app), await createStaff(app)];
});

/** Create a player with an active mute. */
async function mutedPlayer(): Promise<TestPlayer> {
  const player = await app.player();
  await muteOf(moderator, player.id, { duration: '1d', rule: 'spam', reason: 'Advertising' });
  return player;
}
/** Create a player with an active suspension. */
async function suspendedPlayer(): Promise<TestPlayer> {
  const player = await app.player();
  await suspendOf(moderator, player.id);
  return player;
}
const count = () => queryValue<number>(app.site.db, sql`select count(*)::integer from appeals`);

describe('an appeal', () => {
  it('is stored once, and waits in the queue of staff', async () => {
    const player = await mutedPlayer();
    const changed = nextEvent(await player.socket(), 'decision:changed');
    const { status, body } = await appealOf(player, { text: '  It was a quote. ' });
    expect(status).toBe(201);
    expect(body.decision.appeal).toEqual({
      text: 'It was a quote.',
      createdAt: app.clock.now().toISOString(),
      outcome: null,
      answer: null,
      answeredAt: null,
      bySoleAdmin: false,
      restored: null,
    });
    expect(await changed).toEqual({});
    expect(await latestDecision(player)).toEqual(body.decision);
    const again = await appealOf(player);
    expect([again.status, again.body.message]).toEqual([409, APPEAL_ERRORS.alreadyAppealed]);
    const found = (await queueOf(reviewer)).find(({ id }) => id === body.decision.id);
    expect(found).toMatchObject({
      player: { id: player.id, username: player.username },
      decidedBy: moderator.username,
      answeredBy: null,
      refusal: null,
      asSoleAdmin: false,
    });
  });

  it('is stored once if two requests send it concurrently', async () => {
    const player = await mutedPlayer();
    const before = await count();
    const { id } = await latestDecision(player);
    const responses = await Promise.all([appealOf(player, { id }), appealOf(player, { id })]);
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409]);
    const other = await mutedPlayer();
    const first = await appealOf(other, { key: 'one' });
    expect(await appealOf(other, { key: 'one' })).toMatchObject({ status: 201, body: first.body });
    expect(await count()).toBe(before + 2);
  });

  it('needs a decision about the player, and text of at most 2,000 characters', async () => {
    const [player, other] = [await mutedPlayer(), await mutedPlayer()];
    for (const text of ['', ' \u200b ', 'x'.repeat(LIMITS.appeal.text + 1)])
      expect((await appealOf(player, { text })).body.errors).toHaveProperty('text');
    const { id } = await latestDecision(player);
    expect((await appealOf(other, { id })).status).toBe(404);
    expect((await appealOf(moderator, { id })).status).toBe(404);
    expect((await appealOf(player, { id: 999_999 })).status).toBe(404);
    expect((await latestDecision(player)).appeal).toBeNull();
  });

  it('is erased with the account', async () => {
    const [player, other] = [await mutedPlayer(), await mutedPlayer()];
    const id = await createAppeal(player);
    const theirs = await latestDecision(other);
    for (const { id: userId } of [player, other]) {
      await deleteWithoutJob(app, { id: userId });
      await erase(app.site, userId);
    }
    expect((await appealOf(other, { id: theirs.id })).status).toBe(401);
    expect((await queueOf(reviewer)).some((entry) => entry.id === id)).toBe(false);
    expect((await reviewer.call('GET /api/mod/appeals/{id}', { params: { id } })).status).toBe(404);
    expect(
      await queryValue(app.site.db, sql`select count(*)::integer from appeals where decision_id = ${id}`),
    ).toBe(0);
  });
});

describe('a suspended player', () => {
  it('gets the reason and an appeal token only with the right password', async () => {
    const player = await suspendedPlayer();
    const { status, body } = await app.browser().signIn(player.username);
    expect(status).toBe(403);
    expect(body).toMatchObject({
      code: 'suspended',
      message: `Your account is suspended until ${utcTime(new Date('2026-06-21T12:00:00.000Z'))}. Reason: Cheats`,
      appealToken: expect.any(String),
    });
    const wrong = await app.browser().signIn(player.username, 'not the password');
    expect([wrong.status, wrong.body.appealToken]).toEqual([401, undefined]);
    expect(
      await queryValue(app.site.db, sql`select count(*)::integer from sessions where user_id = ${player.id}`),
    ).toBe(0);
  });

  it('can use the appeal token for one appeal', async () => {
    const player = await suspendedPlayer();
    const token = await tokenOf(app, player);
    const guest = app.browser();
    const view = () => guest.call('GET /api/appeals/{token}', { params: { token } });
    const { body } = await view();
    expect(body).toMatchObject({
      username: player.username,
      decisions: [{ kind: 'suspension', reason: 'Cheats' }],
    });
    const decisionId = body.decisions[0]?.id ?? 0;
    const send = (text = 'It was my brother.', id = decisionId) =>
      guest.call('POST /api/appeals/{token}', { params: { token }, body: { decisionId: id, text } });
    const other = await mutedPlayer();
    expect((await send('')).status).toBe(400);
    expect((await send('Mine?', (await latestDecision(other)).id)).status).toBe(404);
    // The two rejected appeals have not used up the token. Only the first of two concurrent appeals is accepted.
    const responses = await Promise.all([send(), send()]);
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 400]);
    for (const response of [await send(), await view()])
      expect([response.status, response.body.code]).toEqual([400, 'invalidToken']);
    expect((await queueOf(reviewer)).find(({ id }) => id === decisionId)?.decision.appeal?.text).toBe(
      'It was my brother.',
    );
    // A new token does not allow a second appeal.
    const next = await tokenOf(app, player);
    const again = await guest.call('POST /api/appeals/{token}', {
      params: { token: next },
      body: { decisionId, text: 'Again' },
    });
    expect([again.status, again.body.message]).toEqual([409, APPEAL_ERRORS.alreadyAppealed]);
  });

  it('cannot use the appeal token after an hour or a later sign-in attempt', async () => {
    const player = await suspendedPlayer();
    const viewStatus = async (token: string) =>
      (await app.browser().call('GET /api/appeals/{token}', { params: { token } })).status;
    const first = await tokenOf(app, player);
    const second = await tokenOf(app, player);
    expect([await viewStatus(first), await viewStatus(second)]).toEqual([400, 200]);
    app.clock.advance(HOUR - 1);
    expect(await viewStatus(second)).toBe(200);
    app.clock.advance(1);
    expect(await viewStatus(second)).toBe(400);
    const sent = await app.browser().call('POST /api/appeals/{token}', {
      params: { token: second },
      body: { decisionId: 1, text: 'Too late' },
    });
    expect([sent.status, sent.body.code]).toEqual([400, 'invalidToken']);
    const third = await tokenOf(app, player);
    await deleteWithoutJob(app, player);
    expect(await viewStatus(third)).toBe(400);
  });

  it('cannot use the appeal token to log in or to change the account', async () => {
    const player = await suspendedPlayer();
    const token = await tokenOf(app, player);
    const guest = app.browser();
    for (const cookie of ['sid', '__Host-sid', ...player.cookies.keys()]) guest.cookies.set(cookie, token);
    expect(await guest.user()).toBeNull();
    for (const key of ['GET /api/decisions', 'GET /api/notifications', 'GET /api/sessions'] as const) {
      const { status } = await app.browser().call(key, { headers: { authorization: `Bearer ${token}` } });
      expect([key, status]).toEqual([key, 401]);
    }
    const params = { token };
    const reset = { params, body: { newPassword: `${PASSWORD}-2` } };
    const browser = app.browser();
    expect((await browser.call('GET /api/users/reset-password/{token}', { params })).status).toBe(400);
    expect((await browser.call('POST /api/users/reset-password/{token}', reset)).status).toBe(400);
    expect((await browser.call('POST /api/users/confirm-email/{token}', { params })).status).toBe(400);
    expect((await browser.call('POST /api/users/undo-email-change/{token}', { params })).status).toBe(400);
    // None of these calls has used up the token.
    expect((await browser.call('GET /api/appeals/{token}', { params })).status).toBe(200);
  });

  it('gets no appeal token after the suspension has ended', async () => {
    const player = await suspendedPlayer();
    const params = { token: await tokenOf(app, player) };
    await restoreOf(moderator, player.id);
    expect((await app.browser().call('GET /api/appeals/{token}', { params })).status).toBe(400);
    expect(
      await queryValue(
        app.site.db,
        sql`select count(*)::integer from email_tokens
            where user_id = ${player.id} and kind = 'appeal'`,
      ),
    ).toBe(0);
    const { status, body } = await app.browser().signIn(player.username);
    expect([status, body.appealToken]).toEqual([200, undefined]);
    expect(await decisionsOf(await signInAgain(app, player))).toHaveLength(1);
  });
});
