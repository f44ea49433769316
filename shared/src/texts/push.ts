import { formatCount } from '../format-number.ts';
import type { Sentence } from './sentence.ts';

/**
 * Texts about push notifications. The first three are server errors; `messages` is the text of one notification about
 * several messages.
 */
export const PUSH_TEXTS = {
  endpoint: 'This browser’s push service isn’t supported.',
  timeZone: 'Unknown time zone.',
  sameTime: 'Quiet hours need different start and end times.',
  messages: (name: string, count: number) => `${name} sent you ${formatCount(count, 'message')}.`,

  title: 'Notifications',
  text: 'Get notified on this device while Rivalhold is closed. A notification shows its type and sender, but never the text of a message. Notifications are encrypted and go through your browser’s push service. Logging out turns notifications off.',
  on: 'On for this device',
  off: 'Off for this device',
  turnOn: 'Turn on for this device',
  turnOff: 'Turn off for this device',
  unsupported: 'This browser doesn’t support notifications.',
  unsupportedApple:
    'On an iPhone or iPad, add Rivalhold to the Home Screen first (Share, then “Add to Home Screen”) and open it from there.',
  denied:
    'Your browser blocks notifications from this site. Allow them in the browser’s settings for this site, then come back.',
  notAnswered: 'You didn’t allow notifications in the browser, so they’re still off.',
  failed: 'Failed to turn on notifications. Your browser’s push service might be unavailable or disabled.',
  loadFailed: 'Failed to load your notification settings.',
  kinds: 'Notify me about',
  message: 'Messages',
  fight: 'Challenges and fight results',
  friendRequest: 'Friend requests',
  quiet: 'Quiet hours',
  setQuiet: 'Set quiet hours',
  quietOn: 'Use quiet hours every day',
  quietText: (timeZone: string) =>
    `Between these times (${timeZone}), your devices get no notifications and fights make no sound. You’ll still find your notifications on the site.`,
  from: 'From',
  to: 'Until',
  saveFailed: 'Failed to save your settings. Try again.',
  devices: 'Devices with notifications',
  thisDevice: 'This device',
  lastSent: <T>(time: T): Sentence<T> => ['Last notified ', time],
  neverSent: 'Not notified yet',
  remove: 'Remove',
  removeDevice: (device: string) => `Remove ${device}`,
  removed: 'Notifications are off for this device.',
  removedOther: 'Notifications are off for that device.',
} as const;
