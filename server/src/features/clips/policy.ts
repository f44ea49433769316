/** Where a clip is shown. */
export const clipLink = (clipId: number): string => `/dashboard#clip-${clipId}`;
/** Under which the notifications about a clip are one. */
export const clipCollapseKey = (clipId: number): string => `clip:${clipId}`;
