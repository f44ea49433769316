import { formatCount } from '../format-number.ts';

/** Texts around every page, including those for guests. Texts for players only are in `menu.ts`. */
export const SHELL_TEXTS = {
  product: 'Rivalhold',
  skip: 'Skip to content',
  mainNavigation: 'Main',
  logo: 'Rivalhold, home',
  aboutNavigation: 'About',
  adults: 'Rivalhold · 18+',
  notFound: '404 - Page Not Found',
  notFoundText: 'This page doesn’t exist or has moved.',
  home: 'Go to the home page',
  offline: 'You’re offline. This page may be out of date. It updates when you’re back online.',
  offlineTitle: 'You’re offline',
  offlineText: 'This page opens when you’re back online.',
  connectionLost: 'Live connection lost. Reconnecting…',
  unreachable: 'Can’t reach Rivalhold',
  unreachableText: 'Check your connection and try again. The site may also be restarting.',
  unreachableError: 'Can’t reach Rivalhold. Check your connection and try again.',
  socketNotReady: 'Socket not ready',
  broken: 'Something went wrong.',
  brokenText:
    'This page failed to load. Try again. If it keeps happening, contact support and describe what you did.',
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

/** Texts of the UI components used on all pages. */
export const UI_TEXTS = {
  close: 'Close',
  cancel: 'Cancel',
  previous: 'Previous',
  next: 'Next',
  position: (at: number, count: number | null) => (count === null ? String(at) : `${at} of ${count}`),
  announcements: 'Announcements',
  toasts: 'Recent messages',
  loading: 'Loading…',
  loadMore: 'Load more',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  justNow: 'just now',
  minutesAgo: (count: number) => `${formatCount(count, 'minute')} ago`,
  hoursAgo: (count: number) => `${formatCount(count, 'hour')} ago`,
  daysAgo: (count: number) => `${formatCount(count, 'day')} ago`,
} as const;
