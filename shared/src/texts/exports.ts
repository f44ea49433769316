/** A copy of one's own data. What the server answers stands first. */
export const EXPORT_TEXTS = {
  tooOften: 'You can ask for a copy once a day.',

  title: 'Your data',
  text: 'A zip of all that is yours: account, profile, friends, posts, messages, fights, coins, and your pictures and videos. You can ask for one a day; it is kept for seven days.',
  ask: 'Make a copy',
  askAgain: 'Make a new copy',
  pending: 'Your copy is being made. We tell you when it is ready; you can leave this page.',
  failed: 'The last copy could not be made. Please ask for it again.',
  ready: (size: string) => `Your copy is ready: ${size}.`,
  until: (time: string) => `It is deleted on ${time}.`,
  next: (time: string) => `You can ask for another from ${time} on.`,
  download: 'Download',
  loadFailed: 'Your data could not be asked for.',
  askFailed: 'The copy could not be asked for.',
} as const;
