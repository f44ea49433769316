import { type RouteKey, routes } from '@rivalhold/shared/contract/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setRole } from './features/accounts/service.ts';
import { createTestApp, type TestApp, type TestBrowser, type TestPlayer } from './testing.ts';

type Caller = 'guest' | 'player' | 'moderator' | 'admin';
/** What a role is told: that it may call, that it must sign in first, that it may not. */
type Admission = 'in' | 401 | 403;
const CALLERS: readonly Caller[] = ['guest', 'player', 'moderator', 'admin'];

const ALL: Record<Caller, Admission> = { guest: 'in', player: 'in', moderator: 'in', admin: 'in' };
const SIGNED_IN: Record<Caller, Admission> = { ...ALL, guest: 401 };
const STAFF: Record<Caller, Admission> = { ...SIGNED_IN, player: 403 };
const ADMINS: Record<Caller, Admission> = { ...STAFF, moderator: 403 };

/** Every route of the contract, for each role. One that is missing here fails. */
const TABLE: Record<RouteKey, Record<Caller, Admission>> = {
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
  'PATCH /api/users/me/status': SIGNED_IN,
  'GET /api/profiles/{id}/status/comments': SIGNED_IN,
  'POST /api/profiles/{id}/status/comments': SIGNED_IN,
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
  'GET /api/feed': SIGNED_IN,
  'POST /api/feed': SIGNED_IN,
  'GET /api/feed/{id}': SIGNED_IN,
  'DELETE /api/feed/{id}': SIGNED_IN,
  'POST /api/feed/{id}/like': SIGNED_IN,
  'DELETE /api/feed/{id}/like': SIGNED_IN,
  'GET /api/feed/{id}/comments': SIGNED_IN,
  'POST /api/feed/{id}/comments': SIGNED_IN,
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
  'PATCH /api/photos/{id}': SIGNED_IN,
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
  'POST /api/clips': SIGNED_IN,
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
  'POST /api/forum-categories': STAFF,
  'PATCH /api/forum-categories/{id}': STAFF,
  'DELETE /api/forum-categories/{id}': ADMINS,
  'GET /api/forum-threads': SIGNED_IN,
  'GET /api/forum-threads/{id}': SIGNED_IN,
  'POST /api/forum-threads': SIGNED_IN,
  'POST /api/forum-threads/{id}/restore': STAFF,
  'POST /api/forum-posts': SIGNED_IN,
  'PATCH /api/forum-posts/{id}': SIGNED_IN,
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
};

let app: TestApp;
let somebody: TestPlayer;
/** Whom admins change and delete, since they cannot do that to themselves. */
let subject: TestPlayer;
const OF_SUBJECT = /^(?!GET).* \/api\/admin\/(users|promote|demote)\//;
beforeAll(async () => {
  app = await createTestApp();
  somebody = await app.player();
  subject = await app.player();
});
afterAll(() => app.close());

/** Somebody new for each call: some of the routes end the session they are called with. */
async function caller(role: Caller): Promise<{ browser: TestBrowser; id: number }> {
  if (role === 'guest') return { browser: app.browser(), id: somebody.id };
  const player = await app.player();
  if (role !== 'player') await setRole(app.site.db, app.site, { username: player.username, role });
  return { browser: player, id: player.id };
}

describe('who may call what', () => {
  it('is told of every route of the contract, and of no other', () => {
    expect(Object.keys(TABLE).sort()).toEqual(Object.keys(routes).sort());
  });

  it.each(
    Object.entries(TABLE).flatMap(([key, row]) => CALLERS.map((role) => [key, role, row[role]] as const)),
  )('%s by a %s: %s', async (key, role, expected) => {
    const { browser, id } = await caller(role);
    const { status, body } = await browser.call(key as RouteKey, {
      params: { userId: id, id: OF_SUBJECT.test(key) ? subject.id : id, token: 'none' },
      ...(key === 'GET /api/combat/{userId}' && { query: { opponentId: somebody.id } }),
    });
    const admission = status === 401 && body.code === 'unauthenticated' ? 401 : status === 403 ? 403 : 'in';
    expect([admission, status < 500]).toEqual([expected, true]);
  });
});
