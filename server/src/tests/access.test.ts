import { createHash, randomUUID } from 'node:crypto';
import { clientEvents, type RouteKey, routes } from '@rivalhold/shared/contract/index.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { upload } from '../features/attachments/testing.ts';
import { layClips, picture, sendClip } from '../features/clips/testing.ts';
import { open as openFight } from '../features/combat/testing.ts';
import { send } from '../features/dms/testing.ts';
import { imageSource } from '../features/images/service.ts';
import { muteOf, staff } from '../features/moderation/testing.ts';
import { reported } from '../features/reports/testing.ts';
import { run } from '../platform/db/db.ts';
import { ask, type CallOptions, type TestBrowser, type TestPlayer, useTestApp } from '../testing/app.ts';

const CALLERS = ['guest', 'player', 'muted', 'moderator', 'admin'] as const;
type Caller = (typeof CALLERS)[number];
/** What a caller is told: that they may call, or the status and code of the refusal. */
type Admission = 'in' | '401 unauthenticated' | '403 forbidden' | '403 muted' | '404 notFound';
type Row = Record<Caller, Admission>;

const ALL: Row = { guest: 'in', player: 'in', muted: 'in', moderator: 'in', admin: 'in' };
const SIGNED_IN: Row = { ...ALL, guest: '401 unauthenticated' };
/** What says something that others read. */
const SPEAKING: Row = { ...SIGNED_IN, muted: '403 muted' };
const STAFF: Row = { ...SIGNED_IN, player: '403 forbidden', muted: '403 forbidden' };
/** The same of what says something that others read: who is muted is refused as staff, too. */
const STAFF_SPEAKING: Row = { ...STAFF };
const ADMINS: Row = { ...STAFF, moderator: '403 forbidden' };

/** Every route of the contract, for each role. One that is missing here fails. */
const TABLE: Record<RouteKey, Row> = {
  'GET /api/csrf/restore': ALL,
  'GET /api/session': ALL,
  'POST /api/session': ALL,
  'DELETE /api/session': SIGNED_IN,
  'POST /api/users': ALL,
  'POST /api/users/forgot-password': ALL,
  'POST /api/users/reset-password/{token}': ALL,
  'POST /api/users/confirm-email/{token}': ALL,
  'POST /api/users/me/confirmation': SIGNED_IN,
  'PATCH /api/users/change-password': SIGNED_IN,
  'GET /api/sessions': SIGNED_IN,
  'DELETE /api/sessions/others': SIGNED_IN,
  'GET /api/config': ALL,
  'GET /api/profiles': SIGNED_IN,
  'GET /api/profiles/{id}': SIGNED_IN,
  'GET /api/leaderboard': SIGNED_IN,
  'GET /api/profiles/username/{username}': SIGNED_IN,
  'PATCH /api/profiles/profile': SIGNED_IN,
  'PATCH /api/users/me/status': SPEAKING,
  'GET /api/profiles/{id}/status/comments': SIGNED_IN,
  'POST /api/profiles/{id}/status/comments': SPEAKING,
  'DELETE /api/profiles/{id}/status/comments/{commentId}': SIGNED_IN,
  'GET /api/friendships': SIGNED_IN,
  'GET /api/friend-requests': SIGNED_IN,
  'GET /api/friend-requests/outgoing': SIGNED_IN,
  'POST /api/friend-requests/{userId}': SIGNED_IN,
  'PATCH /api/friend-requests/{id}/accept': SIGNED_IN,
  'PATCH /api/friend-requests/{id}/decline': SIGNED_IN,
  'DELETE /api/friend-requests/{userId}/cancel': SIGNED_IN,
  'DELETE /api/friendships/{id}': SIGNED_IN,
  'GET /api/blocks': SIGNED_IN,
  'POST /api/blocks/{userId}': SIGNED_IN,
  'DELETE /api/blocks/{userId}': SIGNED_IN,
  'GET /api/notifications': SIGNED_IN,
  'GET /api/notifications/unread-counts': SIGNED_IN,
  'PATCH /api/notifications/{id}/read': SIGNED_IN,
  'POST /api/notifications/mark-all-read': SIGNED_IN,
  'POST /api/dm-attachments': SIGNED_IN,
  'POST /api/dm-attachments/youtube': SIGNED_IN,
  'DELETE /api/dm-attachments/{id}': SIGNED_IN,
  'GET /api/dashboard': SIGNED_IN,
  'GET /api/quests': SIGNED_IN,
  'POST /api/quests/{quest}/claim': SIGNED_IN,
  'POST /api/quests/skip': SIGNED_IN,
  'DELETE /api/quests/skip': SIGNED_IN,
  'GET /api/feed': SIGNED_IN,
  'POST /api/feed': SPEAKING,
  'GET /api/feed/{id}': SIGNED_IN,
  'DELETE /api/feed/{id}': SIGNED_IN,
  'POST /api/feed/{id}/like': SIGNED_IN,
  'DELETE /api/feed/{id}/like': SIGNED_IN,
  'GET /api/feed/{id}/comments': SIGNED_IN,
  'POST /api/feed/{id}/comments': SPEAKING,
  'DELETE /api/feed/{id}/comments/{commentId}': SIGNED_IN,
  'GET /api/likes/{postId}/likers': SIGNED_IN,
  'GET /api/dms': SIGNED_IN,
  'GET /api/dms/unread/count': SIGNED_IN,
  'GET /api/dms/sync': SIGNED_IN,
  'GET /api/dms/{userId}': SIGNED_IN,
  'POST /api/dms/{userId}/read': SIGNED_IN,
  'DELETE /api/dms/{messageId}': SIGNED_IN,
  'DELETE /api/dms/convo/{userId}': SIGNED_IN,
  'GET /api/photos': SIGNED_IN,
  'GET /api/photos/user/{userId}': SIGNED_IN,
  'POST /api/photos': SIGNED_IN,
  'PATCH /api/photos/{id}': SPEAKING,
  'DELETE /api/photos/{id}': SIGNED_IN,
  'PATCH /api/photos/{id}/avatar': SIGNED_IN,
  'POST /api/photos/{id}/like': SIGNED_IN,
  'GET /api/inventory/{id}': SIGNED_IN,
  'GET /api/inventory/user/{id}': SIGNED_IN,
  'GET /api/store': SIGNED_IN,
  'POST /api/upload/avatar': SIGNED_IN,
  'PATCH /api/users/{id}/avatar/clear': STAFF,
  'GET /api/activity': SIGNED_IN,
  'GET /api/game/{userId}': SIGNED_IN,
  'GET /api/levels': SIGNED_IN,
  'GET /api/combat/{userId}': SIGNED_IN,
  'POST /api/combat/attack': SIGNED_IN,
  'POST /api/combat/manual-heal': SIGNED_IN,
  'POST /api/combat/use-item': SIGNED_IN,
  'GET /api/combat/open': SIGNED_IN,
  'GET /api/combat/fights/{id}': SIGNED_IN,
  'GET /api/clips/feed': SIGNED_IN,
  'POST /api/clips': SPEAKING,
  'POST /api/clips/{id}/like': SIGNED_IN,
  'POST /api/clips/{id}/view': SIGNED_IN,
  'DELETE /api/clips/{id}': SIGNED_IN,
  'POST /api/store/buy': SIGNED_IN,
  'POST /api/store/sell': SIGNED_IN,
  'GET /api/coins/history': SIGNED_IN,
  'POST /api/checkout/create-session': SIGNED_IN,
  'GET /api/checkout/verify-session': SIGNED_IN,
  'GET /api/checkout/limit': SIGNED_IN,
  'PUT /api/checkout/limit': SIGNED_IN,
  'GET /api/forum-categories': SIGNED_IN,
  'POST /api/forum-categories': STAFF_SPEAKING,
  'PATCH /api/forum-categories/{id}': STAFF_SPEAKING,
  'DELETE /api/forum-categories/{id}': ADMINS,
  'GET /api/forum-threads': SIGNED_IN,
  'GET /api/forum-threads/{id}': SIGNED_IN,
  'POST /api/forum-threads': SPEAKING,
  'POST /api/forum-threads/{id}/restore': STAFF,
  'POST /api/forum-posts': SPEAKING,
  'PATCH /api/forum-posts/{id}': SPEAKING,
  'DELETE /api/forum-posts/{id}': SIGNED_IN,
  'POST /api/forum-likes': SIGNED_IN,
  'GET /api/chat/rules': SIGNED_IN,
  'PUT /api/mod/chat/rules': STAFF,
  'DELETE /api/mod/messages/{id}': STAFF,
  'GET /api/mod/users/by-username/{name}': STAFF,
  'GET /api/admin/users/by-username/{name}': ADMINS,
  'POST /api/mod/mute/{userId}': STAFF,
  'DELETE /api/mod/mute/{userId}': STAFF,
  'POST /api/admin/mute/{id}': ADMINS,
  'DELETE /api/admin/mute/{id}': ADMINS,
  'GET /api/mod/mutes': STAFF,
  'GET /api/mod/suspensions': STAFF,
  'POST /api/mod/suspensions/{userId}': STAFF,
  'DELETE /api/mod/suspensions/{userId}': STAFF,
  'POST /api/reports': SIGNED_IN,
  'GET /api/mod/reports': STAFF,
  'GET /api/mod/reports/{id}': STAFF,
  'PATCH /api/mod/reports/{id}': STAFF,
  'GET /api/admin/audit': ADMINS,
  'GET /api/admin/users': ADMINS,
  'PATCH /api/admin/promote/{id}': ADMINS,
  'PATCH /api/admin/demote/{id}': ADMINS,
  'DELETE /api/admin/users/{id}': ADMINS,
  'GET /api/admin/users/{id}/stats': ADMINS,
  'PUT /api/admin/users/{id}': ADMINS,
  'POST /api/admin/users/{id}/inventory': ADMINS,
  'DELETE /api/admin/users/{id}/inventory/{itemId}': ADMINS,
  'PATCH /api/admin/users/{id}/coins': ADMINS,
  'DELETE /api/users/me': SIGNED_IN,
  'GET /api/users/me/export': SIGNED_IN,
  'POST /api/users/me/export': SIGNED_IN,
  'GET /api/admin/site-health': ADMINS,
  'POST /api/admin/site-health/ledger': ADMINS,
  'GET /api/push': SIGNED_IN,
  'PUT /api/push/settings': SIGNED_IN,
  'POST /api/push/devices': SIGNED_IN,
  'DELETE /api/push/devices/{id}': SIGNED_IN,
};

/** Every event that a client may send. Without a session there is no socket to send it by. */
const EVENTS: Record<keyof typeof clientEvents, Row> = {
  register: SIGNED_IN,
  startFight: SIGNED_IN,
  joinCombat: SIGNED_IN,
  'presence:get': SIGNED_IN,
  'presence:hidden': SIGNED_IN,
  'private message': SIGNED_IN,
  typing: SIGNED_IN,
  'stop typing': SIGNED_IN,
  'feed:newPost': SIGNED_IN,
  'forum:watch': SIGNED_IN,
  'chat:getHistory': SIGNED_IN,
  'chat message': SPEAKING,
};

const app = useTestApp();
let somebody: TestPlayer;
/** On whom staff act: some of that is the end of an account. */
let target: TestPlayer;
let owner: TestPlayer;
const callers = {} as Record<Exclude<Caller, 'guest'>, TestPlayer>;

async function makeCaller(role: Exclude<Caller, 'guest'>): Promise<TestPlayer> {
  if (role === 'moderator' || role === 'admin') return staff(app, role);
  const player = await app.player();
  if (role === 'muted') await muteOf(callers.admin, player.id);
  return player;
}

beforeAll(async () => {
  [somebody, target, owner] = [await app.player(), await app.player(), await app.player()];
  for (const role of ['admin', 'moderator', 'player', 'muted'] as const)
    callers[role] = await makeCaller(role);
});

/** The refusals that say whether somebody may call at all; any other answer is of one who may. */
const CODES = ['unauthenticated', 'forbidden', 'muted'];
function admissionOf({ status, body }: { status: number; body: { code?: string } }): string {
  if (status >= 500) return `${status}`;
  return CODES.includes(body.code ?? '') ? `${status} ${body.code}` : 'in';
}

/** Some of the routes end the session they are called with. */
const ENDING: readonly RouteKey[] = ['DELETE /api/session'];
async function browserOf(key: RouteKey, caller: Caller): Promise<{ browser: TestBrowser; id: number }> {
  if (caller === 'guest') return { browser: app.browser(), id: somebody.id };
  const player = ENDING.includes(key) ? await makeCaller(caller) : callers[caller];
  return { browser: player, id: player.id };
}

describe('who may call what', () => {
  it('is told of every route and event of the contract, and of no other', () => {
    expect(Object.keys(TABLE).sort()).toEqual(Object.keys(routes).sort());
    expect(Object.keys(EVENTS).sort()).toEqual(Object.keys(clientEvents).sort());
    const keys = Object.keys(TABLE) as RouteKey[];
    const speaking = keys.filter((key) => TABLE[key].muted === '403 muted' || TABLE[key] === STAFF_SPEAKING);
    expect(speaking).toEqual(keys.filter((key) => 'speaks' in routes[key]));
  });

  it('is refused to staff who are muted where it says something that others read', async () => {
    const muted = await staff(app, 'moderator');
    await muteOf(callers.admin, muted.id);
    for (const [key, row] of Object.entries(TABLE) as [RouteKey, Row][])
      if (row === STAFF_SPEAKING) {
        const answer = await muted.call(key, { params: { id: 1 } });
        expect([key, admissionOf(answer)]).toEqual([key, '403 muted']);
      }
  });

  it.each(Object.entries(TABLE) as [RouteKey, Row][])('%s', async (key, row) => {
    const told: Partial<Record<Caller, string>> = {};
    for (const caller of CALLERS) {
      const { browser, id } = await browserOf(key, caller);
      // Staff act on another, everybody else on what is their own.
      const about = /\/api\/(mod|admin)\//.test(key) ? target.id : id;
      const answer = await browser.call(key, {
        params: { userId: about, id: about, token: 'none' },
        ...(key === 'GET /api/combat/{userId}' && { query: { opponentId: somebody.id } }),
      });
      told[caller] = admissionOf(answer);
    }
    expect(told).toEqual(row);
  });

  it.each(Object.entries(EVENTS))('the event %s', async (event, row) => {
    const told: Partial<Record<Caller, string>> = {};
    for (const caller of CALLERS) {
      if (caller === 'guest') {
        told.guest = await app
          .browser()
          .socket()
          .then(
            () => 'in',
            () => '401 unauthenticated',
          );
        continue;
      }
      const { ok, code = '' } = await ask(await callers[caller].socket(), event, {});
      callers[caller].closeSockets();
      told[caller] = !ok && CODES.includes(code) ? `403 ${code}` : 'in';
    }
    expect(told).toEqual(row);
  });
});

type OwnedRow = Omit<Row, 'guest'> & { owner: Admission };
/** A thing of the owner's, and how the route is called with it. */
type Owned = { row: OwnedRow; call: () => Promise<CallOptions> };

const own = (others: Admission): OwnedRow => ({
  owner: 'in',
  player: others,
  muted: others,
  moderator: others,
  admin: others,
});
/** What staff may do as well. */
const MODERATED: OwnedRow = { ...own('403 forbidden'), moderator: 'in', admin: 'in' };
const OWN: OwnedRow = own('403 forbidden');
/** What nobody else is told of. */
const HIDDEN: OwnedRow = own('404 notFound');

const idOf = async (text: string, parameters: unknown[]): Promise<number> =>
  (await run<{ id: number }>(app.site.db, text, parameters))[0]?.id as number;
const post = async (by: TestPlayer): Promise<number> =>
  (await by.call('POST /api/feed', { body: { body: 'A word' } })).body.post.id;
const photo = () =>
  idOf(
    `insert into photos (user_id, file_key, thumb_key, width, height, created_at)
     select $1, 'photos/' || n || '.webp', 'photos/' || n || '.480.webp', 1, 1, now()
     from (select count(*) as n from photos) counted returning id`,
    [owner.id],
  );
const forumPost = async (): Promise<number> => {
  const categoryId = await idOf(
    `insert into forum_categories (slug, title)
     select 's' || count(*), 'Talk' from forum_categories returning id`,
    [],
  );
  const body = { title: 'A thread', body: 'A word', categoryId };
  return (await owner.call('POST /api/forum-threads', { body })).body.post.id;
};
const request = async (): Promise<CallOptions> => {
  const asking = await app.player();
  await asking.call('POST /api/friend-requests/{userId}', { params: { userId: owner.id } });
  return params({ id: await idOf('select max(id) as id from friend_requests', []) });
};
const params = (given: Record<string, number>, body?: object): CallOptions => ({
  params: given,
  ...(body && { body }),
});

/** Every route that names a thing that has an owner. */
const OWNED: Partial<Record<RouteKey, Owned>> = {
  'DELETE /api/feed/{id}': { row: MODERATED, call: async () => params({ id: await post(owner) }) },
  'DELETE /api/feed/{id}/comments/{commentId}': {
    row: MODERATED,
    call: async () => {
      const id = await post(somebody);
      const { body } = await owner.call('POST /api/feed/{id}/comments', params({ id }, { body: 'A word' }));
      return params({ id, commentId: body.comment.id });
    },
  },
  'DELETE /api/profiles/{id}/status/comments/{commentId}': {
    row: { ...OWN, admin: 'in' },
    call: async () => {
      const onto = params({ id: somebody.id }, { body: 'A word' });
      const { body } = await owner.call('POST /api/profiles/{id}/status/comments', onto);
      return params({ id: somebody.id, commentId: body.comment.id });
    },
  },
  'PATCH /api/photos/{id}': {
    row: { ...OWN, muted: '403 muted' },
    call: async () => params({ id: await photo() }, { caption: 'A word' }),
  },
  'PATCH /api/photos/{id}/avatar': { row: OWN, call: async () => params({ id: await photo() }) },
  'DELETE /api/photos/{id}': { row: MODERATED, call: async () => params({ id: await photo() }) },
  'DELETE /api/clips/{id}': {
    row: MODERATED,
    call: async () =>
      params({ id: (await layClips(app, [{ userId: owner.id, endsInMs: 3_600_000 }]))[0] as number }),
  },
  'PATCH /api/forum-posts/{id}': {
    row: { ...OWN, muted: '403 muted' },
    call: async () => params({ id: await forumPost() }, { body: 'Another' }),
  },
  'DELETE /api/forum-posts/{id}': { row: MODERATED, call: async () => params({ id: await forumPost() }) },
  'DELETE /api/dms/{messageId}': {
    row: HIDDEN,
    call: async () => {
      const { message } = await send(await owner.socket(), owner, somebody, 'A word');
      return params({ messageId: message.id });
    },
  },
  'DELETE /api/dm-attachments/{id}': {
    row: HIDDEN,
    call: async () => {
      const url = 'https://youtu.be/dQw4w9WgXcQ';
      const { body } = await owner.call('POST /api/dm-attachments/youtube', { body: { url } });
      return params({ id: body.attachment.id });
    },
  },
  'PATCH /api/notifications/{id}/read': {
    row: HIDDEN,
    call: async () => {
      await request();
      return params({
        id: await idOf('select max(id) as id from notifications where user_id = $1', [owner.id]),
      });
    },
  },
  'DELETE /api/push/devices/{id}': {
    row: HIDDEN,
    call: async () =>
      params({
        id: await idOf(
          `insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, created_at)
           select user_id, id, 'https://127.0.0.1/' || gen_random_uuid(), '', '', now()
           from sessions where user_id = $1 returning id`,
          [owner.id],
        ),
      }),
  },
  'PATCH /api/friend-requests/{id}/accept': { row: HIDDEN, call: request },
  'PATCH /api/friend-requests/{id}/decline': { row: HIDDEN, call: request },
  'GET /api/combat/{userId}': {
    row: OWN,
    call: async () => ({ params: { userId: owner.id }, query: { opponentId: somebody.id } }),
  },
};

type OwnedEvent = { row: OwnedRow; payload: () => Promise<unknown> };
const fight = async () => {
  const fightId = (await openFight(owner, somebody)).body.id;
  return { attackerId: owner.id, defenderId: somebody.id, fightId };
};
const typing: OwnedEvent = {
  row: OWN,
  payload: async () => ({ fromUserId: owner.id, toUserId: somebody.id }),
};
/** Every event: whose thing it is about, or in whose name it speaks; null where that is nobody's. */
const OWNED_EVENTS: Record<keyof typeof clientEvents, OwnedEvent | null> = {
  register: { row: OWN, payload: async () => owner.id },
  startFight: { row: OWN, payload: fight },
  joinCombat: { row: HIDDEN, payload: async () => ({ combatId: (await fight()).fightId }) },
  'private message': {
    row: OWN,
    payload: async () => ({ senderId: owner.id, receiverId: somebody.id, text: 'A word' }),
  },
  typing,
  'stop typing': typing,
  'presence:get': null,
  'presence:hidden': null,
  'feed:newPost': null,
  'forum:watch': null,
  'chat:getHistory': null,
  'chat message': null,
};

type FileRow = Record<Caller | 'owner', 'in' | '404'>;
const NOBODYS: FileRow = {
  guest: '404',
  player: '404',
  muted: '404',
  moderator: '404',
  admin: '404',
  owner: '404',
};
/** To be seen by all who are signed in. */
const SEEN: FileRow = { guest: '404', player: 'in', muted: 'in', moderator: 'in', admin: 'in', owner: 'in' };

/** The routes of files that are not of the contract: each answers 404 to who may not fetch it, as if there were none. */
const FILES: Record<string, { row: FileRow; path: () => Promise<string> }> = {
  '/media/clips/{id}': { row: SEEN, path: async () => `/media/clips/${(await sendClip(owner)).id}` },
  '/media/clips/{id}, when it is over': {
    row: NOBODYS,
    path: async () => {
      const { id } = await sendClip(owner);
      await run(app.site.db, 'update clips set expires_at = $2 where id = $1', [id, app.clock.now()]);
      return `/media/clips/${id}`;
    },
  },
  '/media/attachments/{id}, sent to another': {
    row: { ...NOBODYS, owner: 'in' },
    path: async () => {
      const id = (await upload(owner, await picture())).body.attachment.id;
      await send(await owner.socket(), owner, somebody, 'Look', { attachmentIds: [id] });
      return `/media/attachments/${id}`;
    },
  },
  '/media/reports/{id}, about the owner': {
    row: { ...NOBODYS, moderator: 'in', admin: 'in' },
    path: async () => {
      const report = await reported(somebody, 'clip', (await sendClip(owner)).id);
      return `/media/reports/${await idOf('select id from report_media where report_id = $1', [report])}`;
    },
  },
  '/media/exports/{id}': {
    row: { ...NOBODYS, owner: 'in' },
    path: async () => {
      const id = await idOf(
        `insert into data_exports (user_id, state, file_key, bytes, asked_at, expires_at)
         values ($1, 'ready', $2, 1, $3, $3::timestamptz + interval '1 day') returning id`,
        [owner.id, await fileOfClip(), app.clock.now()],
      );
      return `/media/exports/${id}`;
    },
  },
  '/media/outside, signed': { row: SEEN, path: outside },
  '/media/outside, signed otherwise': { row: NOBODYS, path: async () => `${await outside()}x` },
};

const fileOfClip = async (): Promise<string> => {
  const [row] = await run<{ key: string }>(app.site.db, 'select file_key as key from clips where id = $1', [
    (await sendClip(owner)).id,
  ]);
  return row?.key as string;
};

/** A picture of another site that has been fetched already. */
async function outside(): Promise<string> {
  const url = `https://elsewhere.test/${randomUUID()}.png`;
  const hash = createHash('sha256').update(url).digest('hex');
  await run(app.site.db, 'insert into outside_images (url_hash, file_key, fetched_at) values ($1, $2, $3)', [
    hash,
    await fileOfClip(),
    app.clock.now(),
  ]);
  return imageSource(app.site, url);
}

/** Every other route that names something: why nobody owns that, or whose it is does not matter. */
const OWNERLESS: Partial<Record<RouteKey, string>> = {
  ...reasoned('names a quest, of which everybody has their own', ['POST /api/quests/{quest}/claim']),
  ...reasoned('the link is the right itself', [
    'POST /api/users/reset-password/{token}',
    'POST /api/users/confirm-email/{token}',
  ]),
  ...reasoned('names a player, for all to see', [
    'GET /api/profiles/{id}',
    'GET /api/profiles/username/{username}',
    'GET /api/profiles/{id}/status/comments',
    'POST /api/profiles/{id}/status/comments',
    'GET /api/photos/user/{userId}',
    'GET /api/inventory/{id}',
    'GET /api/inventory/user/{id}',
    'GET /api/game/{userId}',
  ]),
  ...reasoned('names a player, and is about the caller and them', [
    'POST /api/friend-requests/{userId}',
    'DELETE /api/friend-requests/{userId}/cancel',
    'DELETE /api/friendships/{id}',
    'POST /api/blocks/{userId}',
    'DELETE /api/blocks/{userId}',
    'GET /api/dms/{userId}',
    'POST /api/dms/{userId}/read',
    'DELETE /api/dms/convo/{userId}',
  ]),
  ...reasoned('is there for all', [
    'GET /api/feed/{id}',
    'POST /api/feed/{id}/like',
    'DELETE /api/feed/{id}/like',
    'GET /api/feed/{id}/comments',
    'POST /api/feed/{id}/comments',
    'GET /api/likes/{postId}/likers',
    'POST /api/photos/{id}/like',
    'POST /api/clips/{id}/like',
    'POST /api/clips/{id}/view',
    'GET /api/forum-threads/{id}',
    'GET /api/combat/fights/{id}',
  ]),
  ...reasoned('is for staff, whoever it is about', staffRoutes()),
};

function reasoned(why: string, keys: readonly RouteKey[]): Partial<Record<RouteKey, string>> {
  return Object.fromEntries(keys.map((key) => [key, why]));
}

/** The routes that name something and that no player may call. */
function staffRoutes(): RouteKey[] {
  return (Object.keys(TABLE) as RouteKey[]).filter(
    (key) => key.includes('{') && TABLE[key].player === '403 forbidden',
  );
}

describe('what has an owner', () => {
  it('is told of every route that names something', () => {
    const naming = Object.keys(routes).filter((key) => key.includes('{'));
    expect([...Object.keys(OWNED), ...Object.keys(OWNERLESS)].sort()).toEqual(naming.sort());
    expect(Object.keys(OWNED_EVENTS).sort()).toEqual(Object.keys(clientEvents).sort());
  });

  it.each(Object.entries(OWNED) as [RouteKey, Owned][])('%s', async (key, { row, call }) => {
    const told: Record<string, string> = {};
    let options = await call();
    for (const caller of ['player', 'muted', 'moderator', 'admin', 'owner'] as const) {
      const browser = caller === 'owner' ? owner : callers[caller];
      const answer = await browser.call(key, options);
      const isGone = answer.status === 404 && row[caller] === '404 notFound';
      told[caller] = isGone ? '404 notFound' : admissionOf(answer);
      if (told[caller] === 'in') expect([caller, answer.status < 300]).toEqual([caller, true]);
      if (answer.status < 300 && caller !== 'owner') options = await call();
    }
    expect(told).toEqual(row);
  });

  const events = Object.entries(OWNED_EVENTS).filter((entry): entry is [string, OwnedEvent] => !!entry[1]);
  it.each(events)('the event %s', async (event, { row, payload }) => {
    const told: Record<string, string> = {};
    const sent = await payload();
    for (const caller of ['player', 'muted', 'moderator', 'admin', 'owner'] as const) {
      const browser = caller === 'owner' ? owner : callers[caller];
      const { ok, code = '' } = await ask(await browser.socket(), event, sent);
      browser.closeSockets();
      const status = code === 'notFound' ? 404 : 403;
      told[caller] = ok ? 'in' : `${status} ${code}`;
    }
    expect(told).toEqual(row);
  });

  it.each(Object.entries(FILES))('%s', async (_, { row, path }) => {
    const told: Record<string, string> = {};
    const at = await path();
    for (const caller of [...CALLERS, 'owner'] as const) {
      const browser = caller === 'guest' ? app.browser() : caller === 'owner' ? owner : callers[caller];
      const response = await browser.fetch(at);
      await response.arrayBuffer();
      told[caller] = response.status === 200 ? 'in' : `${response.status}`;
    }
    expect(told).toEqual(row);
  });
});
