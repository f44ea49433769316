/** What the reader says of motion (CSS): it holds for who wants less of it. */
export const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';
/** The same as a query that can be asked, and listened to. */
export const reducedMotion = (): MediaQueryList => matchMedia(REDUCED_MOTION);
