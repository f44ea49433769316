/** Return the path of a clip. */
export const clipLink = (clipId: number): string => `/dashboard#clip-${clipId}`;
/** Return the collapse key of a clip's notifications. */
export const clipCollapseKey = (clipId: number): string => `clip:${clipId}`;
