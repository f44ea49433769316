/** Texts of the frame around every page, for guests too; a player's own stand in `menu.ts`. */
export const SHELL_TEXTS = {
  product: 'Rivalhold',
  skip: 'Skip to the content',
  notFound: '404 - Page Not Found',
  notFoundText: 'No road of the hold leads here. It may have been moved, or never built.',
  home: 'Back to the gate',
  offline: 'You are offline. What you see may be old; it renews itself once you are back.',
  offlineTitle: 'You are offline',
  offlineText: 'Rivalhold cannot be reached. This page opens once it can.',
  connectionLost: 'The live connection is lost. Trying again…',
  unreachable: 'The hold cannot be reached',
  unreachableText: 'It may be restarting, or your connection is down.',
  broken: 'Something went wrong.',
  brokenText: 'This page stumbled. Try it again; if it keeps happening, tell support what you did.',
  retry: 'Try again',
  support: 'Support',
  faq: 'FAQ',
  guide: 'Guide',
  source: 'Source',
  terms: 'Terms',
  privacy: 'Privacy',
  themeSystem: 'System',
  themeLight: 'Light',
  themeDark: 'Dark',
} as const;

/** Texts of the parts that any screen is made of. */
export const UI_TEXTS = {
  close: 'Close',
  previous: 'Previous',
  next: 'Next',
  place: (at: number, count: number | null) => (count === null ? String(at) : `${at} of ${count}`),
  announcements: 'Announcements',
  toasts: 'Recent messages',
  loadMore: 'Load more',
} as const;
