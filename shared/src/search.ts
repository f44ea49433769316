/** Maximum length of a search text. It is separate from the other limits, because pages for guests load it. */
export const SEARCH_MAX = 60;
