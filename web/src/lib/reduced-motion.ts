/** Media query for the preference for reduced motion. */
export const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';
/** Return the MediaQueryList for the preference for reduced motion. */
export const reducedMotion = (): MediaQueryList => matchMedia(REDUCED_MOTION);
