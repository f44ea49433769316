/** Key prefix of all queries of the feed, to invalidate them together. */
export const FEED_KEY = ['feed'] as const;
