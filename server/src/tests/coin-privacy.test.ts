import { type RouteKey, routes, serverEvents } from '@rivalhold/shared/contract/index.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { setRole } from '../features/accounts/service.ts';
import { makeWorld, type World } from '../features/blocking/testing.ts';
import { say as sayInLobby } from '../features/chat/testing.ts';
import { sendClip } from '../features/clips/testing.ts';
import { fightOut, open, setCharacter } from '../features/combat/testing.ts';
import { send } from '../features/dms/testing.ts';
import { adjustCoins } from '../features/ledger/service.ts';
import { addPhoto, picture } from '../features/photos/testing.ts';
import { FakeBrowser } from '../features/push/testing.ts';
import { type CallOptions, PASSWORD, type TestPlayer, useTestApp } from '../testing/app.ts';

/** What nobody but its owner may see, and anything near it: every act of the owner moves it a little. */
const RICHES = 7_654_321;
const SHOWN = /(?<![\w.-])765[34]\d{3}(?![\w.-])|7[,.]65[34][,.]\d{3}/;
const IMAGE = 'upload';

const app = useTestApp();
let rich: TestPlayer;
let viewer: TestPlayer;
let world: World;
const things = { photo: 0, clip: 0, message: 0, request: 0, notification: 0, line: 0, report: 0 };
const heard: { event: string; text: string }[] = [];

const id = (of: () => number | undefined) => (): CallOptions => ({ params: { id: of() ?? 0 } });
const ofRich = (): CallOptions => ({ params: { id: rich.id, userId: rich.id } });
const ofPost = id(() => world.postOf.get(rich.id));
const ofThread = id(() => world.threadOf.get(rich.id)?.id);
const ofReply = id(() => world.replyOf.get(rich.id));
const ofClip = id(() => things.clip);
const body = (of: () => object) => (): CallOptions => ({ body: of() });

/** How each route is called that needs something; in this order, so that what ends something comes last. */
const CALLS: Partial<Record<RouteKey, (() => CallOptions) | typeof IMAGE>> = {
  'GET /api/profiles/{id}': ofRich,
  'GET /api/profiles/username/{username}': () => ({ params: { username: rich.username } }),
  'GET /api/game/{userId}': ofRich,
  'GET /api/activity': () => ({ query: { scope: 'global', limit: 50 } }),
  'GET /api/profiles/{id}/status/comments': ofRich,
  'GET /api/photos/user/{userId}': ofRich,
  'GET /api/inventory/{id}': ofRich,
  'GET /api/inventory/user/{id}': ofRich,
  'GET /api/dms/{userId}': ofRich,
  'GET /api/dms/sync': () => ({ query: { since: '2026-01-01T00:00:00Z' } }),
  'GET /api/feed/{id}': ofPost,
  'GET /api/feed/{id}/comments': ofPost,
  'GET /api/likes/{postId}/likers': () => ({ params: { postId: world.postOf.get(rich.id) ?? 0 } }),
  'GET /api/forum-threads/{id}': ofThread,
  'GET /api/combat/{userId}': () => ({ params: { userId: viewer.id }, query: { opponentId: rich.id } }),
  'GET /api/combat/fights/{id}': id(() => world.fightOf.get(rich.id)),
  'GET /api/checkout/verify-session': () => ({ query: { session_id: 'of somebody else' } }),
  'POST /api/quests/{quest}/claim': () => ({ params: { quest: 'post' } }),
  'POST /api/store/buy': body(() => ({ itemId: 1 })),
  'POST /api/store/sell': body(() => ({ itemId: 4 })),
  'POST /api/checkout/create-session': body(() => ({ packId: 'small' })),
  'PUT /api/checkout/limit': body(() => ({ packsPerDay: 5 })),
  'PATCH /api/users/me/status': body(() => ({ statusMessage: `To ${rich.username}` })),
  'PATCH /api/profiles/profile': body(() => ({ location: 'Here' })),
  'POST /api/profiles/{id}/status/comments': () => ({ ...ofRich(), body: { body: 'Rich?' } }),
  'DELETE /api/profiles/{id}/status/comments/{commentId}': () => ({
    params: { id: world.third.id, commentId: world.commentOn.get(viewer.id) ?? 0 },
  }),
  'POST /api/combat/use-item': body(() => ({ itemId: 12, targetId: rich.id })),
  'POST /api/combat/attack': body(() => ({ defenderId: rich.id })),
  'PATCH /api/friend-requests/{id}/accept': id(() => things.request),
  'PATCH /api/friend-requests/{id}/decline': id(() => things.request),
  'POST /api/friend-requests/{userId}': ofRich,
  'DELETE /api/friend-requests/{userId}/cancel': ofRich,
  'DELETE /api/friendships/{id}': ofRich,
  'POST /api/photos': IMAGE,
  'POST /api/upload/avatar': IMAGE,
  'POST /api/clips': IMAGE,
  'POST /api/dm-attachments': IMAGE,
  'POST /api/photos/{id}/like': id(() => things.photo),
  'PATCH /api/photos/{id}': () => ({ params: { id: things.photo }, body: { caption: 'Mine' } }),
  'PATCH /api/photos/{id}/avatar': id(() => things.photo),
  'DELETE /api/photos/{id}': id(() => things.photo),
  'PATCH /api/users/{id}/avatar/clear': ofRich,
  'POST /api/dm-attachments/youtube': body(() => ({ url: 'https://youtu.be/dQw4w9WgXcQ' })),
  'DELETE /api/dm-attachments/{id}': id(() => 1),
  'PATCH /api/notifications/{id}/read': id(() => things.notification),
  'POST /api/dms/{userId}/read': ofRich,
  'DELETE /api/dms/{messageId}': () => ({ params: { messageId: things.message } }),
  'DELETE /api/dms/convo/{userId}': ofRich,
  'POST /api/feed': body(() => ({ body: `How rich is @${rich.username}?` })),
  'POST /api/feed/{id}/like': ofPost,
  'DELETE /api/feed/{id}/like': ofPost,
  'POST /api/feed/{id}/comments': () => ({ ...ofPost(), body: { body: 'Nice' } }),
  'DELETE /api/feed/{id}/comments/{commentId}': () => ({
    params: { ...ofPost().params, commentId: world.postCommentOf.get(rich.id) ?? 0 },
  }),
  'DELETE /api/feed/{id}': ofPost,
  'POST /api/forum-categories': body(() => ({ slug: 'riches', title: 'Riches' })),
  'PATCH /api/forum-categories/{id}': () => ({ params: { id: 2 }, body: { title: 'Plans' } }),
  'POST /api/forum-threads': body(() => ({ title: `Rich @${rich.username}`, body: 'How?', categoryId: 1 })),
  'POST /api/forum-posts': body(() => ({
    threadId: world.threadOf.get(rich.id)?.id,
    body: `@${rich.username}`,
  })),
  'POST /api/forum-likes': body(() => ({ postId: world.replyOf.get(rich.id), like: true })),
  'PATCH /api/forum-posts/{id}': () => ({
    params: { id: world.replyOf.get(viewer.id) ?? 0 },
    body: { body: 'Rich, I say' },
  }),
  'DELETE /api/forum-posts/{id}': ofReply,
  'POST /api/forum-threads/{id}/restore': ofThread,
  'DELETE /api/forum-categories/{id}': () => ({ params: { id: 5 } }),
  'POST /api/clips/{id}/view': ofClip,
  'POST /api/clips/{id}/like': ofClip,
  'DELETE /api/clips/{id}': ofClip,
  'PUT /api/mod/chat/rules': body(() => ({ slowModeSeconds: 5, settledOnly: false })),
  'DELETE /api/mod/messages/{id}': id(() => things.line),
  'POST /api/blocks/{userId}': ofRich,
  'DELETE /api/blocks/{userId}': ofRich,
  'POST /api/users/me/confirmation': () => ({}),
  'POST /api/users/forgot-password': body(() => ({ email: 'rich@test.invalid' })),
  'POST /api/users/reset-password/{token}': () => ({
    params: { token: 'x' },
    body: { newPassword: PASSWORD },
  }),
  'POST /api/users/confirm-email/{token}': () => ({ params: { token: 'x' } }),
  'PATCH /api/users/change-password': body(() => ({
    currentPassword: PASSWORD,
    newPassword: `${PASSWORD}2`,
  })),
  'POST /api/users': body(() => ({})),
  'POST /api/session': body(() => ({ credential: rich.username, password: 'a guess' })),
  'GET /api/mod/users/by-username/{name}': () => ({ params: { name: rich.username } }),
  'GET /api/admin/users/by-username/{name}': () => ({ params: { name: rich.username } }),
  'GET /api/mod/reports/{id}': id(() => things.report),
  'PATCH /api/mod/reports/{id}': () => ({ params: { id: things.report }, body: { act: 'take' } }),
  'POST /api/reports': body(() => ({ kind: 'profile', id: rich.id, reason: 'Too rich' })),
  'POST /api/mod/mute/{userId}': () => ({ ...ofRich(), body: { duration: '1d' } }),
  'DELETE /api/mod/mute/{userId}': ofRich,
  'POST /api/admin/mute/{id}': () => ({ ...ofRich(), body: { duration: '1d' } }),
  'DELETE /api/admin/mute/{id}': ofRich,
  'POST /api/mod/suspensions/{userId}': () => ({ ...ofRich(), body: { until: null, reason: 'Too rich' } }),
  'DELETE /api/mod/suspensions/{userId}': ofRich,
  'GET /api/admin/users/{id}/stats': ofRich,
  'PATCH /api/admin/promote/{id}': ofRich,
  'PATCH /api/admin/demote/{id}': ofRich,
  'DELETE /api/admin/users/{id}': ofRich,
  'PUT /api/admin/users/{id}': () => ({ ...ofRich(), body: { attack: 5 } }),
  'POST /api/admin/users/{id}/inventory': () => ({ ...ofRich(), body: { itemId: 1 } }),
  'DELETE /api/admin/users/{id}/inventory/{itemId}': () => ({ params: { id: rich.id, itemId: 1 } }),
  'PATCH /api/admin/users/{id}/coins': () => ({ ...ofRich(), body: { amount: 5 } }),
  'POST /api/users/me/export': body(() => ({})),
  'POST /api/admin/site-health/ledger': () => ({}),
  'PUT /api/push/settings': body(() => ({ message: false, fight: false, friendRequest: false, quiet: null })),
  'POST /api/push/devices': body(() => new FakeBrowser({ origin: 'https://push.example.com' }).subscription),
  'DELETE /api/push/devices/{id}': id(() => 1),
  'DELETE /api/users/me': body(() => ({ password: 'a guess' })),
  'DELETE /api/session': () => ({}),
};
/** Of a payment of somebody else nothing is told. */
const NOT_READ: Partial<Record<RouteKey, number>> = { 'GET /api/checkout/verify-session': 404 };
/** What a reader of that role is answered; only what they may read is read. */
const readingOf = (key: RouteKey, role: 'player' | 'moderator'): number => {
  const { access } = routes[key];
  const isClosed = access === 'admin' || (access === 'moderator' && role === 'player');
  return isClosed ? 403 : (NOT_READ[key] ?? 200);
};

const needsMore = (key: RouteKey): boolean => {
  const route = routes[key] as {
    params?: object;
    upload?: boolean;
    body?: object;
    query?: { required?: string[] };
  };
  return Boolean(route.params ?? route.upload ?? route.body ?? route.query?.required?.length);
};
const isGet = (key: RouteKey): boolean => key.startsWith('GET');
const ORDER = Object.keys(CALLS) as RouteKey[];

async function callAs(caller: TestPlayer, key: RouteKey): Promise<{ status: number; text: string }> {
  const options = CALLS[key];
  const field = { 'POST /api/photos': 'photo', 'POST /api/upload/avatar': 'avatar' }[key as string] ?? 'file';
  const sent =
    options === IMAGE ? { form: [[field, await picture().png().toBuffer()] as const] } : options?.();
  const { status, body } = await caller.call(key, sent);
  return { status, text: JSON.stringify(body) };
}

beforeAll(async () => {
  [rich, viewer] = [await app.player('Rich.One'), await app.player('Looking.On')];
  const change = { userId: rich.id, amount: RICHES - 50, by: 'test', why: 'an heir' };
  await adjustCoins(app.site.db, app.site, change);
  await adjustCoins(app.site.db, app.site, { ...change, userId: viewer.id, amount: 200 });
  await setCharacter(app, viewer, { level: 20 });

  const third = await app.player();
  for (const listener of [viewer, third])
    (await listener.socket()).onAny((event: string, payload: unknown) =>
      heard.push({ event, text: JSON.stringify(payload) }),
    );
  const socket = await rich.socket();
  world = await makeWorld(app, [rich, viewer]);
  await rich.call('PATCH /api/users/me/status', { body: { statusMessage: 'I have enough' } });
  await rich.call('POST /api/profiles/{id}/status/comments', {
    params: { id: viewer.id },
    body: { body: 'Well met' },
  });
  await rich.call('POST /api/feed/{id}/like', { params: { id: world.postOf.get(viewer.id) ?? 0 } });
  const told = { kind: 'post', id: world.postOf.get(rich.id), reason: 'Too rich' };
  things.report = (await viewer.call('POST /api/reports', { body: told })).body.report.id;
  things.photo = (await addPhoto(rich)).id;
  things.clip = (await sendClip(rich)).id;
  things.message = (await send(socket, rich, viewer, 'Lend me a coin?')).message.id;
  socket.emit('typing', { fromUserId: rich.id, toUserId: viewer.id });
  await sayInLobby(socket, '/flex');
  things.line = (await sayInLobby(socket, 'I have enough')).line.id ?? 0;
  const { body } = await rich.call('POST /api/friend-requests/{userId}', { params: { userId: viewer.id } });
  things.request = body.request.id;
  for (const itemId of [1, 12]) await rich.call('POST /api/store/buy', { body: { itemId } });
  await viewer.call('POST /api/store/buy', { body: { itemId: 4 } });
  await open(rich, viewer);
  await fightOut(app, rich, viewer);
  const { body: notices } = await viewer.call('GET /api/notifications');
  things.notification = notices.items[0]?.id ?? 0;
});

describe('the coins of another', () => {
  it('would be seen here: their owner sees them', async () => {
    for (const key of ['GET /api/game/{userId}', 'GET /api/profiles/{id}'] as const)
      expect((await callAs(rich, key)).text).toMatch(SHOWN);
    expect((await callAs(rich, 'GET /api/coins/history')).text).toContain(String(RICHES));
  });

  it('are looked for in every route', () => {
    const all = Object.keys(routes) as RouteKey[];
    expect(all.filter((key) => needsMore(key) && !CALLS[key])).toEqual([]);
    expect(ORDER.filter((key) => !all.includes(key))).toEqual([]);
  });

  it('are in no answer to a player or a moderator who reads', async () => {
    const reads = (Object.keys(routes) as RouteKey[]).filter(isGet);
    const { username } = viewer;
    for (const role of ['player', 'moderator'] as const) {
      await setRole(app.site.db, app.site, { username, role });
      for (const key of reads) {
        const { status, text } = await callAs(viewer, key);
        expect([key, status]).toEqual([key, readingOf(key, role)]);
        expect(text, key).not.toMatch(SHOWN);
      }
    }
    const { body } = await viewer.call('GET /api/game/{userId}', { params: { userId: rich.id } });
    expect(body.stats.coins).toBeNull();
  });

  it('are in no answer to one who writes', async () => {
    const rest = (Object.keys(routes) as RouteKey[]).filter((key) => !CALLS[key]);
    const done = new Set<RouteKey>();
    for (const key of [...rest, ...ORDER].filter((one) => !isGet(one))) {
      const { status, text } = await callAs(viewer, key);
      expect([key, status < 500 || (status === 503 && key.includes('checkout'))]).toEqual([key, true]);
      if (status < 300) done.add(key);
      expect(text, key).not.toMatch(SHOWN);
    }
    // Most of it was done, not refused.
    expect(done.size).toBeGreaterThan(30);
  });

  it('are in no event to others', async () => {
    const mayTell = (Object.keys(serverEvents) as (keyof typeof serverEvents)[]).filter((event) =>
      /"(coins|balance)"/.test(JSON.stringify(serverEvents[event])),
    );
    expect(mayTell.sort()).toEqual(['activity:new', 'coins:changed', 'combatOver']);
    const names = new Set(heard.map(({ event }) => event));
    for (const event of [
      ...mayTell,
      'combatStateUpdate',
      'private message',
      'chat message',
      'notify:new',
      'feed:newPost',
      'clip:new',
    ])
      expect([...names]).toContain(event);
    for (const { event, text } of heard) expect(text, event).not.toMatch(SHOWN);
  });
});
