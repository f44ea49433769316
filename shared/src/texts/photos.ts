/** Texts of a player's photos. */
export const PHOTO_TEXTS = {
  title: 'Gallery',
  empty: 'No photos yet.',
  failed: 'The photos could not be loaded.',
  photoOf: (name: string) => `Photo of ${name}`,
} as const;
