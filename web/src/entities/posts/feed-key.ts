/** The first part of every query key of the feed. Invalidating it reloads all queries of the feed. */
export const FEED_KEY = ['feed'] as const;
