import Type, { type Static } from 'typebox';
import { LIMITS } from '../limits.ts';
import { LEAGUES } from '../ratings/leagues.ts';
import { PlayerRef } from './profiles.ts';
import { type Contract, cursorQuery, Id, idParams, Nullable, Time } from './schema.ts';

/** A player's current rating. `deviation` is its uncertainty, which grows with the time since the last ranked fight. */
export const RatingSummary = Type.Object({
  rating: Type.Integer(),
  deviation: Type.Integer(),
  /** True if the deviation is too large for a reliable rating. */
  provisional: Type.Boolean(),
  league: Type.Enum(LEAGUES.map(({ id }) => id)),
  /** Number of rated fights. */
  fights: Type.Integer(),
});
export type RatingSummary = Static<typeof RatingSummary>;

/** The rating change that one fight caused. */
export const RatingChange = Type.Object({
  /** Null if the caller is not allowed to watch the fight. */
  fightId: Nullable(Id),
  /**
   * Null if the opponent's account is deleted, or if a block between the viewer and the opponent hides the opponent.
   */
  opponent: Nullable(PlayerRef),
  opponentRating: Type.Integer(),
  won: Type.Boolean(),
  before: Type.Integer(),
  after: Type.Integer(),
  deviation: Type.Integer(),
  at: Time,
});
export type RatingChange = Static<typeof RatingChange>;

/** A player’s rating and its most recent changes, newest first. */
export const RatingHistory = Type.Object({
  /** Null if the player has no rated fight. */
  current: Nullable(RatingSummary),
  changes: Type.Array(RatingChange),
});
export type RatingHistory = Static<typeof RatingHistory>;

/** A page of the rating board. The board lists the players whose rating has a small deviation, highest rating first. */
export const RatingBoard = Type.Object({
  items: Type.Array(Type.Object({ rank: Type.Integer(), player: PlayerRef, rating: RatingSummary })),
  nextCursor: Nullable(Type.String()),
  /**
   * The caller’s own rating, even if it is on another page of the board; null if the caller has no rated fight. `rank`
   * is null if the caller is not on the board.
   */
  own: Nullable(Type.Object({ ...RatingSummary.properties, rank: Nullable(Type.Integer()) })),
});
export type RatingBoard = Static<typeof RatingBoard>;

export const ratings = {
  routes: {
    'GET /api/ratings/board': {
      access: 'player',
      query: Type.Object(cursorQuery(LIMITS.leaderboardPage, 50)),
      reply: RatingBoard,
      summary:
        'The players with reliable ratings from ranked fights, highest first, and the caller’s own rating.',
    },
    'GET /api/ratings/{userId}': {
      access: 'player',
      params: idParams('userId'),
      reply: RatingHistory,
      summary: 'A player’s rating from ranked fights, and its latest changes.',
    },
  },
} as const satisfies Contract;
