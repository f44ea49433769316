/** The names of the counts for goals and titles. */
export type Count =
  | 'fights'
  | 'wins'
  | 'reads'
  | 'closeWins'
  | 'level'
  | 'likes'
  | 'comments'
  | 'posts'
  | 'replies'
  | 'threads'
  | 'clips'
  | 'lobby'
  | 'friends'
  | 'lessons'
  | 'days'
  | 'goals'
  | 'streak';
export type Counts = Partial<Record<Count, number>>;

/** A win with at most this share of full health left is a close one. */
export const CLOSE_WIN_SHARE = 0.1;

/** Something that a player has done. */
export type ProgressEvent = {
  count: Count;
  /** The other player: each counts once a day. 0 for the player's own content, which counts once a day in total. */
  subject: number;
  by: number;
  /** The total after this event, for counts that another feature stores; by default the total grows by `by`. */
  total?: number;
};
