import Type, { type Static } from 'typebox';
import { type Contract, Id, Nullable, Time } from './schema.ts';

/**
 * The caller's state in the pool of players who look for a ranked fight. The two players of a found fight do not learn
 * who the opponent is until both have accepted. This prevents players from choosing their opponents.
 */
export const PoolState = Type.Object({
  status: Type.Enum(['idle', 'waiting', 'found', 'fighting']),
  /** Time at which the player joined the pool; null if the player is not in the pool. */
  since: Nullable(Time),
  /** Time until which both players must accept a found fight. */
  answerUntil: Nullable(Time),
  /** True if the player has accepted the found fight. */
  accepted: Type.Boolean(),
  /** The player cannot join before this time, because the player has missed or declined several fights. */
  pausedUntil: Nullable(Time),
  /** The opponent of the open ranked fight. */
  opponentId: Nullable(Id),
  /** The player's rating. The pool looks for opponents with similar ratings. */
  rating: Type.Integer(),
  /**
   * True if the rating is not reliable yet. The pool then moves the rating at random before it looks for opponents (see
   * `matchmakingRating`).
   */
  provisional: Type.Boolean(),
});
export type PoolState = Static<typeof PoolState>;

export const ranked = {
  routes: {
    'GET /api/ranked/pool': {
      access: 'player',
      reply: PoolState,
      summary: 'The caller’s state in the pool of players who look for a ranked fight.',
    },
    'POST /api/ranked/pool': {
      access: 'player',
      reply: PoolState,
      summary: 'Joins the pool. The site then looks for an opponent with a similar rating.',
    },
    'DELETE /api/ranked/pool': {
      access: 'player',
      reply: PoolState,
      summary: 'Leaves the pool. If an opponent is found, this declines the fight.',
    },
    'POST /api/ranked/pool/accept': {
      access: 'player',
      reply: PoolState,
      summary: 'Accepts the found fight. The fight begins when both players have accepted it.',
    },
  },
  serverEvents: {
    /** Sent to all tabs of a player whose state in the pool has changed. */
    'ranked:changed': PoolState,
  },
} as const satisfies Contract;
