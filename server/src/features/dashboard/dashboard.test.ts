import { THRESHOLDS } from '@rivalhold/shared/levels/levels.ts';
import { beforeAll, expect, it } from 'vitest';
import { type TestPlayer, useTestApp } from '../../testing/app.ts';
import { createPost, like, listFeed } from '../feed/testing.ts';
import { Leaderboard } from '../profiles/service.ts';
import { getDashboard } from './service.ts';

const app = useTestApp();
let me: TestPlayer;
let other: TestPlayer;
beforeAll(async () => {
  [me, other] = [await app.player(), await app.player()];
});

it('each part of the dashboard equals the response of its own route', async () => {
  await like(other, await createPost(me, 'To be liked'));
  const { status, body } = await me.call('GET /api/dashboard');
  expect(status).toBe(200);
  const [profile, quests, goals, opponent, fights, leaders, clips, feed, activity, notifications] =
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
    thresholds: [...THRESHOLDS],
  });
});

it('a dashboard part that fails or is late is null, and the other parts are still returned', async () => {
  const leaderboard = new Leaderboard(app.site);
  const site = { ...app.site, dashboardPartMs: 400 };
  for (const readBoard of [() => Promise.reject(new Error('away')), () => new Promise<never>(() => {})]) {
    leaderboard.read = readBoard;
    const read = await getDashboard(site, { viewerId: me.id, seesHidden: false }, leaderboard);
    expect(read.leaderboard).toBeNull();
    expect(read.profile?.id).toBe(me.id);
    expect(read.feed?.items.length).toBeGreaterThan(0);
  }
});
