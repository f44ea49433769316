import Type, { type Static, type TSchema } from 'typebox';
import { BOARDS } from '../leaderboards.ts';
import { LIMITS } from '../limits.ts';
import { mapProfileTextFields } from '../profiles.ts';
import { SEARCH_MAX } from '../search.ts';
import { SessionUser } from './accounts.ts';
import { StaffReason } from './decisions.ts';
import { Stats } from './game.ts';
import { Refusals } from './safety.ts';
import { type Contract, closedObject, cursorQuery, Id, idParams, Nullable, Time } from './schema.ts';

/** A player, as shown in all places where the player's name appears. */
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
  ...mapProfileTextFields(() => Nullable(Type.String())),
  createdAt: Time,
  /** The reasons why the player does not accept actions of the caller. Lists of profiles do not contain this field. */
  refusals: Type.Optional(Refusals),
});
export type Profile = Static<typeof Profile>;

export const LeaderboardEntry = Type.Object({
  ...PlayerRef.properties,
  wins: Type.Integer(),
  losses: Type.Integer(),
});
export type LeaderboardEntry = Static<typeof LeaderboardEntry>;

/**
 * The leaderboards. `week` ranks players by this week's wins, the other boards by all wins. `friends` contains only the
 * viewer and the viewer's friends, and `level` only players close to the viewer's level.
 */
export const Board = Type.Enum([...BOARDS]);
export type Board = Static<typeof Board>;

/** An entry of a board. Players with the same score and level share a rank. */
export const RankedPlayer = Type.Object({
  ...LeaderboardEntry.properties,
  /** Number of wins that count for the board. */
  score: Type.Integer(),
  rank: Type.Integer(),
});
export type RankedPlayer = Static<typeof RankedPlayer>;

const Text = (maxLength = 2_000) => Type.String({ maxLength });
const Optional = <T extends TSchema>(schema: T) => Type.Optional(Nullable(schema));

export const Photo = Type.Object({
  id: Id,
  imageUrl: Type.String(),
  thumbUrl: Type.String(),
  width: Type.Integer(),
  height: Type.Integer(),
  caption: Type.String(),
  likes: Type.Integer(),
  likedByCurrentUser: Type.Boolean(),
});
export type Photo = Static<typeof Photo>;

export const profiles = {
  routes: {
    'GET /api/profiles': {
      access: 'player',
      query: Type.Object({
        ...cursorQuery(LIMITS.profilesPage, 50),
        search: Type.Optional(Text(SEARCH_MAX)),
        minLevel: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
        sort: Type.Optional(Type.Enum(['newest', 'level'])),
        near: Type.Optional(Type.Boolean()),
        online: Type.Optional(Type.Boolean()),
        friends: Type.Optional(Type.Boolean()),
      }),
      reply: Type.Array(Profile),
      summary:
        "Players with `search` in their name and at least `minLevel`, optionally only players near the caller's level, players who are online, or friends. By default, and in searches by name alone, the newest players come first. With `sort=level`, `near`, `online` or `friends`, players with levels nearest to the caller's level come first, and the caller is left out. The Link header leads to the next page.",
    },
    'GET /api/profiles/username/{username}': {
      access: 'player',
      params: Type.Object({ username: Text(SEARCH_MAX) }),
      reply: Profile,
      summary: 'A profile by name, ignoring case.',
    },
    'PATCH /api/profiles/profile': {
      access: 'player',
      body: Type.Object(
        {
          username: Optional(Text()),
          email: Optional(Text()),
          currentPassword: Optional(Text()),
          firstName: Optional(Text()),
          lastName: Optional(Text()),
          statusMessage: Optional(Text()),
          avatarUrl: Optional(Text()),
          ...mapProfileTextFields(() => Optional(Text())),
          age: Optional(Type.Integer()),
          sex: Optional(Text()),
          relationshipStatus: Optional(Text()),
        },
        closedObject,
      ),
      reply: Type.Object({ user: SessionUser }),
      summary: "Changes the given fields of the caller's profile.",
    },
    'PATCH /api/users/me/status': {
      access: 'player',
      requiresUnmuted: true,
      body: Type.Object({ statusMessage: Text() }, closedObject),
      reply: Type.Object({ user: SessionUser }),
      summary: "Sets the caller's status message.",
    },
    'PATCH /api/users/{id}/avatar/clear': {
      access: 'moderator',
      params: idParams('id'),
      body: StaffReason,
      reply: Type.Object({ user: Type.Object({ id: Id, avatarUrl: Nullable(Type.String()) }) }),
      summary: "Removes another player's avatar.",
    },
    'GET /api/profiles/{id}': {
      access: 'player',
      params: idParams('id'),
      reply: Profile,
      summary: 'A profile; never cached.',
    },
    'GET /api/leaderboard': {
      access: 'player',
      reply: Type.Object({ leaderboard: Type.Array(LeaderboardEntry) }),
      summary: 'The top players by wins, then level.',
    },
    'GET /api/leaderboard/{board}': {
      access: 'player',
      params: Type.Object({ board: Board }),
      query: Type.Object(cursorQuery(LIMITS.leaderboardPage, 50)),
      reply: Type.Object({
        items: Type.Array(RankedPlayer),
        nextCursor: Nullable(Type.String()),
        /**
         * The caller’s own entry, even if it is on another page. On the board `week`, the entry is null if the caller
         * has not won this week.
         */
        own: Nullable(RankedPlayer),
      }),
      summary: 'A board by wins, then level. Leaves out players hidden from the caller by a block.',
    },
  },
  serverEvents: {
    'user:status': Type.Object({ userId: Id, statusMessage: Type.String() }),
  },
} as const satisfies Contract;
