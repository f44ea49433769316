/** What the reader says of motion (CSS): it holds for who wants less of it. */
export const CALM = '(prefers-reduced-motion: reduce)';
/** The same as a query that can be asked, and listened to. */
export const calm = (): MediaQueryList => matchMedia(CALM);
