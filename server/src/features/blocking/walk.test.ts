import { clientEvents, type RouteKey, routes, serverEvents } from '@rivalhold/shared/contract/index.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { transaction } from '../../platform/db/db.ts';
import {
  ask,
  type CallOptions,
  nextEvent,
  type TestPlayer,
  type TestSocket,
  useTestApp,
} from '../../testing/app.ts';
import { addActivity } from '../activity/service.ts';
import { lobbyOf } from '../chat/testing.ts';
import { sendClip } from '../clips/testing.ts';
import { send } from '../dms/testing.ts';
import { block, makeWorld, type World } from './testing.ts';

type Walk = {
  me: TestPlayer;
  other: TestPlayer;
  world: World;
  /** What the two had together before the block. */
  messageOf: Map<number, number>;
  request: number;
};
type Step = { expected: number; call: (walk: Walk) => CallOptions };

const to = (expected: number, name = 'userId'): Step => ({
  expected,
  call: ({ other }) => ({ params: { [name]: other.id } }),
});
/** Acts of one's own that reach nobody. */
const OWN = 'own';

/** Every route that names a player or something of a player's, and what it answers across a block. */
const ROUTES: Partial<Record<RouteKey, Step | typeof OWN>> = {
  'GET /api/profiles/{id}': to(404, 'id'),
  'GET /api/profiles/username/{username}': {
    expected: 404,
    call: ({ other }) => ({ params: { username: other.username } }),
  },
  'GET /api/game/{userId}': to(404),
  'GET /api/inventory/{id}': to(404, 'id'),
  'GET /api/inventory/user/{id}': to(404, 'id'),
  'GET /api/photos/user/{userId}': to(404),
  'PATCH /api/photos/{id}': {
    expected: 404,
    call: ({ other, world }) => ({ params: { id: photo(world, other) }, body: { caption: 'x' } }),
  },
  'DELETE /api/photos/{id}': ofPhoto(),
  'PATCH /api/photos/{id}/avatar': ofPhoto(),
  'POST /api/photos/{id}/like': ofPhoto(),
  'POST /api/clips/{id}/like': ofClip(),
  'POST /api/clips/{id}/view': ofClip(),
  'DELETE /api/clips/{id}': ofClip(),
  'GET /api/profiles/{id}/status/comments': to(404, 'id'),
  'POST /api/profiles/{id}/status/comments': {
    expected: 403,
    call: ({ other }) => ({ params: { id: other.id }, body: { body: 'hello' } }),
  },
  // Only its author, who may take back what they said wherever it is, or an admin.
  'DELETE /api/profiles/{id}/status/comments/{commentId}': {
    expected: 403,
    call: ({ other, world }) => ({
      params: { id: world.third.id, commentId: world.commentOn.get(other.id) as number },
    }),
  },
  'GET /api/combat/{userId}': {
    expected: 403,
    call: ({ me, other }) => ({ params: { userId: me.id }, query: { opponentId: other.id } }),
  },
  'POST /api/combat/attack': { expected: 403, call: ({ other }) => ({ body: { defenderId: other.id } }) },
  'POST /api/combat/use-item': {
    expected: 403,
    call: ({ other }) => ({ body: { itemId: 1, targetId: other.id } }),
  },
  'GET /api/combat/fights/{id}': {
    expected: 404,
    call: ({ other, world }) => ({ params: { id: world.fightOf.get(other.id) as number } }),
  },
  'GET /api/feed/{id}': ofPost(),
  'DELETE /api/feed/{id}': ofPost(),
  'POST /api/feed/{id}/like': ofPost(),
  'DELETE /api/feed/{id}/like': ofPost(),
  'GET /api/feed/{id}/comments': ofPost(),
  'POST /api/feed/{id}/comments': ofPost({ body: { body: 'hello' } }),
  'DELETE /api/feed/{id}/comments/{commentId}': {
    expected: 404,
    call: ({ other, world }) => ({
      params: { id: post(world, other), commentId: world.postCommentOf.get(other.id) as number },
    }),
  },
  'GET /api/likes/{postId}/likers': {
    expected: 404,
    call: ({ other, world }) => ({ params: { postId: post(world, other) } }),
  },
  'GET /api/forum-threads/{id}': {
    expected: 404,
    call: ({ other, world }) => ({ params: { id: thread(world, other).id } }),
  },
  'POST /api/forum-posts': {
    expected: 404,
    call: ({ other, world }) => ({ body: { threadId: thread(world, other).id, body: 'hello' } }),
  },
  'PATCH /api/forum-posts/{id}': ofReply({ body: { body: 'hello' } }),
  'DELETE /api/forum-posts/{id}': ofReply(),
  'POST /api/forum-likes': {
    expected: 404,
    call: ({ other, world }) => ({ body: { postId: world.replyOf.get(other.id) as number, like: true } }),
  },
  // Staff's alone.
  'POST /api/forum-threads/{id}/restore': {
    expected: 403,
    call: ({ other, world }) => ({ params: { id: thread(world, other).id } }),
  },
  'PATCH /api/forum-categories/{id}': OWN,
  'DELETE /api/forum-categories/{id}': OWN,
  'POST /api/friend-requests/{userId}': to(403),
  'PATCH /api/friend-requests/{id}/accept': ofRequest(),
  'PATCH /api/friend-requests/{id}/decline': ofRequest(),
  'DELETE /api/friend-requests/{userId}/cancel': to(404),
  'DELETE /api/friendships/{id}': to(404, 'id'),
  // What they have said to each other stays, and nobody can add to it.
  'GET /api/dms/{userId}': to(200),
  'POST /api/dms/{userId}/read': to(200),
  'DELETE /api/dms/{messageId}': {
    expected: 403,
    call: ({ other, messageOf }) => ({ params: { messageId: messageOf.get(other.id) as number } }),
  },
  'DELETE /api/dms/convo/{userId}': to(200),
  // Each decides for oneself, and learns nothing about the other.
  'POST /api/blocks/{userId}': to(201),
  'DELETE /api/blocks/{userId}': OWN,
  'GET /api/activity': { expected: 200, call: ({ other }) => ({ query: { userId: other.id } }) },
  // Staff's, who see to the lobby across a block.
  'DELETE /api/mod/messages/{id}': { expected: 403, call: () => ({ params: { id: 1 } }) },
  'PATCH /api/notifications/{id}/read': OWN,
  'DELETE /api/dm-attachments/{id}': OWN,
  'DELETE /api/push/devices/{id}': OWN,
  'PATCH /api/users/{id}/avatar/clear': OWN,
  'POST /api/quests/{quest}/claim': OWN,
  // Admins see to everybody.
  'GET /api/mod/users/by-username/{name}': OWN,
  'GET /api/admin/users/by-username/{name}': OWN,
  'POST /api/mod/mute/{userId}': OWN,
  'DELETE /api/mod/mute/{userId}': OWN,
  'POST /api/admin/mute/{id}': OWN,
  'DELETE /api/admin/mute/{id}': OWN,
  'POST /api/mod/suspensions/{userId}': OWN,
  'DELETE /api/mod/suspensions/{userId}': OWN,
  'GET /api/mod/reports/{id}': OWN,
  'PATCH /api/mod/reports/{id}': OWN,
  'PATCH /api/admin/promote/{id}': OWN,
  'PATCH /api/admin/demote/{id}': OWN,
  'DELETE /api/admin/users/{id}': OWN,
  'GET /api/admin/users/{id}/stats': OWN,
  'PUT /api/admin/users/{id}': OWN,
  'POST /api/admin/users/{id}/inventory': OWN,
  'DELETE /api/admin/users/{id}/inventory/{itemId}': OWN,
  'PATCH /api/admin/users/{id}/coins': OWN,
  'POST /api/users/reset-password/{token}': OWN,
  'POST /api/users/confirm-email/{token}': OWN,
};

function photo(world: World, other: TestPlayer): number {
  return world.photoOf.get(other.id) as number;
}
function post(world: World, other: TestPlayer): number {
  return world.postOf.get(other.id) as number;
}
function thread(world: World, other: TestPlayer): { id: number; postId: number } {
  return world.threadOf.get(other.id) as { id: number; postId: number };
}
function ofReply(more: CallOptions = {}): Step {
  return {
    expected: 404,
    call: ({ other, world }) => ({ params: { id: world.replyOf.get(other.id) as number }, ...more }),
  };
}
function ofPost(more: CallOptions = {}): Step {
  return { expected: 404, call: ({ other, world }) => ({ params: { id: post(world, other) }, ...more }) };
}
function ofPhoto(): Step {
  return { expected: 404, call: ({ other, world }) => ({ params: { id: photo(world, other) } }) };
}
function ofClip(): Step {
  return {
    expected: 404,
    call: ({ other, world }) => ({ params: { id: world.clipOf.get(other.id) as number } }),
  };
}
function ofRequest(): Step {
  return { expected: 404, call: ({ request }) => ({ params: { id: request } }) };
}

const USER_LIKE = /^(userId|opponentId|defenderId|attackerId|targetId|receiverId|threadId|postId)$/;
const namesSomebody = (key: RouteKey): boolean => {
  const { params, query, body } = routes[key] as {
    params?: object;
    query?: { properties: object };
    body?: { properties?: object };
  };
  const named = [query, body].flatMap((schema) => Object.keys(schema?.properties ?? {}));
  return params !== undefined || named.some((name) => USER_LIKE.test(name));
};

/** All of it but the best players, who are the same for everybody. */
const ownDashboard = async (me: TestPlayer) => {
  const { status, body } = await me.call('GET /api/dashboard');
  return { status, body: { ...body, leaderboard: null } };
};

const app = useTestApp();
let pair: [TestPlayer, TestPlayer];
let sockets: [TestSocket, TestSocket];
let walks: [Walk, Walk];
const heard: { to: number; event: string; text: string; payload: unknown }[] = [];

beforeAll(async () => {
  pair = [await app.player('Blocker.One'), await app.player('Blocked.Two')];
  const [one, two] = pair;
  const world = await makeWorld(app, pair);
  sockets = [await one.socket(), await two.socket()];
  const messageOf = new Map<number, number>();
  for (const [index, [from, receiver]] of [
    [one, two],
    [two, one],
  ].entries()) {
    const { message } = await send(
      sockets[index] as TestSocket,
      from as TestPlayer,
      receiver as TestPlayer,
      'hi',
    );
    messageOf.set((from as TestPlayer).id, message.id);
  }
  const { body } = await two.call('POST /api/friend-requests/{userId}', { params: { userId: one.id } });
  const shared = { world, messageOf, request: body.request.id };
  walks = [
    { me: one, other: two, ...shared },
    { me: two, other: one, ...shared },
  ];
  expect((await block(one, two)).status).toBe(201);
  // What was said before the block has come once this has: events keep their order.
  const settled = sockets.map((socket) => nextEvent(socket, 'combatStateUpdate'));
  const { body: fight } = await one.call('GET /api/combat/{userId}', {
    params: { userId: one.id },
    query: { opponentId: world.third.id },
  });
  app.site.realtime.emitMayBeLost([one.id, two.id], 'combatStateUpdate', { combat: fight });
  await Promise.all(settled);
  for (const [index, socket] of sockets.entries())
    socket.onAny((event: string, payload: unknown) =>
      heard.push({ to: (pair[index] as TestPlayer).id, event, payload, text: JSON.stringify(payload) }),
    );
});

describe('across a block', () => {
  it('every route that names somebody is known here', () => {
    const named = (Object.keys(routes) as RouteKey[]).filter(namesSomebody);
    expect(Object.keys(ROUTES).sort()).toEqual(named.sort());
  });

  const steps = Object.entries(ROUTES).filter((entry): entry is [RouteKey, Step] => entry[1] !== OWN);
  for (const [index, direction] of ['the one who blocked', 'the one who is blocked'].entries())
    it.each(steps)(`%s, called by ${direction}`, async (key, { expected, call }) => {
      const walk = walks[index] as Walk;
      const { status, body } = await walk.me.call(key, call(walk));
      expect(status).toBe(expected);
      if (status === 403) expect(body.message).not.toMatch(/block/i);
      if (key === 'GET /api/activity') expect(body).toEqual({ items: [], nextCursor: null });
      if (key === 'GET /api/dms/{userId}') expect(body).toMatchObject({ canWrite: false });
      if (key === 'POST /api/blocks/{userId}' && index === 1)
        await walk.me.call('DELETE /api/blocks/{userId}', { params: { userId: walk.other.id } });
    });

  /** What a client may say about somebody else, and the code it is refused with; null where it is answered. */
  const EVENTS: Record<keyof typeof clientEvents, { code: string | null; payload: (walk: Walk) => unknown }> =
    {
      register: { code: 'forbidden', payload: ({ other }) => other.id },
      startFight: {
        code: 'notFound',
        payload: ({ me, other, world }) => ({
          attackerId: me.id,
          defenderId: other.id,
          fightId: world.fightOf.get(other.id),
        }),
      },
      joinCombat: {
        code: 'notFound',
        payload: ({ other, world }) => ({ combatId: world.fightOf.get(other.id) }),
      },
      'presence:get': { code: null, payload: ({ other }) => ({ userIds: [other.id] }) },
      'presence:hidden': { code: null, payload: () => ({ hidden: false }) },
      'private message': {
        code: 'forbidden',
        payload: ({ me, other }) => ({ senderId: me.id, receiverId: other.id, text: 'hello?' }),
      },
      // The server announces posts itself.
      'feed:newPost': { code: null, payload: ({ other }) => ({ id: 1, author: { id: other.id } }) },
      'forum:watch': {
        code: 'notFound',
        payload: ({ other, world }) => ({ threadId: thread(world, other).id }),
      },
      'chat:getHistory': { code: null, payload: () => ({}) },
      'chat message': { code: null, payload: () => ({ text: 'To everybody else' }) },
      typing: { code: 'forbidden', payload: ({ me, other }) => ({ fromUserId: me.id, toUserId: other.id }) },
      'stop typing': {
        code: 'forbidden',
        payload: ({ me, other }) => ({ fromUserId: me.id, toUserId: other.id }),
      },
    };
  it.each(Object.entries(EVENTS))('%s is refused both ways', async (event, { code, payload }) => {
    for (const [index, walk] of walks.entries()) {
      const answer = await ask(sockets[index] as TestSocket, event, payload(walk));
      expect([answer.ok, answer.code ?? null]).toEqual([code === null, code]);
      if (event === 'presence:get') expect(answer).toMatchObject({ userIds: [] });
    }
  });

  it('every event of a client is known here', () => {
    expect(Object.keys(EVENTS).sort()).toEqual(Object.keys(clientEvents).sort());
  });

  it('lists leave the other out', async () => {
    for (const { me, other, world } of walks) {
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
        me.call('GET /api/feed/{id}/comments', { params: { id: post(world, world.third) } }),
        me.call('GET /api/likes/{postId}/likers', { params: { postId: post(world, world.third) } }),
        me.call('GET /api/forum-threads'),
        me.call('GET /api/forum-threads', { query: { search: `by ${other.username}` } }),
        me.call('GET /api/forum-threads/{id}', { params: { id: thread(world, world.third).id } }),
        me.call('GET /api/profiles'),
        me.call('GET /api/profiles/{id}/status/comments', { params: { id: world.third.id } }),
      ]);
      for (const { status, body } of lists) {
        expect(status).toBe(200);
        expect(JSON.stringify(body)).not.toContain(other.username);
      }
    }
  });

  it('no event that one causes comes to the other', async () => {
    const { id: threadId } = thread(walks[0].world, walks[0].world.third);
    for (const socket of sockets)
      expect(await ask(socket, 'forum:watch', { threadId })).toMatchObject({ ok: true });
    for (const [index, { me, other, world }] of walks.entries()) {
      for (const text of ['/flex', '/roll', `By ${me.username}`])
        await ask(sockets[index] as TestSocket, 'chat message', { text });
      await me.call('POST /api/forum-posts', {
        body: { threadId, body: `@${other.username.toLowerCase()} of ${me.username}` },
      });
      await me.call('PATCH /api/users/me/status', { body: { statusMessage: `I am ${me.username}` } });
      await me.call('POST /api/feed', { body: { body: `To @${other.username.toLowerCase()}` } });
      const id = post(world, world.third);
      await me.call('POST /api/feed/{id}/comments', { params: { id }, body: { body: `@${other.username}` } });
      await sendClip(me, `By ${me.username}`);
      await transaction(app.site.db, (tx) =>
        addActivity(tx, app.site, {
          type: 'NEW_FRIEND',
          ownerId: world.third.id,
          actorId: me.id,
          at: app.clock.now(),
        }),
      );
    }
    // Others are told: what was to come to the two has come by then.
    const third = await app.player();
    const socket = await third.socket();
    const told = new Promise((resolve) => socket.once('user:status', resolve));
    await walks[0].me.call('PATCH /api/users/me/status', { body: { statusMessage: 'the last' } });
    await told;
    for (const [index, { me, other }] of walks.entries()) {
      const lobby = JSON.stringify(await lobbyOf(sockets[index] as TestSocket));
      expect(lobby).toContain(me.username);
      expect(lobby).not.toContain(other.username);
      const own = heard.filter((event) => event.to === me.id);
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
