/**
 * The leaderboards that rank players by wins, in display order. This file imports no validators, because browsers load
 * it.
 */
export const BOARDS = ['wins', 'week', 'friends', 'level'] as const;
