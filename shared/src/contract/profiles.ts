import Type, { type Static } from 'typebox';
import { LIMITS } from '../limits.ts';
import { Stats } from './game.ts';
import { cursorQuery, Id, idParams, Nullable, type Routes, Time } from './schema.ts';

/** A player as shown wherever one is named. */
export const PlayerRef = Type.Object({
  id: Id,
  username: Type.String(),
  avatarUrl: Nullable(Type.String()),
  level: Type.Integer(),
});
export type PlayerRef = Static<typeof PlayerRef>;

export const Profile = Type.Object({
  ...PlayerRef.properties,
  ...Stats.properties,
  statusMessage: Type.String(),
  age: Nullable(Type.Integer()),
  sex: Nullable(Type.String()),
  relationshipStatus: Nullable(Type.String()),
  location: Nullable(Type.String()),
  createdAt: Time,
});
export type Profile = Static<typeof Profile>;

export const LeaderboardEntry = Type.Object({
  ...PlayerRef.properties,
  wins: Type.Integer(),
  losses: Type.Integer(),
});
export type LeaderboardEntry = Static<typeof LeaderboardEntry>;

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
