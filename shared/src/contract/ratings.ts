import Type, { type Static } from 'typebox';
import { LEAGUES } from '../ratings/leagues.ts';
import { PlayerRef } from './profiles.ts';
import { type Contract, Id, idParams, Nullable, Time } from './schema.ts';

/** A player's rating now: its deviation includes the growth since the last ranked fight. */
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

/** The change of a rating by one fight. */
export const RatingChange = Type.Object({
  fightId: Id,
  /** Null for an opponent who is deleted, or separated from the viewer by a block. */
  opponent: Nullable(PlayerRef),
  opponentRating: Type.Integer(),
  won: Type.Boolean(),
  before: Type.Integer(),
  after: Type.Integer(),
  deviation: Type.Integer(),
  at: Time,
});
export type RatingChange = Static<typeof RatingChange>;

/** A player’s rating and its latest changes, latest first. */
export const RatingHistory = Type.Object({
  /** Null without a rated fight. */
  current: Nullable(RatingSummary),
  changes: Type.Array(RatingChange),
});
export type RatingHistory = Static<typeof RatingHistory>;

export const RatingBoard = Type.Object({
  items: Type.Array(Type.Object({ place: Type.Integer(), player: PlayerRef, rating: RatingSummary })),
  /** The caller’s own rating, which is on the board only with a small deviation. Null without a rated fight. */
  own: Nullable(RatingSummary),
});
export type RatingBoard = Static<typeof RatingBoard>;

export const ratings = {
  routes: {
    'GET /api/ratings/board': {
      access: 'player',
      reply: RatingBoard,
      summary: 'The players with the highest ratings from ranked fights, and the caller’s own rating.',
    },
    'GET /api/ratings/{userId}': {
      access: 'player',
      params: idParams('userId'),
      reply: RatingHistory,
      summary: 'A player’s rating from ranked fights, and its latest changes.',
    },
  },
} as const satisfies Contract;
