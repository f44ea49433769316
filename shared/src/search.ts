/**
 * Maximum length of a search text. It is in its own file, so that pages for guests need not load limits.ts.
 */
export const SEARCH_MAX = 60;
