import Type, { type Static, type TSchema } from 'typebox';
import { activity } from './activity.ts';
import { clips } from './clips.ts';
import { combat } from './combat.ts';
import { feed } from './feed.ts';
import { Goals } from './goals.ts';
import { notifications } from './notifications.ts';
import { LeaderboardEntry, Profile } from './profiles.ts';
import { Quests } from './quests.ts';
import { type Contract, Nullable } from './schema.ts';

/**
 * Make a section of the dashboard nullable. A section is null if loading it failed or took too long. The client then
 * requests it from the section's own route.
 */
const Part = <T extends TSchema>(schema: T) => Nullable(schema);

export const Dashboard = Type.Object({
  profile: Part(Profile),
  quests: Part(Quests),
  goals: Part(Goals),
  opponent: Part(combat.routes['GET /api/combat/opponent'].reply),
  fights: Part(combat.routes['GET /api/combat/open'].reply),
  leaderboard: Part(Type.Array(LeaderboardEntry)),
  clips: Part(clips.routes['GET /api/clips/feed'].reply),
  feed: Part(feed.routes['GET /api/feed'].reply),
  activity: Part(activity.routes['GET /api/activity'].reply),
  notifications: Part(notifications.routes['GET /api/notifications'].reply),
  thresholds: Type.Array(Type.Integer()),
});
export type Dashboard = Static<typeof Dashboard>;

export const dashboard = {
  routes: {
    'GET /api/dashboard': {
      access: 'player',
      reply: Dashboard,
      summary: 'The initial data of the dashboard; each section also has its own route.',
    },
  },
} as const satisfies Contract;
