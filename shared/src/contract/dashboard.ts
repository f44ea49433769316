import Type, { type Static, type TSchema } from 'typebox';
import { activity } from './activity.ts';
import { clips } from './clips.ts';
import { combat } from './combat.ts';
import { feed } from './feed.ts';
import { notifications } from './notifications.ts';
import { LeaderboardEntry, Profile } from './profiles.ts';
import { Quests } from './quests.ts';
import { type Contract, Nullable, page } from './schema.ts';

/** A part that could not be read in time is null: its own route tells it, or why not. */
const Part = <T extends TSchema>(schema: T) => Nullable(schema);

export const Dashboard = Type.Object({
  profile: Part(Profile),
  quests: Part(Quests),
  /** For who has never won and has no quests: the newest players, of whom some can be beaten; null for all others too. */
  players: Part(page(Profile)),
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
      summary: 'All that the dashboard begins with; each part also has a route of its own.',
    },
  },
} as const satisfies Contract;
