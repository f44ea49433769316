import { serverEvents } from '@rivalhold/shared/contract/index.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { transaction } from '../../platform/db/db.ts';
import { emitRaw, nextEvent, type TestPlayer, type TestSocket, useTestApp } from '../../testing/app.ts';
import type { Scene } from '../../testing/cases.ts';
import { makeScene, swapPlayers } from '../../testing/scene.ts';
import { EVENT_CASES, missingCases, ROUTES } from '../../tests/cases.ts';
import { recordActivity } from '../activity/service.ts';
import { historyOf } from '../chat/testing.ts';
import { uploadClip } from '../clips/testing.ts';
import { block } from './testing.ts';

/** Return the dashboard, but leave out the leaderboard, because blocks do not change it. */
const ownDashboard = async (me: TestPlayer) => {
  const { status, body } = await me.call('GET /api/dashboard');
  return { status, body: { ...body, leaderboard: null } };
};

const app = useTestApp();
let pair: [TestPlayer, TestPlayer];
let sockets: [TestSocket, TestSocket];
/** The test content of the two players, from each player's point of view. */
let scenes: [Scene, Scene];
const events: { to: number; event: string; text: string; payload: unknown }[] = [];

beforeAll(async () => {
  pair = [await app.player('Blocker.One'), await app.player('Blocked.Two')];
  const [one, two] = pair;
  const scene = await makeScene(app, one, two);
  scenes = [scene, swapPlayers(scene)];
  sockets = [await one.socket(), await two.socket()];
  expect((await block(one, two)).status).toBe(201);
  // Before recording events, wait for a last event. Events keep their order, so all earlier events arrive before it.
  const settled = sockets.map((socket) => nextEvent(socket, 'combatStateUpdate'));
  const { body: fight } = await one.call('GET /api/combat/{userId}', {
    params: { userId: one.id },
    query: { opponentId: scene.third.id },
  });
  app.site.realtime.emitVolatile([one.id, two.id], 'combatStateUpdate', { combat: fight });
  await Promise.all(settled);
  for (const [index, socket] of sockets.entries())
    socket.onAny((event: string, payload: unknown) =>
      events.push({ to: (pair[index] as TestPlayer).id, event, payload, text: JSON.stringify(payload) }),
    );
});

describe('access across a block', () => {
  it('every route about a player or their content has a test case', () => {
    expect(missingCases()).toEqual([]);
  });

  const steps = ROUTES.flatMap(([key, { call, acrossBlock: declared }]) => {
    if (typeof declared === 'number' && call) return [[key, declared, call] as const];
    return typeof declared === 'object' ? [[key, declared.status, declared.call] as const] : [];
  });
  for (const [index, direction] of ['the blocker', 'the blocked player'].entries())
    it.each(steps)(`%s responds with %i when called by ${direction}`, async (key, expected, call) => {
      const scene = scenes[index] as Scene;
      const { status, body } = await scene.me.call(key, call(scene));
      expect(status).toBe(expected);
      if (status === 403) expect(body.message).not.toMatch(/block/i);
      if (key === 'GET /api/activity') expect(body).toEqual({ items: [], nextCursor: null });
      if (key === 'GET /api/dms/{userId}') expect(body).toMatchObject({ canWrite: false });
      if (key === 'POST /api/blocks/{userId}' && index === 1)
        await scene.me.call('DELETE /api/blocks/{userId}', { params: { userId: scene.other.id } });
    });

  it.each(Object.entries(EVENT_CASES))(
    'the event %s gets the response declared in its test case, in both directions',
    async (event, { acrossBlock, payload }) => {
      for (const [index, scene] of scenes.entries()) {
        const answer = await emitRaw(sockets[index] as TestSocket, event, payload(scene));
        expect([answer.ok, answer.code ?? null]).toEqual([acrossBlock === null, acrossBlock]);
        if (event === 'presence:get') expect(answer).toMatchObject({ userIds: [] });
      }
    },
  );

  it('lists leave out the other player', async () => {
    for (const { me, other, third, thirdContent } of scenes) {
      const lists = await Promise.all([
        me.call('GET /api/friendships'),
        me.call('GET /api/friend-requests'),
        me.call('GET /api/friend-requests/outgoing'),
        me.call('GET /api/notifications'),
        me.call('GET /api/combat/open'),
        me.call('GET /api/activity', { query: { scope: 'global', limit: 50 } }),
        me.call('GET /api/feed', { query: { limit: 50 } }),
        me.call('GET /api/feed'),
        ownDashboard(me),
        me.call('GET /api/clips/feed'),
        me.call('GET /api/feed/{id}/comments', { params: { id: thirdContent.post } }),
        me.call('GET /api/likes/{postId}/likers', { params: { postId: thirdContent.post } }),
        me.call('GET /api/forum-threads'),
        me.call('GET /api/forum-threads', { query: { search: `by ${other.username}` } }),
        me.call('GET /api/forum-threads/{id}', { params: { id: thirdContent.thread } }),
        me.call('GET /api/profiles'),
        me.call('GET /api/profiles/{id}/status/comments', { params: { id: third.id } }),
      ]);
      for (const { status, body } of lists) {
        expect(status).toBe(200);
        expect(JSON.stringify(body)).not.toContain(other.username);
      }
    }
  });

  it('no event caused by one player reaches the other', async () => {
    const threadId = scenes[0].thirdContent.thread;
    for (const socket of sockets)
      expect(await emitRaw(socket, 'forum:watch', { threadId })).toMatchObject({ ok: true });
    for (const [index, { me, other, third, thirdContent }] of scenes.entries()) {
      for (const text of ['/flex', '/roll', `By ${me.username}`])
        await emitRaw(sockets[index] as TestSocket, 'chat message', { text });
      await me.call('POST /api/forum-posts', {
        body: { threadId, body: `@${other.username.toLowerCase()} of ${me.username}` },
      });
      await me.call('PATCH /api/users/me/status', { body: { statusMessage: `I am ${me.username}` } });
      await me.call('POST /api/feed', { body: { body: `To @${other.username.toLowerCase()}` } });
      const id = thirdContent.post;
      await me.call('POST /api/feed/{id}/comments', { params: { id }, body: { body: `@${other.username}` } });
      await uploadClip(me, `By ${me.username}`);
      await transaction(app.site.db, (tx) =>
        recordActivity(tx, app.site, {
          type: 'NEW_FRIEND',
          ownerId: third.id,
          actorId: me.id,
          at: app.clock.now(),
        }),
      );
    }
    // Send a last event. Events keep their order, so once a third player has received this event, the two
    // players have received all earlier events that are sent to them.
    const third = await app.player();
    const socket = await third.socket();
    const received = new Promise((resolve) => socket.once('user:status', resolve));
    await scenes[0].me.call('PATCH /api/users/me/status', { body: { statusMessage: 'the last' } });
    await received;
    for (const [index, { me, other }] of scenes.entries()) {
      const lobby = JSON.stringify(await historyOf(sockets[index] as TestSocket));
      expect(lobby).toContain(me.username);
      expect(lobby).not.toContain(other.username);
      const own = events.filter((event) => event.to === me.id);
      for (const { event, payload, text } of own) {
        expect(Object.keys(serverEvents)).toContain(event);
        expect(text).not.toContain(other.username);
        if (event === 'online users') expect(payload).not.toContain(other.id);
        else expect(payload).not.toMatchObject({ userId: other.id });
      }
      expect(own.map(({ event }) => event)).not.toContain('typing');
    }
  });
});
