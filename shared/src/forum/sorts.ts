/** The sort orders of threads, the default first. This file imports no validators, because browsers load it. */
export const FORUM_SORTS = ['updated', 'newest', 'mostPosts'] as const;
