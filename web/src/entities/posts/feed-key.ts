/** The first part of every query key of the feed: invalidating it reloads all of them. */
export const FEED_KEY = ['feed'] as const;
