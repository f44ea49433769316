/** A copy of one's own data. What the server answers stands first. */
export const EXPORT_TEXTS = {
  tooOften: 'You can ask for a copy once a day.',
} as const;
