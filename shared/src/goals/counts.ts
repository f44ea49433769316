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

/** A win is close if the winner has at most this share of full health left. */
export const CLOSE_WIN_SHARE = 0.1;

/** An action of a player that counts towards goals or titles. */
export type ProgressEvent = {
  count: Count;
  /** Id of the other player, or 0 if there is none. On each day, a count counts only one event for each id. */
  subject: number;
  by: number;
  /** The new total, for counts that another feature stores. If `total` is missing, the stored total grows by `by`. */
  total?: number;
};
