/** What the reader says of motion (CSS): it holds for who wants less of it. */
export const CALM = '(prefers-reduced-motion: reduce)';
export const calm = (): MediaQueryList => matchMedia(CALM);
