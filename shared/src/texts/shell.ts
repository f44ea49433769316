import { formatCount, formatNumber } from '../format-number.ts';

/** Texts of the frame around every page, also for guests. Texts that only players see are in `menu.ts`. */
export const SHELL_TEXTS = {
  csrf: 'Failed to restore CSRF token',
  product: 'Rivalhold',
  skip: 'Skip to content',
  mainNavigation: 'Main',
  logo: 'Rivalhold, home',
  aboutNavigation: 'About',
  adults: 'Rivalhold · 18+',
  notFound: '404 - Page Not Found',
  notFoundText: 'This page doesn’t exist or has moved.',
  home: 'Go to the home page',
  offline: 'You’re offline. This page might be out of date. It will update when you’re back online.',
  offlineTitle: 'You’re offline',
  offlineText: 'This page will open when you’re back online.',
  connectionLost: 'Live connection lost. Reconnecting…',
  unreachable: 'Can’t reach Rivalhold',
  unreachableText: 'Check your connection and try again. The site might also be restarting.',
  unreachableError: 'Can’t reach Rivalhold. Check your connection and try again.',
  socketNotReady: 'Socket not ready',
  broken: 'Something went wrong.',
  brokenText:
    'This page failed to load. Try again. If this keeps happening, contact support and describe what you did.',
  retry: 'Try again',
  source: 'Source',
  theme: 'Theme',
  themeSystem: 'System',
  themeLight: 'Light',
  themeDark: 'Dark',
} as const;

/** Texts of the UI components used on all pages. */
export const UI_TEXTS = {
  close: 'Close',
  cancel: 'Cancel',
  /** The accessible name of a control: what it does, and for which player, goal or list. */
  actionFor: (action: string, name: string) => `${action}: ${name}`,
  previous: 'Previous',
  next: 'Next',
  position: (at: number, count: number | null) =>
    count === null ? formatNumber(at) : `${formatNumber(at)} of ${formatNumber(count)}`,
  announcements: 'Announcements',
  toasts: 'Recent messages, F6',
  toastKey: 'F6',
  toastHint: 'Press F6 to go to this message.',
  loading: 'Loading…',
  loadMore: 'Load more',
  likeFailed: 'Like failed.',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  justNow: 'just now',
  minutesAgo: (count: number) => `${formatCount(count, 'minute')} ago`,
  hoursAgo: (count: number) => `${formatCount(count, 'hour')} ago`,
  daysAgo: (count: number) => `${formatCount(count, 'day')} ago`,
} as const;
