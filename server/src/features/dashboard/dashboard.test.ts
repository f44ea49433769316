import { THRESHOLDS } from '@rivalhold/shared/levels/levels.ts';
import { beforeAll, expect, it } from 'vitest';
import { query, sql } from '../../platform/db/db.ts';
import { type TestPlayer, useTestApp } from '../../testing/app.ts';
import { createPost, like, listFeed } from '../feed/testing.ts';
import { Leaderboard, PlayerList } from '../profiles/service.ts';
import { getDashboard } from './service.ts';

const app = useTestApp();
let me: TestPlayer;
let other: TestPlayer;
beforeAll(async () => {
  [me, other] = [await app.player(), await app.player()];
  // Simulate an account that was created before quests were introduced.
  await query(app.site.db, sql`delete from quest_progress where user_id = ${me.id}`);
});

it('each part of the dashboard equals the response of its own route', async () => {
  await like(other, await createPost(me, 'To be liked'));
  const { status, body } = await me.call('GET /api/dashboard');
  expect(status).toBe(200);
  const [profile, quests, goals, opponent, fights, leaders, clips, feed, activity, notifications, players] =
    await Promise.all([
      me.call('GET /api/profiles/{id}', { params: { id: me.id } }),
      me.call('GET /api/quests'),
      me.call('GET /api/goals'),
      me.call('GET /api/combat/opponent'),
      me.call('GET /api/combat/open'),
      me.call('GET /api/leaderboard'),
      me.call('GET /api/clips/feed'),
      listFeed(me),
      me.call('GET /api/activity', { query: { scope: 'global' } }),
      me.call('GET /api/notifications'),
      me.call('GET /api/profiles'),
    ]);
  expect(body).toEqual({
    profile: profile.body,
    quests: quests.body,
    goals: goals.body,
    opponent: opponent.body,
    fights: fights.body,
    leaderboard: leaders.body.leaderboard,
    clips: clips.body,
    feed: feed.body,
    activity: activity.body,
    notifications: notifications.body,
    players: { items: players.body, nextCursor: null },
    thresholds: [...THRESHOLDS],
  });
  // Only the viewer's own balance is included in the response.
  const balances = [body.profile, ...(body.players?.items ?? [])].filter((one) => one?.coins !== null);
  expect(new Set(balances.map((one) => one?.id))).toEqual(new Set([me.id]));
});

it('the dashboard of a new player contains the open quests, but no list of players', async () => {
  const { body } = await other.call('GET /api/dashboard');
  expect(body.quests).toEqual((await other.call('GET /api/quests')).body);
  expect([body.quests?.state, body.players]).toEqual(['open', null]);
});

it('a dashboard part that fails or is late is null, and the other parts are still returned', async () => {
  const parts = { leaderboard: new Leaderboard(app.site), players: new PlayerList(app.site.db) };
  parts.leaderboard.read = () => Promise.reject(new Error('away'));
  parts.players.read = () => new Promise(() => {});
  const site = { ...app.site, dashboardPartMs: 400 };
  const read = await getDashboard(site, { viewerId: me.id, seesHidden: false }, parts);
  expect([read.leaderboard, read.players]).toEqual([null, null]);
  expect(read.profile?.id).toBe(me.id);
  expect(read.feed?.items.length).toBeGreaterThan(0);
});
