import { type RouteKey, routes, serverEvents } from '@rivalhold/shared/contract/index.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { setRole } from '../features/accounts/service.ts';
import { sendLobbyMessage as sayInLobby } from '../features/chat/testing.ts';
import { uploadClip } from '../features/clips/testing.ts';
import { adjustCoins } from '../features/coins/service.ts';
import { fightToEnd, openFightOf, setCharacter } from '../features/combat/testing.ts';
import { type TestPlayer, useTestApp } from '../testing/app.ts';
import type { Scene } from '../testing/cases.ts';
import { createPng } from '../testing/images.ts';
import { makeScene } from '../testing/scene.ts';
import { accessTo, missingCases, ROUTE_CASES, ROUTES } from './cases.ts';

/**
 * A balance that only its owner is allowed to see. The owner's actions change it a little, so the search pattern also
 * matches nearby values.
 */
const SECRET_BALANCE = 7_654_321;
const BALANCE_PATTERN = /(?<![\w.-])765[34]\d{3}(?![\w.-])|7[,.]65[34][,.]\d{3}/;

const app = useTestApp();
let owner: TestPlayer;
let viewer: TestPlayer;
let scene: Scene;
const events: { event: string; text: string }[] = [];

/** Return the expected status of a read for a viewer with the given role. */
const readingOf = (key: RouteKey, role: 'player' | 'moderator'): number => {
  const access = accessTo(key);
  const isClosed = access === 'admin' || (access === 'moderator' && role === 'player');
  return isClosed ? 403 : (ROUTE_CASES[key].readStatus ?? 200);
};

const isGet = (key: RouteKey): boolean => key.startsWith('GET');
const KEYS = ROUTES.map(([key]) => key);
/** The routes that write. Routes that end the viewer's session come last. */
const WRITES = KEYS.filter((key) => !isGet(key)).sort(
  (a, b) => Number(ROUTE_CASES[a].endsSession ?? 0) - Number(ROUTE_CASES[b].endsSession ?? 0),
);

async function callAs(caller: TestPlayer, key: RouteKey): Promise<{ status: number; text: string }> {
  const { upload } = routes[key] as { upload?: string };
  const options = upload ? { form: [[upload, await createPng()] as const] } : ROUTE_CASES[key].call?.(scene);
  const { status, body } = await caller.call(key, options);
  return { status, text: JSON.stringify(body) };
}

beforeAll(async () => {
  [owner, viewer] = [await app.player('Rich.One'), await app.player('Looking.On')];
  const change = { userId: owner.id, amount: SECRET_BALANCE - 50, by: 'test', note: 'an heir' };
  await adjustCoins(app.site.db, app.site, change);
  await adjustCoins(app.site.db, app.site, { ...change, userId: viewer.id, amount: 200 });
  await setCharacter(app, viewer, { level: 20 });

  const third = await app.player();
  for (const listener of [viewer, third])
    (await listener.socket()).onAny((event: string, payload: unknown) =>
      events.push({ event, text: JSON.stringify(payload) }),
    );
  const socket = await owner.socket();
  scene = await makeScene(app, viewer, owner);
  await owner.call('PATCH /api/users/me/status', { body: { statusMessage: 'I have enough' } });
  await owner.call('POST /api/profiles/{id}/status/comments', {
    params: { id: viewer.id },
    body: { body: 'Well met' },
  });
  await owner.call('POST /api/feed/{id}/like', { params: { id: scene.mine.post } });
  await uploadClip(owner);
  socket.emit('typing', { fromUserId: owner.id, toUserId: viewer.id });
  await sayInLobby(socket, '/flex');
  for (const itemId of [1, 12]) await owner.call('POST /api/store/buy', { body: { itemId } });
  await viewer.call('POST /api/store/buy', { body: { itemId: 4 } });
  await openFightOf(owner, viewer);
  await fightToEnd(app, owner, viewer);
});

describe('the coin balance of another player', () => {
  it('is found in responses to its owner, which proves that the search for it works', async () => {
    for (const key of ['GET /api/game/{userId}', 'GET /api/profiles/{id}'] as const)
      expect((await callAs(owner, key)).text).toMatch(BALANCE_PATTERN);
    expect((await callAs(owner, 'GET /api/coins/history')).text).toContain(String(SECRET_BALANCE));
  });

  it('is looked for in the responses of every route', () => {
    expect(missingCases()).toEqual([]);
  });

  it('is in no response to a read by a player or a moderator', async () => {
    const { username } = viewer;
    for (const role of ['player', 'moderator'] as const) {
      await setRole(app.site.db, app.site, { username, role });
      for (const key of KEYS.filter(isGet)) {
        const { status, text } = await callAs(viewer, key);
        expect([key, status]).toEqual([key, readingOf(key, role)]);
        expect(text, key).not.toMatch(BALANCE_PATTERN);
      }
    }
    const { body } = await viewer.call('GET /api/game/{userId}', { params: { userId: owner.id } });
    expect(body.stats.coins).toBeNull();
  });

  it('is in no response to a write by a moderator', async () => {
    const done = new Set<RouteKey>();
    for (const key of WRITES) {
      const { status, text } = await callAs(viewer, key);
      expect([key, status < 500 || (status === 503 && key.includes('checkout'))]).toEqual([key, true]);
      if (status < 300) done.add(key);
      expect(text, key).not.toMatch(BALANCE_PATTERN);
    }
    // The test is useful only if many calls have succeeded.
    expect(done.size).toBeGreaterThan(30);
  });

  it('is in no event that other players receive', async () => {
    const eventsWithCoins = (Object.keys(serverEvents) as (keyof typeof serverEvents)[]).filter((event) =>
      /"(coins|balance)"/.test(JSON.stringify(serverEvents[event])),
    );
    expect(eventsWithCoins.sort()).toEqual(['activity:new', 'coins:changed', 'combatOver']);
    const names = new Set(events.map(({ event }) => event));
    for (const event of [
      ...eventsWithCoins,
      'combatStateUpdate',
      'private message',
      'chat message',
      'notify:new',
      'feed:newPost',
      'clip:new',
    ])
      expect([...names]).toContain(event);
    for (const { event, text } of events) expect(text, event).not.toMatch(BALANCE_PATTERN);
  });
});
