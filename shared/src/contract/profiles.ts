import Type, { type Static } from 'typebox';
import { LIMITS } from '../limits.ts';
import { cursorQuery, Id, idParams, Nullable, page, type Routes, Time } from './schema.ts';

/** A player as shown wherever one is named. */
export const PlayerRef = Type.Object({
  id: Id,
  username: Type.String(),
  avatarUrl: Nullable(Type.String()),
  level: Type.Integer(),
});
export type PlayerRef = Static<typeof PlayerRef>;

/** A purse (`coins`) is seen by its owner only; elsewhere it is null. */
export const Profile = Type.Object({
  id: Id,
  username: Type.String(),
  avatarUrl: Nullable(Type.String()),
  level: Type.Integer(),
  experience: Type.Integer(),
  energy: Type.Integer(),
  health: Type.Integer(),
  maxHealth: Type.Integer(),
  attack: Type.Integer(),
  defense: Type.Integer(),
  coins: Nullable(Type.Integer()),
  wins: Type.Integer(),
  losses: Type.Integer(),
  statusMessage: Type.String(),
  age: Nullable(Type.Integer()),
  sex: Nullable(Type.String()),
  relationshipStatus: Nullable(Type.String()),
  location: Nullable(Type.String()),
  createdAt: Time,
});
export type Profile = Static<typeof Profile>;

export const LeaderboardEntry = Type.Object({
  id: Id,
  username: Type.String(),
  avatarUrl: Nullable(Type.String()),
  level: Type.Integer(),
  wins: Type.Integer(),
  losses: Type.Integer(),
});
export type LeaderboardEntry = Static<typeof LeaderboardEntry>;

export const ActivityItem = Type.Object({
  id: Id,
  type: Type.String(),
  owner: PlayerRef,
  actor: Nullable(PlayerRef),
  metadata: Type.Object({
    level: Nullable(Type.Integer()),
    xp: Nullable(Type.Integer()),
    coins: Nullable(Type.Integer()),
    fightId: Nullable(Id),
  }),
  createdAt: Time,
});
export type ActivityItem = Static<typeof ActivityItem>;

export const profiles = {
  'GET /api/profiles': {
    access: 'player',
    query: Type.Object(cursorQuery(LIMITS.profilesPage, 50)),
    reply: Type.Array(Profile),
    summary: 'All players, newest first; the next page is in the Link header.',
  },
  'GET /api/profiles/{id}': {
    access: 'player',
    params: idParams('id'),
    reply: Profile,
    summary: 'One profile; never cached.',
  },
  'GET /api/leaderboard': {
    access: 'player',
    reply: Type.Object({ leaderboard: Type.Array(LeaderboardEntry) }),
    summary: 'The top players by wins, then level.',
  },
} as const satisfies Routes;

export const activity = {
  'GET /api/activity': {
    access: 'player',
    query: Type.Object({
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: LIMITS.activityPage })),
      userId: Type.Optional(Id),
      scope: Type.Optional(Type.Literal('global')),
      before: Type.Optional(Type.String({ maxLength: 200 })),
    }),
    reply: page(ActivityItem),
    summary: "Activity of one player or, with scope=global, of all; one's own without either.",
  },
} as const satisfies Routes;
